// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/args_encoder.h"
#include "core/trace/args_table.h"

#include <QtTest>

#include <array>
#include <random>

using namespace decodescope;

namespace {
// The record of one text, through batch and store.
std::pair<ArgsStore, ArgsId> stored(const std::string& text)
{
    std::pair<ArgsStore, ArgsId> result;
    ArgsBatch batch;
    batch.add(text);
    std::vector<ArgsId> ids;
    result.first.append(batch, ids);
    result.second = ids.front();
    return result;
}
} // namespace

class TestArgsTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsTextExactly_data();
    void keepsTextExactly();
    void findsValues();
    void sharesTemplates();
    void snapshotKeepsRecords();
    void randomTextsSurvive();
    void patternsGiveTheTextOfOtherNumbers();
    void patternsAreOfOneEncoderUntilItForgets();
};

void TestArgsTable::keepsTextExactly_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("empty object") << QByteArray("{}");
    QTest::newRow("spaces") << QByteArray("{ \n \"a\" : 1 ,\t\"b\": 2.50 }");
    QTest::newRow("numbers that are not canonical") << QByteArray(R"({"a":-0,"b":007,"c":1e5,"d":-1.0,"e":+3,"f":0})");
    QTest::newRow("ends of int64") << QByteArray(
        R"({"a":9223372036854775807,"b":-9223372036854775808,"c":123456789012345678901234567890})");
    QTest::newRow("nested") << QByteArray(R"({"Input Dims":[[1,2048],[]],"x":{"y":[1,{"z":2}]},"n":5})");
    QTest::newRow("strings") << QByteArray(R"({"a\"b":"c,}]{\\","d":"\u0041"})");
    QTest::newRow("duplicate keys") << QByteArray(R"({"a":1,"a":2})");
    QTest::newRow("bare words") << QByteArray(R"({"a":inf,"b":NaN,"c":true,"d":null,"e":-inf})");
    QTest::newRow("not an object") << QByteArray("[1,2,3]");
    QTest::newRow("broken") << QByteArray(R"({"a":1,"b)");
    QTest::newRow("no value") << QByteArray(R"({"a":})");
    QTest::newRow("trailing comma") << QByteArray(R"({"a":1,})");
    QTest::newRow("nothing") << QByteArray("");
    QTest::newRow("the hole mark in a string") << QByteArray("{\"a\":\"x\x01y\",\"b\":3}");
    QTest::newRow("the hole mark as a value") << QByteArray("{\"a\":\x01,\"b\":3}");
    QTest::newRow("number then garbage") << QByteArray(R"({"a":1 2,"b":3})");
    QTest::newRow("escaped end") << QByteArray("{\"a\":\"\\");
    QByteArray many = "{";
    for (int i = 0; i < 100; ++i)
        many += "\"k" + QByteArray::number(i) + "\":" + QByteArray::number(i) + ",";
    many.back() = '}';
    QTest::newRow("more numbers than slots") << many;
    QTest::newRow("long number") << QByteArray("{\"a\":" + QByteArray(1000, '9') + "}");
}

void TestArgsTable::keepsTextExactly()
{
    QFETCH(QByteArray, text);
    const auto [store, id] = stored(text.toStdString());
    QCOMPARE(QByteArray::fromStdString(store.table().text(id)), text);
}

void TestArgsTable::findsValues()
{
    const auto [store, id] = stored(
        R"({"External id": 12,"grid": [4, 24, 1], "blocks per SM": 0.727273, "name": "a,b" , "big": 9223372036854775807, "x": -7, "x": 8})");
    const ArgsTable& table = store.table();
    QCOMPARE(table.integer(id, "External id").value(), 12);
    QCOMPARE(table.integer(id, "big").value(), std::numeric_limits<std::int64_t>::max());
    QCOMPARE(table.integer(id, "x").value(), 8);
    QVERIFY(!table.integer(id, "grid"));
    QVERIFY(!table.integer(id, "blocks per SM"));
    QVERIFY(!table.integer(id, "absent"));
    QVERIFY(table.value(id, "grid") == "[4, 24, 1]");
    QVERIFY(table.value(id, "blocks per SM") == "0.727273");
    QVERIFY(table.value(id, "name") == "\"a,b\"");
    QVERIFY(table.value(id, "External id") == "12");
    QVERIFY(!table.value(id, "absent"));
    QVERIFY(!table.value(kNoArgs, "x"));
    QVERIFY(table.text(kNoArgs) == "{}");
}

void TestArgsTable::sharesTemplates()
{
    ArgsStore store;
    std::vector<ArgsId> ids;
    for (int batchNumber = 0; batchNumber < 3; ++batchNumber) {
        ArgsBatch batch;
        for (int i = 0; i < 1000; ++i)
            batch.add(R"({"External id":)" + std::to_string(i) + R"(,"Input Dims":[[1,2048]]})");
        QCOMPARE(store.append(batch, ids), std::size_t{0});
    }
    QCOMPARE(store.table().templateCount(), std::size_t{1});
    QCOMPARE(store.table().templateOf(ids[3]), store.table().templateOf(ids[999]));
    QCOMPARE(store.table().integer(ids[999], "External id").value(), 999);
}

