// SPDX-License-Identifier: GPL-3.0-or-later
// The same decode loop with and without a recorder, in turn, in one process.
#pragma once

#include "capture/model/decode_session.h"

#include <functional>
#include <string>

namespace decodescope::gpu {

// What is measured. Steps come in rounds: some plain ones, then as many with the recorder on, both at the same cache
// lengths, which an untimed pass has gone through before (cuDNN's attention plans anew for every new length). `on` and
// `off` are not timed; two warm-up steps follow `on`, then `window` is called, then the timed steps.
struct RecorderUnderTest
{
    std::function<void()> on;
    std::function<void()> window;
    std::function<void(int step)> beginStep;
    std::function<void()> endStep;
    std::function<void()> off;
};

struct OverheadOptions
{
    bool cpu = false;      // --cpu: the tiny model, to try the program itself
    bool parts = false;    // --parts: instead of the whole, what of it is whose
    bool onDemand = false; // --on-demand: a round for each line on the standard input, until that ends
    int rounds = 6;        // else
    int steps = 30;
};

OverheadOptions overheadOptions(int argc, char** argv);

// Exits with a message when there is no model to be had.
std::unique_ptr<DecodeSession> overheadSession(const OverheadOptions& options);

// Prints ns, in rows with tabs between: "name before <median>" of plain steps before `on` was called for the first
// time, when it is ready, then after each round "name plain" and "name recorded", each with the time of every step.
void measureOverhead(const std::string& name, DecodeSession& session, const OverheadOptions& options,
                     const RecorderUnderTest& recorder);

} // namespace decodescope::gpu
