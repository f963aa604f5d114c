// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording says about the machine and the profiler that made it.
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// An entry of "deviceProperties".
struct DeviceInfo
{
    std::int64_t id = 0;
    std::string name;
    std::int64_t memoryBytes = 0; // 0: not said
    int computeMajor = 0;
    int computeMinor = 0;
    int multiprocessors = 0;
};

// In the file's order; empty where there are none or where they cannot be read.
std::vector<DeviceInfo> devicesOf(const TraceSource& source);

// The cards that the trace's GPU work ran on, one by one: of each source those whose streams it has, or all that it
// names where it has no stream. Files of several ranks name all cards of their machine each.
std::vector<DeviceInfo> cardsOf(const Trace& trace);

// A top-level member of the file that is a text or a number, as text without quotes; nullopt where absent or neither.
std::optional<std::string> metadataText(const TraceSource& source, std::string_view key);

// What a timer measured beside one of our own recordings (member "decodescope" of the file): time per output token of
// the same decode with nothing attached, before and after, and a step's time while recording. Medians over steps, as a
// recorded step's time is one: a few slow steps move a mean. 0: not measured.
struct TimerFacts
{
    Ns tpot = 0; // the mean in files that do not say the median
    Ns tpotAfter = 0;
    Ns recordedStep = 0;
    std::int64_t steps = 0; // that were timed before
    Ns tpotFirst = 0;       // when these cache lengths came for the first time, before all that
    Ns tpotMean = 0;        // all timed steps over their number: what tokens a second follow from
    bool isMedian = false;  // tpot is
};
// nullopt for recordings of others.
std::optional<TimerFacts> timerFactsOf(const TraceSource& source);

// "13.0" of 13000, as CUDA writes its versions.
std::string cudaVersionText(std::int64_t version);

} // namespace decodescope