void TestArgsTable::snapshotKeepsRecords()
{
    ArgsStore store;
    std::vector<ArgsId> ids;
    ArgsBatch first;
    first.add(R"({"a":1})");
    store.append(first, ids);
    const ArgsTable snapshot = store.table();
    const ArgsId early = ids.front();
    ArgsBatch more;
    for (int i = 0; i < 400000; ++i)
        more.add(R"({"b":)" + std::to_string(i) + "}");
    store.append(more, ids);
    QVERIFY(snapshot.text(early) == R"({"a":1})");
    QVERIFY(store.table().text(ids.back()) == R"({"b":399999})");
}

void TestArgsTable::randomTextsSurvive()
{
    std::mt19937 random(7);
    const std::string alphabet = "{}[]\",:\\ \n0123456789-.eEabc\x01\xff";
    ArgsBatch batch;
    std::vector<std::string> texts;
    for (int i = 0; i < 20000; ++i) {
        std::string text = random() % 2 == 0 ? "{\"a\":" : "";
        const std::size_t length = random() % 30;
        for (std::size_t k = 0; k < length; ++k)
            text += alphabet[random() % alphabet.size()];
        if (random() % 2 == 0)
            text += "}";
        batch.add(text);
        texts.push_back(text);
    }
    ArgsStore store;
    std::vector<ArgsId> ids;
    store.append(batch, ids);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        QVERIFY2(store.table().text(ids[i]) == texts[i], texts[i].c_str());
        store.table().value(ids[i], "a");
        store.table().integer(ids[i], "a");
    }
}

// Two numbers in front, others and texts behind; over several batches, with other objects in between.
void TestArgsTable::patternsGiveTheTextOfOtherNumbers()
{
    constexpr std::int64_t kLargest = (std::int64_t{1} << 60) - 1;
    const auto object = [](std::int64_t first, std::int64_t second) {
        return "{\"a\": " + std::to_string(first) + ", \"b\": " + std::to_string(second) +
               R"(, "c": 0.727273, "d": [1, 2], "e": 12345678901234567890123, "f": "x"})";
    };
    ArgsEncoder encoder;
    ArgsStore store;
    ArgsPattern pattern;
    for (int batchNumber = 0; batchNumber < 3; ++batchNumber) {
        ArgsBatch batch;
        encoder.startBatch(batch);
        if (batchNumber == 0)
            encoder.learn(object(5, 6), 2, pattern);
        std::vector<std::string> texts(batch.size(), object(5, 6));
        for (const std::int64_t number : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{63}, kLargest, -kLargest}) {
            encoder.learn(R"({"other": 1})");
            texts.emplace_back(R"({"other": 1})");
            const std::array numbers{number, 1 - number / 2};
            QCOMPARE(encoder.addLike(pattern, numbers), std::optional(static_cast<std::uint32_t>(texts.size())));
            texts.push_back(object(numbers[0], numbers[1]));
        }
        std::vector<ArgsId> ids;
        store.append(batch, ids);
        QCOMPARE(ids.size(), texts.size());
        for (std::size_t i = 0; i < ids.size(); ++i)
            QCOMPARE(QByteArray::fromStdString(store.table().text(ids[i])), QByteArray::fromStdString(texts[i]));
        QVERIFY(!encoder.addLike(pattern, std::array{kLargest + 1, std::int64_t{0}})); // kept as a text
        QVERIFY(!encoder.addLike(pattern, std::array{std::int64_t{1}}));
    }
    QCOMPARE(store.table().templateCount(), std::size_t{2});
}

void TestArgsTable::patternsAreOfOneEncoderUntilItForgets()
{
    ArgsBatch batch;
    ArgsEncoder encoder;
    encoder.startBatch(batch);
    ArgsPattern pattern;
    const std::array<std::int64_t, 1> number{7};
    QVERIFY(!encoder.addLike(pattern, number));
    encoder.learn(R"({"a": 0.5})", 1, pattern); // not an integer
    QVERIFY(!encoder.addLike(pattern, number));
    encoder.learn(R"({"a": "x"})", 1, pattern); // no number
    QVERIFY(!encoder.addLike(pattern, number));
    encoder.learn(R"({"a": 3})", 1, pattern);
    QVERIFY(encoder.addLike(pattern, number));
    ArgsEncoder other;
    other.startBatch(batch);
    other.learn(R"({"b": 3})");
    QVERIFY(!other.addLike(pattern, number));
    for (int i = 0; i < 60'000; ++i)
        encoder.learn(R"({"k)" + std::to_string(i) + "\": 1}");
    QVERIFY(!encoder.addLike(pattern, number));
}

QTEST_APPLESS_MAIN(TestArgsTable)
#include "tst_args_table.moc"
