// SPDX-License-Identifier: GPL-3.0-or-later
// Small traces for tests, written as text.
#pragma once

#include "core/trace/trace.h"

#include <memory>
#include <string_view>

namespace decodescope::test {

// One item a line; indentation and lines that begin with # do not matter. Times are ns.
//
//     meta KEY JSON              a top-level member of the file
//     source NAME                starts another source (file)
//     cpu PID TID [NAME]         the row that later lines belong to
//     gpu DEVICE STREAM [NAME]   likewise, for operations of a stream
//     KIND BEGIN END NAME [#CORRELATION] [^EXTERNAL_ID] [{...}]
//
// KIND: op, step or annotation, call (runtime), driver, kernel, memcpy, memset, gpu_annotation, python, module,
// overhead, sync, or other. NAME is one word, or "several words". {...}: further arguments, as JSON to the line's end.
//
// Example, a step with one launch:
//     cpu 1 1
//     step   0 100 ProfilerStep#0
//     op     5  50 aten::mm ^1 {"Input Dims": [[1, 4], [4, 8]]}
//     call  10  20 cudaLaunchKernel #7 ^1
//     gpu 0 7
//     kernel 30 60 gemm #7 ^1
//
// A line that cannot be read throws std::invalid_argument with its text: the test fails there.
std::shared_ptr<const Trace> traceOf(std::string_view text);

// The first event of that name, or kNoEvent. O(events).
EventId eventNamed(const Trace& trace, std::string_view name);

} // namespace decodescope::test
