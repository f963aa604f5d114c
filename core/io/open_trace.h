// SPDX-License-Identifier: GPL-3.0-or-later
// From file names to a trace.
#pragma once

#include "core/io/chrome_trace_reader.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace decodescope {

// Opens one file, or the files of several ranks of one job as one timeline. .json and .json.gz, a tar archive of such
// files (gzip or not), or "-" for standard input. Sources that say their absolute time (baseTimeNanoseconds) are
// shifted to that of the first, whether they are files or lie in one archive; older files have absolute times as they
// are. Fails with one sentence and the file's name when a file cannot be used, with all of them when several cannot.
// What is no trace in an archive is left out and reported. See readTrace() for the other parameters.
Result<std::shared_ptr<const Trace>> openTraces(std::span<const std::string> paths, Progress& progress,
                                                std::stop_token stop = {}, const TraceSnapshot& onSnapshot = {});

} // namespace decodescope
