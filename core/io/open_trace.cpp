// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/open_trace.h"

#include "core/io/tar_archive.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <sys/stat.h>
#include <utility>
#include <vector>

namespace decodescope {

namespace {

Error about(const std::string& path, Error error)
{
    if (error.where.empty())
        error.where = path;
    return error;
}

// All that was wrong, in one sentence.
Error joined(const std::vector<Error>& errors)
{
    if (errors.size() == 1)
        return errors.front();
    Error all{errors.front().code, {}, {}};
    for (const Error& error : errors)
        all.message += (all.message.empty() ? "" : "; ") + error.text();
    return all;
}

bool isTraceName(std::string_view name)
{
    return name.ends_with(".json") || name.ends_with(".json.gz");
}

// Reads all paths into one builder.
class Opening
{
public:
    // `shifts`: of each source, in order; those that are missing are found while reading.
    Opening(TraceBuilder& builder, Progress& progress, std::stop_token stop, const TraceSnapshot& onSnapshot,
            std::vector<Ns> shifts)
        : m_builder(builder)
        , m_progress(progress)
        , m_stop(std::move(stop))
        , m_onSnapshot(onSnapshot)
        , m_shifts(std::move(shifts))
    {
    }

    Result<void> readFile(std::unique_ptr<ByteSource> bytes, const std::string& path)
    {
        std::string first(kTarBlock, '\0');
        ByteSource* const waiting = bytes.get();
        std::optional<std::stop_callback<std::function<void()>>> onStop(std::in_place, m_stop,
                                                                        [waiting] { waiting->interrupt(); });
        const Result<std::size_t> got = bytes->read(first.data(), first.size());
        onStop.reset();
        if (!got)
            return tl::unexpected(got.error());
        first.resize(*got);
        const bool isArchive = isTarHeader(first);
        std::unique_ptr<ByteSource> whole = withPrefix(std::move(first), std::move(bytes));
        return isArchive ? readArchive(std::move(whole), path) : read(*whole, path, 0);
    }

    // Says what keeps the sources off one clock: a base that some do not say, or one that came too late to be used.
    void reportClocks(bool canRepeat)
    {
        const auto with = static_cast<std::size_t>(
            std::ranges::count_if(m_bases, [](const std::optional<Ns>& base) { return base.has_value(); }));
        if (with > 0 && with < m_bases.size())
            m_builder.report().add(WarningKind::clocksNotAligned, -1,
                                   "Not all inputs say when they began (baseTimeNanoseconds): the times of " +
                                       std::to_string(m_bases.size() - with) + " of " + std::to_string(m_bases.size()) +
                                       " are shown as they are, not aligned.",
                                   m_bases.size() - with);
        else if (m_clock.cameLate && !canRepeat)
            m_builder.report().add(WarningKind::clocksNotAligned, -1,
                                   "An input said when it began behind its events, and standard input cannot be read "
                                   "again: its times are not aligned. Save it to a file first.");
    }

    // The shifts that would have put all sources on the first one's clock, when some could not be known in time.
    std::optional<std::vector<Ns>> betterShifts() const
    {
        if (!m_clock.cameLate)
            return std::nullopt;
        std::vector<Ns> shifts;
        for (const std::optional<Ns>& base : m_bases)
            shifts.push_back(base && m_clock.base ? saturatingSub(*base, *m_clock.base) : 0);
        return shifts;
    }

private:
    // `begin`: where in the stored input this source begins.
    Result<void> read(ByteSource& source, std::string name, std::uint64_t begin)
    {
        const std::size_t number = m_bases.size();
        TraceSource description;
        description.name = std::move(name);
        description.shift = number < m_shifts.size() ? m_shifts[number] : 0;
        m_builder.beginSource(std::move(description));
        Result<void> done =
            readTrace(source, m_builder, m_progress, m_stop, m_onSnapshot, m_shifts.empty() ? &m_clock : nullptr);
        m_builder.source().bytes = source.consumedBytes() - begin;
        m_bases.push_back(m_builder.source().baseTime);
        if (done && !std::exchange(m_hasFirst, true))
            m_clock.base = m_bases.back();
        return done;
    }

