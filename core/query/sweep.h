// SPDX-License-Identifier: GPL-3.0-or-later
// What a sweep found: a row a setting, and the file that keeps them.
#pragma once

#include "core/live/sweep_plan.h"
#include "core/query/compare.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

struct SweepRow
{
    SweepSetting setting;
    std::string file;      // the trace, in the folder of the sweep; empty: there is none
    std::string failure;   // one sentence: why there is none, or why it has fewer steps than asked for
    std::size_t steps = 0; // recorded; with 0 all that follows is 0
    Spread step;           // length of a recorded step
    bool hasGpu = false;   // GPU work was recorded; else the next three are 0 and mean nothing
    Spread busy;           // of the GPU, in the step's window
    double gapShare = 0;   // median over the steps of gap / length, 0..1
    double kernels = 0;    // a step, median
    double launches = 0;   // a step, median
    Ns timerStep = 0;      // by the timer, with nothing attached; 0: not measured
    // Batch x 1 s / the timer's step, or a recorded one's where there is no timer: one token a sequence and step.
    double tokensPerSecond = 0;
};

// Steps as stepSummaries() has them. O(events + GPU operations x log).
SweepRow summarizeSetting(const SweepSetting& setting, const Trace& trace, std::stop_token stop = {});
// The part of the timer's step in which the GPU has nothing to do, if it is as busy as in the recorded one: 0..1,
// without what the recorder adds. nullopt without GPU work or without a timer.
std::optional<double> timerGapShare(const SweepRow& row);
SweepRow failedSetting(const SweepSetting& setting, std::string reason);

// The file of a sweep in its folder, beside the traces.
inline constexpr const char* kSweepFile = "sweep.json";

// A JSON object with the member "sweep": an array of objects, numbers in ns.
std::string sweepJson(const std::vector<SweepRow>& rows);
// Error: format, one sentence.
Result<std::vector<SweepRow>> readSweep(std::string_view json);

} // namespace decodescope
