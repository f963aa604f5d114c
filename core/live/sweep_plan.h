// SPDX-License-Identifier: GPL-3.0-or-later
// Several captures in a row that differ in decode mode, prompt length and batch.
#pragma once

#include "core/base/result.h"
#include "core/live/capture_options.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

struct SweepSetting
{
    DecodeMode mode = DecodeMode::eager;
    int promptLength = 200;
    int batch = 1;

    friend bool operator==(const SweepSetting&, const SweepSetting&) = default;
};

inline constexpr std::size_t kMostSettings = 200;

// "1, 2,4" as numbers from 1 to `largest`, in the order of the text, each once. Error: format, one sentence that begins
// with `what` ("The batch") and says what it should be.
Result<std::vector<int>> parseCounts(std::string_view text, std::string_view what, int largest);
// "1, 2, 4"
std::string countsText(const std::vector<int>& counts);

// What each is tried with; one of each: a single capture.
struct SweepLists
{
    std::vector<DecodeMode> modes{DecodeMode::eager};
    std::vector<int> promptLengths{200};
    std::vector<int> batches{1};
};

// Every combination: by mode, then by prompt length, then by batch, each in the order given. Error: limit, when there
// are more than kMostSettings; format, when a list is empty.
Result<std::vector<SweepSetting>> sweepSettings(const SweepLists& lists);

// The options of one setting's capture.
CaptureOptions withSetting(CaptureOptions options, const SweepSetting& setting);

// "eager" or "graph": the words of options and tables.
std::string_view decodeModeName(DecodeMode mode);
std::optional<DecodeMode> decodeModeFromName(std::string_view name);

// "graph-prompt200-batch8.json.gz": where the trace of a setting goes in the folder of a sweep.
std::string traceFileName(const SweepSetting& setting);

} // namespace decodescope
