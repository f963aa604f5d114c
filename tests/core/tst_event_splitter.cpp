// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/byte_masks.h"
#include "core/io/event_splitter.h"
#include "core/io/text_feed.h"

#include <QTest>

#include <map>

using namespace decodescope;
using Kind = SplitPiece::Oddity::Kind;

namespace {

struct Found
{
    std::vector<std::string> events;
    std::vector<std::string> members;
    std::vector<Kind> oddities;
    std::string error;
};

// Splits a text that is presented in growing parts: `step` bytes more each time.
Found split(std::string_view text, std::size_t step)
{
    Found found;
    EventSplitter splitter;
    std::size_t begin = 0;
    std::size_t end = 0;
    while (end < text.size() || begin < end || text.empty()) {
        end = std::min(end + step, text.size());
        std::string padded(text.substr(begin, end - begin));
        const std::size_t size = padded.size();
        padded.append(kTextPadding, '{'); // must not matter
        SplitPiece piece;
        const auto done = splitter.split(std::string_view(padded).substr(0, size), static_cast<std::int64_t>(begin),
                                         end == text.size(), piece);
        if (!done) {
            found.error = done.error().message;
            return found;
        }
        for (const TextSpan& span : piece.events)
            found.events.push_back(padded.substr(span.begin, span.size));
        for (const auto& member : piece.members)
            found.members.push_back(member.key + "=" + member.json);
        for (const auto& oddity : piece.oddities)
            found.oddities.push_back(oddity.kind);
        begin += *done;
        if (end == text.size())
            break;
    }
    return found;
}

QStringList asList(const std::vector<std::string>& texts)
{
    QStringList list;
    for (const std::string& text : texts)
        list << QString::fromStdString(text);
    return list;
}

} // namespace

class TestEventSplitter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void finds_data();
    void finds();
    void cutAnywhere();
    void fastScanAgreesWithCareful();
    void binaryIsNamed();
    void longItemsArePassed();
    void manyOddities();
    void masks();
};

void TestEventSplitter::finds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("events");
    QTest::addColumn<QStringList>("members");
    QTest::addColumn<QList<int>>("oddities");
    const auto row = [](const char* name, const char* text, QStringList events, QStringList members = {},
                        QList<Kind> oddities = {}) {
        QList<int> kinds;
        for (const Kind kind : oddities)
            kinds << static_cast<int>(kind);
        QTest::addRow("%s", name) << QByteArray(text) << events << members << kinds;
    };
    row("object form", R"({"a": 1, "traceEvents": [{"x":1}, {"y":{"z":2}}], "b": [1, {"c": "]}"}]})",
        {R"({"x":1})", R"({"y":{"z":2}})"}, {"a=1", R"(b=[1, {"c": "]}"}])"});
    row("bare array", R"([{"x":1},{"y":2}])", {R"({"x":1})", R"({"y":2})"});
    row("bare array without its end", "[{\"x\":1},\n{\"y\":2},\n", {R"({"x":1})", R"({"y":2})"});
    row("nothing", R"({"traceEvents": []})", {});
    row("empty event", R"([{}])", {"{}"});
    row("braces and quotes in strings", R"([{"a":"}{\"}"},{"b":"\\"},{"c":"\\\"{"}])",
        {R"({"a":"}{\"}"})", R"({"b":"\\"})", R"({"c":"\\\"{"})"});
    row("byte order mark", "\xef\xbb\xbf\r\n [{\"x\":1}]", {R"({"x":1})"});
    row("trailing comma", R"([{"x":1},])", {R"({"x":1})"}, {}, {Kind::comma});
    row("leading comma", R"([,{"x":1}])", {R"({"x":1})"}, {}, {Kind::comma});
    row("missing comma", "[{\"x\":1}\n{\"y\":2}]", {R"({"x":1})", R"({"y":2})"}, {}, {Kind::comma});
    row("no objects", R"([1, "a", [2, {"b": 1}], null, {"x":1}])", {R"({"x":1})"}, {},
        {Kind::foreign, Kind::foreign, Kind::foreign, Kind::foreign});
    row("wrapped", R"({"traceEvents":{"traceEvents":[{"x":1}]}})", {R"({"x":1})"}, {}, {Kind::unwrapped});
    row("cut in an event", R"({"traceEvents":[{"x":1},{"y":)", {R"({"x":1})"}, {}, {Kind::truncated});
    row("cut between events", R"({"traceEvents":[{"x":1},)", {R"({"x":1})"}, {}, {Kind::truncated});
    row("cut behind the array", R"({"traceEvents":[{"x":1}])", {R"({"x":1})"}, {}, {Kind::truncated});
    row("cut in a member", R"({"traceEvents":[{"x":1}], "a": [1)", {R"({"x":1})"}, {}, {Kind::truncated});
    row("text behind the end", "[{\"x\":1}]  x", {R"({"x":1})"}, {}, {Kind::broken});
    row("text behind the object", R"({"traceEvents":[{"x":1}]} {"b": 1})", {R"({"x":1})"}, {}, {Kind::trailing});
    row("lost quote", R"([{"a":1},{"b":"c},{"d":1},{"e":"f"}])", {R"({"a":1})", R"({"d":1})", R"({"e":"f"})"}, {},
        {Kind::broken});
    row("a quote too many", R"([{"a":1},{"b":""c"},{"d":1},{"e":"f"}])", {R"({"a":1})", R"({"d":1})", R"({"e":"f"})"},
        {}, {Kind::broken});
    row("a brace too few", R"([{"a":1},{"b":{"c":1},{"d":1}])", {R"({"a":1})", R"({"d":1})"}, {}, {Kind::broken});
    row("traceEvents in a string", R"({"a": "\"traceEvents\": [", "traceEvents": [{"x":1}]})", {R"({"x":1})"},
        {R"(a="\"traceEvents\": [")"});
    row("broken member", R"({"a": {"b": "c"d"}, "traceEvents": [{"x":1}]})", {R"({"x":1})"}, {}, {Kind::broken});
}

