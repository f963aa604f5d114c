// SPDX-License-Identifier: GPL-3.0-or-later
// The options that commands with a capture share.
#pragma once

#include "core/live/sweep_plan.h"

namespace CLI {
class App;
}

namespace decodescope::cli {

struct CaptureFlags
{
    CaptureOptions options;
    bool withoutSync = false;
    bool withoutShapes = false;
};

// What is written to must live as long as the command. The model and where it runs; what a sweep varies and a capture
// has one of; the schedule and what is recorded.
void addModelOptions(CLI::App* command, CaptureOptions& options);
void addSettingOptions(CLI::App* command, CaptureOptions& options);
void addScheduleOptions(CLI::App* command, CaptureFlags& flags);

// What was said with all of them.
CaptureOptions optionsOf(const CaptureFlags& flags);

} // namespace decodescope::cli
