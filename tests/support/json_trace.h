// SPDX-License-Identifier: GPL-3.0-or-later
// A trace from the text of a file, and the text of a file from a trace.
#pragma once

#include "core/io/chrome_trace_writer.h"
#include "core/trace/trace.h"

#include <memory>
#include <string>
#include <string_view>

namespace decodescope::test {

// nullptr where the text is no trace.
std::shared_ptr<const Trace> readText(std::string_view text);

// Empty where it could not be written.
std::string written(const Trace& trace, const WriteOptions& options = {});

} // namespace decodescope::test
