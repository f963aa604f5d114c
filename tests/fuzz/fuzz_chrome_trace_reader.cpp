// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/chrome_trace_reader.h"
#include "core/io/chrome_trace_writer.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace decodescope;

// Any bytes: read, and what was read is written as a sound trace that reads back alike.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto read = [](std::string_view bytes) -> std::shared_ptr<const Trace> {
        TraceBuilder builder;
        Progress progress;
        const std::unique_ptr<ByteSource> source = openMemory(bytes);
        if (!readTrace(*source, builder, progress))
            return nullptr;
        builder.finish();
        return builder.snapshot();
    };
    const std::shared_ptr<const Trace> trace = read(text);
    if (trace == nullptr)
        return 0;
    std::string written;
    Progress progress;
    const std::unique_ptr<ByteSink> sink = writeToMemory(written);
    if (!writeTrace(*trace, *sink, {}, progress))
        std::abort();
    const std::shared_ptr<const Trace> again = read(written);
    if (again == nullptr || again->eventCount() != trace->eventCount() ||
        again->report().count(WarningKind::invalidJson) > 0 || again->report().count(WarningKind::nonStandardJson) > 0)
        std::abort();
    return 0;
}
