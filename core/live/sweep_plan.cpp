// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/sweep_plan.h"

#include <algorithm>
#include <charconv>

namespace decodescope {

namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

} // namespace

Result<std::vector<int>> parseCounts(std::string_view text, std::string_view what, int largest)
{
    std::vector<int> counts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view word = trimmed(text.substr(begin, end - begin));
        begin = end + 1;
        int count = 0;
        const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), count);
        if (error != std::errc() || stop != word.data() + word.size() || count < 1 || count > largest)
            return failure(ErrorCode::format,
                           std::string(what) + " is a whole number from 1 to " + std::to_string(largest) +
                               ", or several with commas between them" +
                               (word.empty() ? std::string(".") : ", not \"" + std::string(word) + "\"."));
        if (std::find(counts.begin(), counts.end(), count) == counts.end())
            counts.push_back(count);
    }
    return counts;
}

std::string countsText(const std::vector<int>& counts)
{
    std::string text;
    for (const int count : counts)
        text += (text.empty() ? "" : ", ") + std::to_string(count);
    return text;
}

Result<std::vector<SweepSetting>> sweepSettings(const SweepLists& lists)
{
    const auto& [modes, promptLengths, batches] = lists;
    if (modes.empty() || promptLengths.empty() || batches.empty())
        return failure(ErrorCode::format, "A sweep needs a decode mode, a prompt length and a batch at least.");
    const std::size_t count = modes.size() * promptLengths.size() * batches.size();
    if (count > kMostSettings)
        return failure(ErrorCode::limit, "These lists make " + std::to_string(count) + " settings; a sweep has " +
                                             std::to_string(kMostSettings) + " at most.");
    std::vector<SweepSetting> settings;
    for (const DecodeMode mode : modes) {
        for (const int promptLength : promptLengths) {
            for (const int batch : batches)
                settings.push_back({mode, promptLength, batch});
        }
    }
    return settings;
}

CaptureOptions withSetting(CaptureOptions options, const SweepSetting& setting)
{
    options.mode = setting.mode;
    options.promptLength = setting.promptLength;
    options.batch = setting.batch;
    return options;
}

std::string_view decodeModeName(DecodeMode mode)
{
    return mode == DecodeMode::cudaGraph ? "graph" : "eager";
}

std::optional<DecodeMode> decodeModeFromName(std::string_view name)
{
    for (const DecodeMode mode : {DecodeMode::eager, DecodeMode::cudaGraph}) {
        if (name == decodeModeName(mode))
            return mode;
    }
    return std::nullopt;
}

std::string traceFileName(const SweepSetting& setting)
{
    return std::string(decodeModeName(setting.mode)) + "-prompt" + std::to_string(setting.promptLength) + "-batch" +
           std::to_string(setting.batch) + ".json.gz";
}

} // namespace decodescope
