// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/step_choice.h"

#include "core/query/gpu_operations.h"
#include "core/trace/cut_out.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <set>

namespace decodescope {

namespace {

std::optional<std::int64_t> numberOf(std::string_view text)
{
    text = withoutBlanks(text);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0)
        return std::nullopt;
    return number;
}

std::string numbersText(const std::set<std::int64_t>& numbers)
{
    std::string text;
    for (auto at = numbers.begin(); at != numbers.end();) {
        const std::int64_t first = *at;
        std::int64_t last = first;
        for (++at; at != numbers.end() && *at == last + 1; ++at)
            last = *at;
        text += (text.empty() ? "" : ",") + std::to_string(first);
        if (last > first)
            text += "-" + std::to_string(last);
    }
    return text;
}

std::set<std::int64_t> numbersOf(const Trace& trace)
{
    std::set<std::int64_t> numbers;
    for (const Step& step : trace.steps())
        numbers.insert(step.number);
    return numbers;
}

} // namespace

std::vector<std::size_t> stepsToCount(const Trace& trace)
{
    const std::vector<bool> whole = wholeSteps(trace);
    const bool hasWhole = std::ranges::find(whole, true) != whole.end();
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (whole[i] || !hasWhole)
            steps.push_back(i);
    }
    return steps;
}

Result<std::vector<std::size_t>> stepsOfText(const Trace& trace, std::string_view text)
{
    std::set<std::size_t> chosen;
    const std::set<std::int64_t> numbers = numbersOf(trace);
    const auto fail = [&](std::string_view item, const std::string& why) {
        const std::string there = numbersText(numbers);
        return failure(ErrorCode::format,
                       "steps \"" + std::string(item) + "\": " + why +
                           (there.empty() ? "; the trace has no steps" : "; the trace has the steps " + there));
    };
    for (std::string_view rest = withoutBlanks(text); !rest.empty();) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view item = withoutBlanks(rest.substr(0, comma));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
        const std::size_t dash = item.find('-');
        const auto first = numberOf(item.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : numberOf(item.substr(dash + 1));
        if (!first || !last || *last < *first)
            return fail(item, "write 4, 3-5 or 3-5,8");
        for (const std::int64_t end : {*first, *last}) {
            if (!numbers.contains(end))
                return fail(item, "there is no step " + std::to_string(end));
        }
        const std::size_t before = chosen.size();
        for (std::size_t i = 0; i < trace.steps().size(); ++i) {
            if (trace.steps()[i].number >= *first && trace.steps()[i].number <= *last)
                chosen.insert(i);
        }
        if (chosen.size() == before)
            return fail(item, "they are named twice");
    }
    return chosen.empty() ? stepsToCount(trace) : std::vector<std::size_t>(chosen.begin(), chosen.end());
}

std::string textOfSteps(const Trace& trace, const std::vector<std::size_t>& steps)
{
    std::set<std::int64_t> numbers;
    for (const std::size_t step : steps)
        numbers.insert(trace.steps()[step].number);
    return steps == stepsToCount(trace) ? std::string() : numbersText(numbers);
}

} // namespace decodescope
