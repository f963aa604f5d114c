// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/chrome_trace_reader.h"

#include "core/io/bounded_queue.h"
#include "core/io/export_members.h"
#include "core/io/text_feed.h"
#include "core/trace/cut_out.h"

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

// What the threads share. The thread that reads owns `feed` and `error` until it has ended.
struct Pipeline
{
    explicit Pipeline(ByteSource& source)
        : feed(source)
    {
    }

    TextFeed feed;
    BoundedQueue<std::unique_ptr<TextPiece>> texts{kInFlight};
    BoundedQueue<std::unique_ptr<TextPiece>> spareTexts{kInFlight + 3};
    BoundedQueue<std::unique_ptr<Decoded>> batches{kInFlight};
    std::optional<Error> error;

    // False at the end and when it failed.
    bool read(TextPiece& piece)
    {
        const Result<bool> more = feed.next(piece);
        if (!more)
            error = more.error();
        return more && *more;
    }
    void close()
    {
        texts.close();
        spareTexts.close();
        batches.close();
    }
};

void readTexts(Pipeline& line)
{
    for (std::size_t made = 1;; ++made) { // the first was read before
        std::unique_ptr<TextPiece> piece;
        if (made < kInFlight + 2) {
            piece = std::make_unique<TextPiece>();
        } else {
            std::optional<std::unique_ptr<TextPiece>> spare = line.spareTexts.pop();
            if (!spare)
                break;
            piece = std::move(*spare);
        }
        if (!line.read(*piece) || !line.texts.push(std::move(piece)))
            break;
    }
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
        report.add(kind, oddity.offset, {}, oddity.count);
        return;
    }
    words += " (byte " + std::to_string(oddity.offset) + ", " + place.describe(oddity.offset) + ")";
    if (!oddity.excerpt.empty()) {
        const std::string shown = plainJson(oddity.excerpt); // quoted, and valid UTF-8 whatever it was
        words += ": " + shown;
    }
    report.add(kind, oddity.offset, words, oddity.count);
}

std::unique_ptr<Decoded> decodeText(EventDecoder& decoder, TextPiece& text)
{
    auto decoded = std::make_unique<Decoded>();
    decoder.startBatch(decoded->batch, decoded->report, text.place);
    decoded->batch.events.reserve(text.split.events.size() + text.split.events.size() / 8);
    for (const TextSpan& span : text.split.events)
        decoder.decode(text.text().substr(span.begin, span.size));
    for (const Oddity& oddity : text.split.oddities)
        reportOddity(oddity, text.place, decoded->report);
    decoded->members = std::move(text.split.members);
    decoded->stored = text.stored;
    return decoded;
}

void decodeTexts(Pipeline& line)
{
    EventDecoder decoder;
    while (std::optional<std::unique_ptr<TextPiece>> piece = line.texts.pop()) {
        if (!line.batches.push(decodeText(decoder, **piece)) || !line.spareTexts.push(std::move(*piece)))
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

// Of a source that stops before its end: what it holds whole, among what is known of it.
void noteCutOff(TraceBuilder& builder)
{
    const std::shared_ptr<const Trace> trace = builder.snapshot();
    const auto held = heldByCutOff(*trace, static_cast<std::uint32_t>(trace->sources().size()) - 1);
    if (!held)
        return;
    TraceSource& source = builder.source();
    std::erase_if(source.metadata, [](const auto& member) { return member.first == kCutOutMember; });
    source.metadata.emplace_back(kCutOutMember, cutOutJson(*held, source.shift));
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

// Takes what was decoded into the builder, in order.
class Taker
{
public:
    Taker(TraceBuilder& builder, Progress& progress, const TraceSnapshot& onSnapshot, CommonClock* clock)
        : m_builder(builder)
        , m_progress(progress)
        , m_clock(clock)
        , m_snapshots(onSnapshot)
    {
    }

    void take(Decoded& decoded)
    {
        for (SplitPiece::Member& member : decoded.members)
            takeMember(m_builder, member, m_hasEvents, m_original);
        if (!m_hasEvents && !decoded.batch.events.empty()) {
            m_hasEvents = true;
            m_difference = clockDifference(m_builder.source(), m_original, m_clock);
            m_builder.source().shift = saturatingAdd(m_builder.source().shift, m_difference);
        }
        m_builder.append(decoded.batch);
        m_odd.merge(decoded.report);
        m_progress.add(decoded.stored);
        m_snapshots.offer(m_builder);
    }
    void takeAll(BoundedQueue<std::unique_ptr<Decoded>>& batches)
    {
        for (;;) {
            m_snapshots.beforeWaiting(m_builder, batches);
            std::optional<std::unique_ptr<Decoded>> decoded = batches.pop();
            if (!decoded)
                break;
            take(**decoded);
        }
    }
    void finish()
    {
        if (m_hasEvents && clockDifference(m_builder.source(), m_original, m_clock) != m_difference)
            m_clock->cameLate = true;
        if (m_original)
            m_builder.source().baseTime = m_original->base;
    }

    // What was odd in the text.
    const ImportReport& odd() const { return m_odd; }

private:
    TraceBuilder& m_builder;
    Progress& m_progress;
    CommonClock* m_clock; // may be null
    Snapshots m_snapshots;
    ImportReport m_odd;
    std::optional<OriginalTimes> m_original;
    bool m_hasEvents = false;
    Ns m_difference = 0; // from the clock, when the first event came
};

// Reads all of the source. What ends within the first piece needs no other threads, which would take longer to start.
void readAll(Pipeline& line, Taker& taker)
{
    auto first = std::make_unique<TextPiece>();
    if (!line.read(*first))
        return;
    if (line.feed.isAtEnd()) {
        EventDecoder decoder;
        taker.take(*decodeText(decoder, *first));
        return;
    }
    line.texts.push(std::move(first));
    const std::jthread reading([&] { readTexts(line); });
    const std::jthread decoding([&] { decodeTexts(line); });
    taker.takeAll(line.batches);
}

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
    Pipeline line(source);
    Taker taker(builder, progress, onSnapshot, clock);
    {
        const std::stop_callback onStop(stop, [&] {
            line.close();
            source.interrupt();
        });
        readAll(line, taker);
    }
    taker.finish();
    const std::string damage = source.damage();
    if (line.error && !damage.empty()) // the deeper reason
        line.error->message += " (" + damage + ")";
    if (!damage.empty() && !stop.stop_requested())
        reportDamage(damage, taker.odd(), builder.report());
    builder.report().merge(taker.odd());
    if (stop.stop_requested())
        return failure(ErrorCode::cancelled, "reading was cancelled");
    if (line.error && builder.eventCount() == 0)
        return tl::unexpected(*line.error);
    if (line.error)
        builder.report().add(WarningKind::truncatedInput, -1, "Reading stopped early: " + line.error->text() + ".");
    if (!line.feed.sawEvents())
        return failure(ErrorCode::format, taker.odd().count(WarningKind::truncatedInput) > 0 || !damage.empty()
                                              ? "ends before its traceEvents begin: nothing in it can be shown"
                                              : "has no traceEvents: it is JSON, but not a trace");
    if (line.error || !damage.empty() || taker.odd().count(WarningKind::truncatedInput) > 0)
        noteCutOff(builder);
    return {};
}

} // namespace decodescope
