// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/open_trace.h"

#include "core/io/text_feed.h"

namespace decodescope {

namespace {

Error about(const std::string& path, Error error)
{
    if (error.where.empty())
        error.where = path;
    return error;
}

// baseTimeNanoseconds of a file, which may be at its end.
std::optional<Ns> findBaseTime(const std::string& path, const std::stop_token& stop)
{
    Result<std::unique_ptr<ByteSource>> source = openByteSource(path);
    if (!source)
        return std::nullopt;
    TextFeed feed(**source);
    TextPiece piece;
    while (!stop.stop_requested()) {
        const Result<bool> more = feed.next(piece);
        if (!more || !*more)
            break;
        for (const SplitPiece::Member& member : piece.split.members) {
            if (member.key == kBaseTimeKey)
                return topLevelInteger(member.json);
        }
    }
    return std::nullopt;
}

// What to add to each file's times so that all run on the first one's clock.
std::vector<Ns> alignments(std::span<const std::string> paths, const std::stop_token& stop)
{
    std::vector<Ns> shifts(paths.size());
    if (paths.size() < 2)
        return shifts;
    const std::optional<Ns> first = findBaseTime(paths.front(), stop);
    for (std::size_t i = 1; first && i < paths.size(); ++i) {
        if (const std::optional<Ns> base = paths[i] == "-" ? std::nullopt : findBaseTime(paths[i], stop))
            shifts[i] = saturatingSub(*base, *first);
    }
    return shifts;
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
    const std::vector<Ns> shifts = alignments(paths, stop);
    TraceBuilder builder;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        TraceSource description;
        description.name = paths[i];
        description.bytes = sources[i]->storedBytes();
        description.shift = shifts[i];
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
