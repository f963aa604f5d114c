// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/open_trace.h"

namespace decodescope {

namespace {

Error about(const std::string& path, Error error)
{
    if (error.where.empty())
        error.where = path;
    return error;
}

} // namespace

Result<std::shared_ptr<const Trace>> openTraces(std::span<const std::string> paths, Progress& progress,
                                                std::stop_token stop, const TraceSnapshot& onSnapshot)
{
    if (paths.empty())
        return failure(ErrorCode::io, "no file was named");
    std::vector<std::unique_ptr<ByteSource>> sources;
    std::uint64_t total = 0;
    for (const std::string& path : paths) {
        Result<std::unique_ptr<ByteSource>> opened = openByteSource(path);
        if (!opened)
            return tl::unexpected(about(path, opened.error()));
        total += (*opened)->storedBytes();
        sources.push_back(std::move(*opened));
    }
    progress.setTotal(total);
    TraceBuilder builder;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        TraceSource description;
        description.name = paths[i];
        description.bytes = sources[i]->storedBytes();
        builder.beginSource(std::move(description));
        const Result<void> read = readTrace(*sources[i], builder, progress, stop, onSnapshot);
        if (!read)
            return tl::unexpected(about(paths[i], read.error()));
        builder.source().bytes = sources[i]->consumedBytes();
    }
    builder.finish();
    return builder.snapshot();
}

} // namespace decodescope