void TestEventSplitter::finds()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, events);
    QFETCH(QStringList, members);
    QFETCH(QList<int>, oddities);
    const Found found = split(text.toStdString(), static_cast<std::size_t>(text.size()));
    QCOMPARE(found.error, std::string());
    QCOMPARE(asList(found.events), events);
    QCOMPARE(asList(found.members), members);
    QList<int> kinds;
    for (const Kind kind : found.oddities)
        kinds << static_cast<int>(kind);
    QCOMPARE(kinds, oddities);
}

// The pieces in which text arrives change nothing.
void TestEventSplitter::cutAnywhere()
{
    const std::string text = R"( {"m": "x\"]", "traceEvents": [ {"a":"\\\"}","b":{"c":[1,"]"]}} ,)"
                             "\n{\"d\":\"" +
                             std::string(150, '{') + R"("},{"e":1}], "n": {"o": [1, 2]}})";
    const Found whole = split(text, text.size());
    QCOMPARE(whole.events.size(), std::size_t{3});
    for (std::size_t step = 1; step < 140; ++step) {
        const Found parts = split(text, step);
        QCOMPARE(asList(parts.events), asList(whole.events));
        QCOMPARE(asList(parts.members), asList(whole.members));
        QVERIFY(parts.oddities.empty());
    }
}

// Blocks of 64 bytes against a walk byte by byte, with strings that end at every place of a block.
void TestEventSplitter::fastScanAgreesWithCareful()
{
    std::string text = "[";
    std::vector<std::string> wanted;
    unsigned random = 12345;
    for (int i = 0; i < 3000; ++i) {
        std::string value;
        random = random * 1103515245 + 12345;
        for (unsigned k = (random >> 16) % 150; k > 0; --k) {
            random = random * 1103515245 + 12345;
            static constexpr std::array kParts{"a", "\\\"", "\\\\", "{", "}", "]", "[", ",", " "};
            value += kParts[(random >> 16) % kParts.size()];
        }
        wanted.push_back("{\"k\":\"" + value + "\",\"n\":{}}");
        text += (i > 0 ? ",\n" : "") + wanted.back();
    }
    text += "]";
    QCOMPARE(asList(split(text, text.size()).events), asList(wanted));
    for (const std::string& event : wanted) {
        const ValueScan scan = scanValue(event, 0);
        QVERIFY(scan.status == ValueScan::Status::whole);
        QCOMPARE(scan.end, event.size());
    }
}

