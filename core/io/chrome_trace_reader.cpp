// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/chrome_trace_reader.h"

#include "core/io/bounded_queue.h"
#include "core/io/export_members.h"
#include "core/io/text_feed.h"

#include <chrono>
#include <optional>
#include <thread>

namespace decodescope {

namespace {

constexpr std::size_t kInFlight = 3;

using Oddity = SplitPiece::Oddity;

// Of a file that this program wrote: what to add to its times, and the base of the recording.
struct OriginalTimes
{
    Ns add = 0;
    std::optional<Ns> base;
};

struct Decoded
{
    EventBatch batch;
    ImportReport report;
    std::vector<SplitPiece::Member> members;
    std::uint64_t stored = 0;
};

// What the threads share. The reading thread owns `error`, `damage` and `sawEvents` until it has ended.
struct Pipeline
{
    BoundedQueue<std::unique_ptr<TextPiece>> texts{kInFlight};
    BoundedQueue<std::unique_ptr<TextPiece>> spareTexts{kInFlight + 3};
    BoundedQueue<std::unique_ptr<Decoded>> batches{kInFlight};
    std::optional<Error> error;
    std::string damage;
    bool sawEvents = false;

    void close()
    {
        texts.close();
        spareTexts.close();
        batches.close();
    }
};

void readTexts(ByteSource& source, Pipeline& line)
{
    TextFeed feed(source);
    for (std::size_t made = 0;; ++made) {
        std::unique_ptr<TextPiece> piece;
        if (made < kInFlight + 2) {
            piece = std::make_unique<TextPiece>();
        } else {
            std::optional<std::unique_ptr<TextPiece>> spare = line.spareTexts.pop();
            if (!spare)
                break;
            piece = std::move(*spare);
        }
        const Result<bool> more = feed.next(*piece);
        if (!more)
            line.error = more.error();
        if (!more || !*more || !line.texts.push(std::move(piece)))
            break;
    }
    line.damage = source.damage();
    if (line.error && !line.damage.empty()) // the deeper reason
        line.error->message += " (" + line.damage + ")";
    line.sawEvents = feed.sawEvents();
    line.texts.finish();
}

std::pair<WarningKind, std::string> wordsFor(Oddity::Kind kind)
{
    switch (kind) {
    case Oddity::Kind::broken:
        return {WarningKind::invalidJson, "Text that is no event was skipped"};
    case Oddity::Kind::foreign:
        return {WarningKind::badField, "An element of traceEvents is no object: skipped"};
    case Oddity::Kind::comma:
        return {WarningKind::nonStandardJson, "A comma too many or too few between events"};
    case Oddity::Kind::tooLong:
        return {WarningKind::limitReached, "An event longer than 64 MiB was skipped"};
    case Oddity::Kind::truncated:
        return {WarningKind::truncatedInput,
                "The input stops before its end; what was read is kept, totals are partial"};
    case Oddity::Kind::trailing:
        return {WarningKind::invalidJson, "Text behind the end of the trace was not read"};
    case Oddity::Kind::unwrapped:
        return {WarningKind::nonStandardJson, "traceEvents lies one level deeper than it should"};
    }
    return {WarningKind::invalidJson, "Something odd"};
}

void reportOddity(const Oddity& oddity, const TextPlace& place, ImportReport& report)
{
    auto [kind, words] = wordsFor(oddity.kind);
    if (report.count(kind) > 0) {
        report.add(kind, oddity.offset, {});
        return;
    }
    words += " (byte " + std::to_string(oddity.offset) + ", " + place.describe(oddity.offset) + ")";
    if (!oddity.excerpt.empty()) {
        const std::string shown = plainJson(oddity.excerpt); // quoted, and valid UTF-8 whatever it was
        words += ": " + shown;
    }
    report.add(kind, oddity.offset, words);
}

void decodeTexts(Pipeline& line)
{
    EventDecoder decoder;
    while (std::optional<std::unique_ptr<TextPiece>> piece = line.texts.pop()) {
        TextPiece& text = **piece;
        auto decoded = std::make_unique<Decoded>();
        decoder.startBatch(decoded->batch, decoded->report, text.place);
        decoded->batch.events.reserve(text.split.events.size() + text.split.events.size() / 8);
        for (const TextSpan& span : text.split.events)
            decoder.decode(text.text().substr(span.begin, span.size));
        for (const Oddity& oddity : text.split.oddities)
            reportOddity(oddity, text.place, decoded->report);
        decoded->members = std::move(text.split.members);
        decoded->stored = text.stored;
        if (!line.batches.push(std::move(decoded)) || !line.spareTexts.push(std::move(*piece)))
            break;
    }
    line.batches.finish();
}

// What appendTopLevelMembers() noted of the times that it changed.
std::optional<OriginalTimes> originalTimes(std::string_view json)
{
    std::string text(json);
    text.append(kTextPadding, ' ');
    EventParser parser;
    EventMembers members;
    if (!parser.parse(std::string_view(text).substr(0, json.size()), members))
        return std::nullopt;
    OriginalTimes out;
    bool hasShift = false;
    for (const auto& [key, value] : members.others) {
        const std::optional<std::int64_t> number = topLevelInteger(value);
        if (key == "add" && number) {
            out.add = *number;
            hasShift = true;
        }
        if (key == "base")
            out.base = number;
    }
    return hasShift ? std::optional(out) : std::nullopt;
}

// A top-level member: a time, or something to keep. `hasEvents`: some of this source were taken already.
void takeMember(TraceBuilder& builder, SplitPiece::Member& member, bool hasEvents,
                std::optional<OriginalTimes>& original)
{
    TraceSource& source = builder.source();
    if (member.key == kBaseTimeKey) {
        source.baseTime = topLevelInteger(member.json);
        if (source.baseTime)
            return;
        builder.report().add(WarningKind::badField, member.offset,
                             "baseTimeNanoseconds is no whole number: " + plainJson(member.json));
    }
    if (member.key == kOriginalTimes && !original && !hasEvents) {
        original = originalTimes(member.json);
        if (original) {
            source.shift = saturatingAdd(source.shift, original->add);
            return;
        }
    }
    if (member.key == "metadata" && member.json.starts_with(kOwnMetadata)) {
        const std::size_t behind = member.json.find_first_not_of("0123456789-", kOwnMetadata.size());
        if (behind == std::string::npos || member.json[behind] != ',')
            return;
        member.json = "{" + member.json.substr(skipJsonSpace(member.json, behind + 1));
    }
    JsonRepair notes;
    std::optional<std::string> repaired = repairJson(member.json, notes);
    const bool sound = repaired && notes.nonStandard.empty() && !notes.invalidUtf8;
    if (!sound)
        builder.report().add(WarningKind::nonStandardJson, member.offset,
                             "The value of " + plainJson(member.key) + " is not quite JSON: " +
                                 (notes.nonStandard.empty() ? "kept as a text" : notes.nonStandard));
    source.metadata.emplace_back(std::move(member.key), sound      ? std::move(member.json)
                                                        : repaired ? std::move(*repaired)
                                                                   : plainJson(member.json));
}

// The source's base, whose absence the file may have noted, less the clock's.
Ns clockDifference(const TraceSource& source, const std::optional<OriginalTimes>& original, const CommonClock* clock)
{
    const std::optional<Ns> base = original ? original->base : source.baseTime;
    return clock != nullptr && clock->base && base ? saturatingSub(*base, *clock->base) : 0;
}

void reportDamage(const std::string& damage, const ImportReport& odd, ImportReport& report)
{
    std::int64_t offset = -1;
    for (const Warning& warning : odd.warnings()) {
        if (warning.kind == WarningKind::truncatedInput)
            offset = warning.firstOffset;
    }
    report.add(WarningKind::truncatedInput, offset, "What could be unpacked is kept: " + damage + ".");
}

// Publishes what is there so far, seldom enough to cost a tenth of the time at most. Where nobody listens, what is
// derived from the events is brought up to date while the next ones are decoded, so that little is left to do at the
// end, which cannot be cancelled.
class Snapshots
{
public:
    explicit Snapshots(const TraceSnapshot& onSnapshot)
        : m_onSnapshot(onSnapshot)
    {
    }
    void offer(TraceBuilder& builder)
    {
        if (!m_onSnapshot) {
            constexpr std::size_t kPlaceEvery = 200'000; // events
            if (builder.eventCount() - m_placed < kPlaceEvery)
                return;
            m_placed = builder.eventCount();
            builder.snapshot();
            return;
        }
        if (builder.eventCount() > 0)
            publish(builder, Clock::now() < m_next);
    }
    // Before the next batch: where it lets itself be waited for, what came too soon to be published is published now.
    template <class Queue>
    void beforeWaiting(TraceBuilder& builder, Queue& queue)
    {
        if (m_isOwed && !queue.waitFor(kLeast))
            publish(builder, false);
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kLeast{100};

    void publish(TraceBuilder& builder, bool isTooSoon)
    {
        m_isOwed = isTooSoon;
        if (isTooSoon)
            return;
        const auto before = Clock::now();
        m_onSnapshot(builder.snapshot());
        const auto after = Clock::now();
        m_next = after + std::max<Clock::duration>(kLeast, (after - before) * 10);
    }

    const TraceSnapshot& m_onSnapshot;
    Clock::time_point m_next{};
    bool m_isOwed = false;    // there is something that was not published
    std::size_t m_placed = 0; // events
};

} // namespace

std::optional<std::int64_t> topLevelInteger(std::string_view json)
{
    if (json.starts_with('"') && json.ends_with('"') && json.size() >= 2)
        json = json.substr(1, json.size() - 2);
    return jsonInteger(json);
}

Result<void> readTrace(ByteSource& source, TraceBuilder& builder, Progress& progress, std::stop_token stop,
                       const TraceSnapshot& onSnapshot, CommonClock* clock)
{
    Pipeline line;
    const std::stop_callback onStop(stop, [&] {
        line.close();
        source.interrupt();
    });
    std::jthread reading([&] { readTexts(source, line); });
    std::jthread decoding([&] { decodeTexts(line); });

    ImportReport odd;
    std::optional<OriginalTimes> original;
    Snapshots snapshots(onSnapshot);
    bool hasEvents = false;
    Ns difference = 0;
    for (;;) {
        snapshots.beforeWaiting(builder, line.batches);
        std::optional<std::unique_ptr<Decoded>> decoded = line.batches.pop();
        if (!decoded)
            break;
        for (SplitPiece::Member& member : (*decoded)->members)
            takeMember(builder, member, hasEvents, original);
        if (!hasEvents && !(*decoded)->batch.events.empty()) {
            hasEvents = true;
            difference = clockDifference(builder.source(), original, clock);
            builder.source().shift = saturatingAdd(builder.source().shift, difference);
        }
        builder.append((*decoded)->batch);
        odd.merge((*decoded)->report);
        progress.add((*decoded)->stored);
        snapshots.offer(builder);
    }
    if (hasEvents && clockDifference(builder.source(), original, clock) != difference)
        clock->cameLate = true;
    if (original)
        builder.source().baseTime = original->base;
    if (stop.stop_requested())
        line.close();
    reading.join();
    decoding.join();
    if (!line.damage.empty() && !stop.stop_requested())
        reportDamage(line.damage, odd, builder.report());
    builder.report().merge(odd);
    if (stop.stop_requested())
        return failure(ErrorCode::cancelled, "reading was cancelled");
    if (line.error && builder.eventCount() == 0)
        return tl::unexpected(*line.error);
    if (line.error)
        builder.report().add(WarningKind::truncatedInput, -1, "Reading stopped early: " + line.error->text() + ".");
    if (!line.sawEvents)
        return failure(ErrorCode::format, odd.count(WarningKind::truncatedInput) > 0 || !line.damage.empty()
                                              ? "ends before its traceEvents begin: nothing in it can be shown"
                                              : "has no traceEvents: it is JSON, but not a trace");
    return {};
}

} // namespace decodescope
