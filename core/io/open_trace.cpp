// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/open_trace.h"

#include "core/io/tar_archive.h"
#include "core/io/text_feed.h"

#include <functional>
#include <optional>

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

// One call's parameters.
struct Opening
{
    TraceBuilder& builder;
    Progress& progress;
    std::stop_token stop;
    const TraceSnapshot& onSnapshot;

    // `begin`: where in the stored input this source begins.
    Result<void> read(ByteSource& source, std::string name, Ns shift, std::uint64_t begin)
    {
        TraceSource description;
        description.name = std::move(name);
        description.shift = shift;
        builder.beginSource(std::move(description));
        const Result<void> done = readTrace(source, builder, progress, stop, onSnapshot);
        builder.source().bytes = source.consumedBytes() - begin;
        return done;
    }

    bool isTraceName(std::string_view name) const { return name.ends_with(".json") || name.ends_with(".json.gz"); }

    // Every trace in an archive is a source.
    Result<void> readArchive(std::unique_ptr<ByteSource> bytes, const std::string& path)
    {
        TarArchive archive(std::move(bytes));
        bool any = false;
        for (;;) {
            const Result<std::optional<std::string>> name = archive.next();
            if (!name)
                return tl::unexpected(name.error());
            if (!*name)
                break;
            if (!isTraceName(**name))
                continue;
            const std::unique_ptr<ByteSource> entry = archive.entry();
            if (Result<void> done = read(*entry, path + "/" + **name, 0, entry->consumedBytes()); !done)
                return done;
            any = true;
        }
        if (!any)
            return failure(ErrorCode::format, "is a tar archive without .json or .json.gz files");
        return {};
    }

    Result<void> readFile(std::unique_ptr<ByteSource> bytes, const std::string& path, Ns shift)
    {
        std::string first(kTarBlock, '\0');
        ByteSource* const waiting = bytes.get();
        std::optional<std::stop_callback<std::function<void()>>> onStop(std::in_place, stop,
                                                                        [waiting] { waiting->interrupt(); });
        const Result<std::size_t> got = bytes->read(first.data(), first.size());
        onStop.reset();
        if (!got)
            return tl::unexpected(got.error());
        first.resize(*got);
        const bool isArchive = isTarHeader(first);
        std::unique_ptr<ByteSource> whole = withPrefix(std::move(first), std::move(bytes));
        return isArchive ? readArchive(std::move(whole), path) : read(*whole, path, shift, 0);
    }
};

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
    Opening opening{builder, progress, stop, onSnapshot};
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (const Result<void> read = opening.readFile(std::move(sources[i]), paths[i], shifts[i]); !read)
            return tl::unexpected(about(paths[i], read.error()));
    }
    builder.finish();
    return builder.snapshot();
}

} // namespace decodescope