void TestEventSplitter::binaryIsNamed()
{
    QVERIFY(split("\x89PNG\r\n\x1a\n", 100).error.find("PNG") != std::string::npos);
    QVERIFY(split("PK\x03\x04", 100).error.find("zip") != std::string::npos);
    QVERIFY(split("hello", 100).error.find("68 65 6c 6c 6f") != std::string::npos);
    QVERIFY(split("  \n ", 100).error.find("nothing but white space") != std::string::npos);
}

void TestEventSplitter::longItemsArePassed()
{
    // An event beyond the limit is left out; those around it are found.
    std::string text = "[{\"a\":1},{\"long\":\"";
    text.append(EventSplitter::kMaxItem + 100, 'x');
    text += "\\\"}\"},{\"b\":2}]";
    const std::unique_ptr<ByteSource> source = openMemory(text);
    TextFeed feed(*source);
    TextPiece piece;
    QStringList events;
    std::uint64_t tooLong = 0;
    std::size_t largest = 0;
    for (;;) {
        const Result<bool> more = feed.next(piece);
        QVERIFY(more.has_value());
        if (!*more)
            break;
        for (const TextSpan& span : piece.split.events)
            events << QString::fromStdString(std::string(piece.text().substr(span.begin, span.size)));
        for (const auto& oddity : piece.split.oddities)
            tooLong += oddity.kind == Kind::tooLong ? 1 : 0;
        largest = std::max(largest, piece.bytes.size());
    }
    QCOMPARE(events, (QStringList{R"({"a":1})", R"({"b":2})"}));
    QCOMPARE(tooLong, std::uint64_t{1});
    QVERIFY(largest <= 2 * EventSplitter::kMaxItem + 4096);
}

// Each is counted, and few are kept.
void TestEventSplitter::manyOddities()
{
    constexpr std::size_t kMany = 100'000;
    std::string text = "[7," + std::string(kMany, ',') + "{\"a\":1}]";
    text.append(kTextPadding, ' ');
    EventSplitter splitter;
    SplitPiece piece;
    QVERIFY(splitter.split(std::string_view(text).substr(0, text.size() - kTextPadding), 0, true, piece).has_value());
    QCOMPARE(piece.events.size(), std::size_t{1});
    QVERIFY(piece.oddities.size() <= SplitPiece::kMostOddities);
    std::map<Kind, std::uint64_t> counts;
    for (const auto& oddity : piece.oddities)
        counts[oddity.kind] += oddity.count;
    QCOMPARE(counts[Kind::foreign], std::uint64_t{1});
    QCOMPARE(counts[Kind::comma], std::uint64_t{kMany});
}

void TestEventSplitter::masks()
{
    // Escapes as one walk by hand sees them, over block borders.
    std::string text;
    for (int i = 0; i < 40; ++i)
        text += std::string(static_cast<std::size_t>(i % 7), '\\') + "\"ab";
    std::vector<bool> escaped(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && !escaped[i] && i + 1 < text.size())
            escaped[i + 1] = true;
    }
    const std::size_t size = text.size();
    text.append(kMaskBlock, ' ');
    std::uint64_t carry = 0;
    for (std::size_t at = 0; at < size; at += kMaskBlock) {
        const ByteMasks masks = byteMasks(text.data() + at);
        const std::uint64_t bits = escapedBytes(masks.backslashes, carry);
        for (std::size_t i = 0; i < kMaskBlock && at + i < size; ++i) {
            QCOMPARE(((masks.quotes >> i) & 1) != 0, text[at + i] == '"');
            if (text[at + i] == '"')
                QCOMPARE(((bits >> i) & 1) != 0, static_cast<bool>(escaped[at + i]));
        }
    }
    QCOMPARE(prefixXor(0b10010), std::uint64_t{0b01110});
    QCOMPARE(countByte(text.data(), size, 'a'), std::size_t{40});
}

QTEST_APPLESS_MAIN(TestEventSplitter)
#include "tst_event_splitter.moc"
