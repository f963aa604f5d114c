// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/json_trace.h"

#include "core/io/byte_sink.h"
#include "core/io/byte_source.h"
#include "core/io/chrome_trace_reader.h"
#include "core/trace/trace_builder.h"

namespace decodescope::test {

std::shared_ptr<const Trace> readText(std::string_view text)
{
    TraceBuilder builder;
    Progress progress;
    const std::unique_ptr<ByteSource> source = openMemory(text);
    if (!readTrace(*source, builder, progress))
        return nullptr;
    builder.finish();
    return builder.snapshot();
}

std::string written(const Trace& trace, const WriteOptions& options)
{
    std::string out;
    Progress progress;
    const std::unique_ptr<ByteSink> sink = writeToMemory(out);
    return writeTrace(trace, *sink, options, progress) ? out : std::string();
}

} // namespace decodescope::test
