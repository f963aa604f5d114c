// SPDX-License-Identifier: GPL-3.0-or-later
// ChunkedVector and StringPool: copies are snapshots.
#include "core/base/chunked_vector.h"
#include "core/base/string_pool.h"

#include <QtTest>

#include <random>
#include <string>

using namespace decodescope;

class TestColumns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void growsAcrossChunks();
    void copyKeepsItsElements();
    void truncateLeavesCopiesAlone();
    void setLeavesCopiesAlone();
    void randomOperationsEqualAPlainVector();
    void internsEachTextOnce();
    void poolCopySurvivesTheInterner();
};

void TestColumns::growsAcrossChunks()
{
    ChunkedVector<int> column;
    const int count = 3 * static_cast<int>(ChunkedVector<int>::kChunkSize) + 5;
    for (int i = 0; i < count; ++i)
        column.push_back(i);
    QCOMPARE(column.size(), static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        QCOMPARE(column[static_cast<std::size_t>(i)], i);
}

void TestColumns::copyKeepsItsElements()
{
    ChunkedVector<int> column;
    column.push_back(1);
    const ChunkedVector<int> copy = column;
    for (int i = 0; i < 1000; ++i)
        column.push_back(7);
    QCOMPARE(copy.size(), std::size_t{1});
    QCOMPARE(copy[0], 1);
}

void TestColumns::truncateLeavesCopiesAlone()
{
    ChunkedVector<int> column;
    for (int i = 0; i < 100; ++i)
        column.push_back(i);
    const ChunkedVector<int> copy = column;
    column.truncate(10);
    for (int i = 0; i < 90; ++i)
        column.push_back(-1);
    QCOMPARE(copy[10], 10);
    QCOMPARE(copy[99], 99);
    QCOMPARE(column[10], -1);
    QCOMPARE(column[9], 9);
}

void TestColumns::setLeavesCopiesAlone()
{
    ChunkedVector<int> column;
    for (int i = 0; i < 40000; ++i)
        column.push_back(i);
    const ChunkedVector<int> copy = column;
    column.set(5, -5);
    column.set(39999, -6);
    column.push_back(8);
    QCOMPARE(copy[5], 5);
    QCOMPARE(copy[39999], 39999);
    QCOMPARE(column[5], -5);
    QCOMPARE(column[39999], -6);
    QCOMPARE(column[40000], 8);
}

void TestColumns::randomOperationsEqualAPlainVector()
{
    std::mt19937 random(20260101);
    ChunkedVector<int> column;
    std::vector<int> plain;
    std::vector<std::pair<ChunkedVector<int>, std::vector<int>>> snapshots;
    for (int round = 0; round < 300; ++round) {
        const int what = static_cast<int>(random() % 5);
        if (what == 0 && !plain.empty()) {
            const std::size_t size = random() % (plain.size() + 1);
            column.truncate(size);
            plain.resize(size);
        } else if (what == 1 && !plain.empty()) {
            const std::size_t i = random() % plain.size();
            column.set(i, round);
            plain[i] = round;
        } else if (what == 2) {
            column.shrink();
            QCOMPARE(column.bytes(), plain.size() * sizeof(int));
        } else {
            std::vector<int> more(random() % 9000, round);
            column.append(more.data(), more.size());
            plain.insert(plain.end(), more.begin(), more.end());
        }
        if (round % 20 == 0)
            snapshots.emplace_back(column, plain);
    }
    snapshots.emplace_back(column, plain);
    for (const auto& [copy, expected] : snapshots) {
        QCOMPARE(copy.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY(copy[i] == expected[i]);
    }
}

void TestColumns::internsEachTextOnce()
{
    StringInterner interner;
    QCOMPARE(interner.intern(""), kEmptyName);
    std::vector<NameId> ids;
    for (int i = 0; i < 5000; ++i)
        ids.push_back(interner.intern("name " + std::to_string(i)));
    for (int i = 0; i < 5000; ++i) {
        const std::string text = "name " + std::to_string(i);
        QCOMPARE(interner.intern(text), ids[static_cast<std::size_t>(i)]);
        QCOMPARE(interner.find(text), ids[static_cast<std::size_t>(i)]);
        QVERIFY(interner.pool().text(ids[static_cast<std::size_t>(i)]) == text);
    }
    QCOMPARE(interner.pool().size(), std::size_t{5001});
    QCOMPARE(interner.find("absent"), kEmptyName);
}

void TestColumns::poolCopySurvivesTheInterner()
{
    StringPool copy;
    NameId id = kEmptyName;
    const std::string large(200000, 'x');
    {
        StringInterner interner;
        id = interner.intern(large);
        copy = interner.pool();
    }
    QVERIFY(copy.text(id) == large);
}

QTEST_APPLESS_MAIN(TestColumns)
#include "tst_columns.moc"