    // Every trace in an archive is a source. What is none is left out, unless none is.
    Result<void> readArchive(std::unique_ptr<ByteSource> bytes, const std::string& path)
    {
        TarArchive archive(std::move(bytes));
        std::vector<Error> errors;
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
            const std::string place = path + "/" + **name;
            Result<void> done = read(*entry, place, entry->consumedBytes());
            if (!done && done.error().code != ErrorCode::format)
                return done;
            if (done)
                any = true;
            else
                errors.push_back(about(place, done.error()));
        }
        if (!any && !errors.empty())
            return tl::unexpected(joined(errors));
        if (!any)
            return failure(ErrorCode::format, "is a tar archive without .json or .json.gz files");
        for (const Error& error : errors)
            m_builder.report().add(WarningKind::invalidJson, -1, "A file of the archive was left out: " + error.text());
        return {};
    }

    TraceBuilder& m_builder;
    Progress& m_progress;
    std::stop_token m_stop;
    const TraceSnapshot& m_onSnapshot;
    std::vector<Ns> m_shifts;
    CommonClock m_clock;
    bool m_hasFirst = false;                // a source that sets the clock
    std::vector<std::optional<Ns>> m_bases; // of the sources so far
};

struct OpenedTrace
{
    std::shared_ptr<const Trace> trace;
    std::optional<std::vector<Ns>> betterShifts;
};

Result<OpenedTrace> readAll(std::span<const std::string> paths, Progress& progress, const std::stop_token& stop,
                            const TraceSnapshot& onSnapshot, std::vector<Ns> shifts, bool canRepeat)
{
    std::vector<std::unique_ptr<ByteSource>> sources;
    std::vector<Error> errors;
    std::uint64_t total = 0;
    for (const std::string& path : paths) {
        Result<std::unique_ptr<ByteSource>> opened = openByteSource(path);
        if (!opened) {
            errors.push_back(about(path, opened.error()));
            continue;
        }
        total += (*opened)->storedBytes();
        sources.push_back(std::move(*opened));
    }
    if (!errors.empty())
        return tl::unexpected(joined(errors));
    progress.setDone(0);
    progress.setTotal(total);
    TraceBuilder builder;
    Opening opening(builder, progress, stop, onSnapshot, std::move(shifts));
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const Result<void> read = opening.readFile(std::move(sources[i]), paths[i]);
        if (!read && read.error().code == ErrorCode::cancelled)
            return tl::unexpected(read.error());
        if (!read)
            errors.push_back(about(paths[i], read.error())); // the others may be bad as well: said at once
    }
    if (!errors.empty())
        return tl::unexpected(joined(errors));
    opening.reportClocks(canRepeat);
    builder.finish();
    return OpenedTrace{builder.snapshot(), opening.betterShifts()};
}

// The first path that is a file named before, by whatever name or link. Pipes may be given twice: each reading of one
// is another input.
std::optional<std::string> namedTwice(std::span<const std::string> paths)
{
    std::set<std::pair<dev_t, ino_t>> files;
    bool hasStandardInput = false;
    for (const std::string& path : paths) {
        struct stat info = {};
        if (path == "-" ? std::exchange(hasStandardInput, true)
                        : ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
                              !files.emplace(info.st_dev, info.st_ino).second)
            return path == "-" ? "standard input" : path;
    }
    return std::nullopt;
}

} // namespace

Result<std::shared_ptr<const Trace>> openTraces(std::span<const std::string> paths, Progress& progress,
                                                std::stop_token stop, const TraceSnapshot& onSnapshot)
{
    if (paths.empty())
        return failure(ErrorCode::io, "no file was named");
    if (std::ranges::find(paths, std::string()) != paths.end())
        return failure(ErrorCode::io, "the name of a file is empty");
    if (const auto twice = namedTwice(paths))
        return failure(ErrorCode::io, "is named twice; several files are the ranks of one job, each once", *twice);
    // Profilers say the base of their times first. From those that do not, what was read serves to read once more.
    const bool canRepeat = std::ranges::find(paths, "-") == paths.end();
    Result<OpenedTrace> opened = readAll(paths, progress, stop, onSnapshot, {}, canRepeat);
    if (opened && opened->betterShifts && canRepeat)
        opened = readAll(paths, progress, stop, {}, std::move(*opened->betterShifts), canRepeat);
    return opened.map([](OpenedTrace& done) { return std::move(done.trace); });
}

} // namespace decodescope
