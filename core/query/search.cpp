// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search.h"

#include <algorithm>

namespace decodescope {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(std::string_view name, std::string_view lowerText)
{
    return std::search(name.begin(), name.end(), lowerText.begin(), lowerText.end(),
                       [](char a, char b) { return lower(a) == b; }) != name.end();
}

} // namespace

std::vector<EventId> searchSlices(const Trace& trace, std::string_view text, std::stop_token stop)
{
    if (text.empty())
        return {};
    std::string wanted(text);
    std::transform(wanted.begin(), wanted.end(), wanted.begin(), lower);
    std::vector<bool> matches(trace.strings().size());
    for (std::size_t i = 0; i < matches.size() && !stop.stop_requested(); ++i)
        matches[i] = contains(trace.text(static_cast<NameId>(i)), wanted);

    std::vector<EventId> found;
    const EventTable& events = trace.events();
    for (std::size_t i = 0; i < events.size(); ++i) {
        if ((i & 0xffff) == 0 && stop.stop_requested())
            return {};
        const auto event = static_cast<EventId>(i);
        if (matches[index(events.name(event))] && events.type(event) == EventType::slice)
            found.push_back(event);
    }
    std::stable_sort(found.begin(), found.end(),
                     [&events](EventId a, EventId b) { return events.begin(a) < events.begin(b); });
    return found;
}

} // namespace decodescope
