// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/slice_filter.h"

#include "core/query/gpu_profile.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace decodescope {

namespace {

constexpr std::size_t kStopEvery = 0xffff; // events between two looks at the stop token

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(std::string_view text, std::string_view lowerText)
{
    return std::search(text.begin(), text.end(), lowerText.begin(), lowerText.end(),
                       [](char a, char b) { return lower(a) == b; }) != text.end();
}

bool containsAny(std::string_view text, const std::vector<std::string>& wanted)
{
    return wanted.empty() || std::ranges::any_of(wanted, [&](const std::string& one) { return contains(text, one); });
}

bool containsAll(std::string_view text, const std::vector<std::string>& wanted)
{
    return std::ranges::all_of(wanted, [&](const std::string& one) { return contains(text, one); });
}

// "10us", "1.5 ms"; a bare number is of microseconds.
std::optional<Ns> parseLength(std::string_view text)
{
    struct Unit
    {
        std::string_view name;
        double ns;
    };
    static constexpr std::array<Unit, 6> kUnits{
        {{"", 1e3}, {"ns", 1}, {"us", 1e3}, {"\u00b5s", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || !(value >= 0))
        return std::nullopt;
    const auto rest = text.substr(static_cast<std::size_t>(end - text.data()));
    for (const Unit& unit : kUnits) {
        if (rest == unit.name && value * unit.ns < 9e18)
            return static_cast<Ns>(std::llround(value * unit.ns));
    }
    return std::nullopt;
}

// Cuts at spaces that are not between quotes, and takes the quotes away.
std::vector<std::string> pieces(std::string_view text)
{
    std::vector<std::string> found(1);
    bool isQuoted = false;
    for (const char c : text) {
        if (c == '"')
            isQuoted = !isQuoted;
        else if (!isQuoted && (c == ' ' || c == '\t'))
            found.emplace_back();
        else
            found.back() += lower(c);
    }
    std::erase(found, std::string());
    return found;
}

// False: not a term, so a word of the name.
Result<bool> takeTerm(const std::string& piece, SliceFilter& filter)
{
    const auto valueAfter = [&](std::string_view key) -> std::optional<std::string> {
        return piece.starts_with(key) ? std::optional(piece.substr(key.size())) : std::nullopt;
    };
    const auto takeText = [](const std::string& value, std::vector<std::string>& into) {
        if (!value.empty())
            into.push_back(value);
        return true;
    };
    if (const auto value = valueAfter("part:"))
        return takeText(*value, filter.parts);
    if (const auto value = valueAfter("cat:"))
        return takeText(*value, filter.categories);
    if (const auto value = valueAfter("layer:")) {
        int layer = 0;
        const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), layer);
        if (!value->empty() && (error != std::errc() || end != value->data() + value->size() || layer < 0))
            return failure(ErrorCode::format, "A layer is a number, as in layer:7.", piece);
        if (!value->empty())
            filter.layers.push_back(layer);
        return true;
    }
    for (const bool isLeast : {true, false}) {
        auto value = valueAfter(isLeast ? "dur>" : "dur<");
        if (!value)
            continue;
        if (value->starts_with('='))
            value->erase(0, 1);
        if (value->empty())
            return true;
        const auto length = parseLength(*value);
        if (!length)
            return failure(ErrorCode::format, "A length is a number and ns, us, ms or s, as in dur>10us.", piece);
        (isLeast ? filter.shortest : filter.longest) = *length;
        return true;
    }
    return false;
}

// What is asked of a part, per part: looked up once, not per slice.
std::array<bool, kPartCount> wantedParts(const SliceFilter& filter)
{
    std::array<bool, kPartCount> wanted{};
    for (std::size_t i = 0; i < kPartCount; ++i) {
        const auto part = static_cast<Part>(i);
        wanted[i] = containsAny(partName(part), filter.parts) || containsAny(partGroupName(part), filter.parts);
    }
    return wanted;
}

} // namespace

bool SliceFilter::isEmpty() const
{
    return *this == SliceFilter();
}

Result<SliceFilter> parseSliceFilter(std::string_view text)
{
    SliceFilter filter;
    for (const std::string& piece : pieces(text)) {
        const auto isTerm = takeTerm(piece, filter);
        if (!isTerm)
            return tl::unexpected(isTerm.error());
        if (!*isTerm)
            filter.words.push_back(piece);
    }
    return filter;
}

std::vector<EventId> findSlices(const Trace& trace, const Labels* labels, const SliceFilter& filter,
                                std::stop_token stop)
{
    if (filter.isEmpty() || (filter.needsLabels() && labels == nullptr))
        return {};
    const std::array<bool, kPartCount> parts = wantedParts(filter);
    std::vector<bool> names(trace.strings().size());
    for (std::size_t i = 0; i < names.size() && !stop.stop_requested(); ++i)
        names[i] = containsAll(trace.text(static_cast<NameId>(i)), filter.words);
    const EventTable& events = trace.events();
    std::vector<std::optional<bool>> categories(trace.strings().size()); // by name, as they come
    const auto isCategoryWanted = [&](EventId event) {
        if (filter.categories.empty())
            return true;
        std::optional<bool>& known = categories[index(trace.categoryName(event))];
        if (!known)
            known = containsAny(trace.category(event), filter.categories);
        return *known;
    };
    std::vector<EventId> found;
    const auto consider = [&](EventId event) {
        if (!names[index(events.name(event))] || events.type(event) != EventType::slice)
            return;
        const Ns length = events.duration(event);
        if (length >= filter.shortest && length <= filter.longest && isCategoryWanted(event))
            found.push_back(event);
    };
    if (filter.needsLabels()) { // only operations of the GPU have labels
        for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
            if ((i & kStopEvery) == 0 && stop.stop_requested())
                return {};
            const Label& label = labels->of(i);
            if (parts[static_cast<std::size_t>(label.part)] &&
                (filter.layers.empty() || std::ranges::find(filter.layers, label.layer) != filter.layers.end()))
                consider(trace.gpuOperation(i).event);
        }
    } else {
        for (std::size_t i = 0; i < events.size(); ++i) {
            if ((i & kStopEvery) == 0 && stop.stop_requested())
                return {};
            consider(static_cast<EventId>(i));
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [&events](EventId a, EventId b) { return events.begin(a) < events.begin(b); });
    return found;
}

} // namespace decodescope
