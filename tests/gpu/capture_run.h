// SPDX-License-Identifier: GPL-3.0-or-later
// One capture through the library that the product loads, drained as the window drains it.
#pragma once

#include "core/live/live_source.h"
#include "core/trace/trace.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace decodescope::gpu {

struct CaptureRun
{
    CaptureStatus status; // finished or failed
    TraceSource description;
    std::shared_ptr<const Trace> trace;
    std::vector<double> kernelDelaysNs; // from a kernel's end to its row in the store, each kernel
    std::size_t kernelsBehindEdge = 0; // that came after the source had said that the GPU's records were complete there
    std::size_t edgeMoves = 0;         // how often it said something else
    double longestTickNs = 0;          // of the draining thread: append and snapshot
    std::uint64_t dropped = 0;         // by the source and by the queue
    double seconds = 0;
};

// Ends the program where the library cannot be loaded.
CreateLiveSource loadCaptureLibrary(const char* path);

// Drains 30 times a second, as the window's timer does. `watch` sees each status and may stop the source.
CaptureRun runCapture(CreateLiveSource create, const CaptureOptions& options,
                      const std::function<void(LiveSource&, const CaptureStatus&)>& watch = {});

} // namespace decodescope::gpu
