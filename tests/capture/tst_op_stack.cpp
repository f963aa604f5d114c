// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/op_stack.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <thread>

using namespace decodescope;

namespace {

std::vector<HostRecord> completeRecords(HostLog& log, bool last = false)
{
    std::vector<HostRecord> begun;
    HostChunk complete;
    log.take(begun, complete, last);
    return complete.records;
}

void runOp(OpStack& stack, const char* name, Ns begin, Ns end)
{
    stack.beginOp(name);
    stack.startOp(begin);
    stack.endOp(end);
}

} // namespace

class OpStackTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opsComeInBeginOrderWhenTheOutermostCloses();
    void launchIsSeenWhileItsOperatorGoesOn();
    void whatIsOpenAtTheEndEndsWhereItBegan();
    void recordsOfManyBlocksComeInOrder();
    void anotherThreadReadsMeanwhile();
    void callBelongsToInnermostOp();
    void nestedCallPointsToOuterOne();
    void modulesAndAnnotationsComeWhenTheyClose();
    void endsWithoutBeginAreIgnored();
    void fullLogDropsAndCounts();
    void dropsEndWhenThereIsRoomAgain();
    void argumentsAreCopiedOnce();
    void argumentsAreFoundInAnyOrder();
    void argumentsLiveAsLongAsTheirRecords();
    void namesAreCopiedOnce();
    void sameAddressWithAnotherTextIsAnotherName();
};

void OpStackTest::opsComeInBeginOrderWhenTheOutermostCloses()
{
    HostLog log;
    OpStack stack(log);
    stack.openWindow(5);
    QCOMPARE(completeRecords(log).size(), std::size_t{1});
    stack.beginOp("aten::linear");
    stack.startOp(10);
    runOp(stack, "aten::t", 11, 12);
    stack.beginOp("aten::mm").push_back(77);
    stack.startOp(13);
    QVERIFY(completeRecords(log).empty()); // still open
    stack.endOp(20);
    QVERIFY(completeRecords(log).empty());
    stack.endOp(21);

    std::vector<HostRecord> begun;
    HostChunk chunk;
    log.take(begun, chunk);
    const auto& records = chunk.records;
    QCOMPARE(records.size(), std::size_t{3});
    QCOMPARE(records[0].name, "aten::linear");
    QCOMPARE(records[0].begin, Ns{10});
    QCOMPARE(records[0].end, Ns{21});
    QCOMPARE(records[0].id, std::uint64_t{1});
    QCOMPARE(records[1].name, "aten::t");
    QCOMPARE(records[1].id, std::uint64_t{2});
    QCOMPARE(records[2].name, "aten::mm");
    QCOMPARE(records[2].end, Ns{20});
    QCOMPARE(records[1].inputs, nullptr);
    QCOMPARE(records[2].inputs->words, std::vector<std::int64_t>{77});
}

void OpStackTest::launchIsSeenWhileItsOperatorGoesOn()
{
    HostLog log;
    OpStack stack(log);
    stack.openWindow(1);
    stack.beginOp("aten::mm");
    stack.startOp(2);
    stack.beginCall(CallDomain::runtime, 211, 9, 3);
    std::vector<HostRecord> begun;
    HostChunk complete;
    log.take(begun, complete);
    QCOMPARE(begun.size(), std::size_t{2});
    QCOMPARE(begun[0].kind, HostRecordKind::windowOpen);
    QCOMPARE(begun[1].kind, HostRecordKind::call);
    QCOMPARE(begun[1].correlation, 9u);
    QCOMPARE(begun[1].id, std::uint64_t{1});           // the operator's
    QCOMPARE(complete.records.size(), std::size_t{1}); // the window's border
    stack.endCall(4);
    log.take(begun, complete);
    QVERIFY(begun.empty());
    QVERIFY(complete.records.empty());
    stack.endOp(5);
    log.take(begun, complete);
    QVERIFY(begun.empty());
    QCOMPARE(complete.records.size(), std::size_t{2});
}

void OpStackTest::whatIsOpenAtTheEndEndsWhereItBegan()
{
    HostLog log;
    OpStack stack(log);
    stack.openWindow(1);
    completeRecords(log);
    stack.beginOp("aten::mm");
    stack.startOp(7);
    QVERIFY(completeRecords(log).empty());
    const auto records = completeRecords(log, true);
    QCOMPARE(records.size(), std::size_t{1});
    QCOMPARE(records[0].end, Ns{7});
}

// Blocks fill up and are used again; an operator may be open meanwhile.
void OpStackTest::recordsOfManyBlocksComeInOrder()
{
    HostLog log(3);
    OpStack stack(log);
    stack.openWindow(0);
    stack.beginOp("aten::outer");
    stack.startOp(0);
    std::vector<HostRecord> complete;
    std::int64_t next = 0;
    const auto take = [&] {
        std::vector<HostRecord> taken;
        HostChunk chunk;
        log.take(taken, chunk);
        for (const HostRecord& record : chunk.records) {
            if (record.inputs == nullptr)
                continue;
            for (const std::int64_t word : record.inputs->words)
                QCOMPARE(word, next++);
        }
        complete.insert(complete.end(), chunk.records.begin(), chunk.records.end());
    };
    const auto run = [&](std::size_t ops, std::size_t inputs) {
        for (std::size_t i = 0; i < ops; ++i) {
            WordBuffer& words = stack.beginOp("aten::inner");
            for (std::size_t word = 0; word < inputs; ++word) {
                static std::int64_t value = 0;
                words.push_back(value++);
            }
            stack.startOp(1);
            stack.endOp(2);
        }
    };
    run(HostLog::kBlockRecords, 1);
    take();
    QCOMPARE(complete.size(), std::size_t{1});
    stack.endOp(3);
    for (int i = 0; i < 20; ++i) {
        run(HostLog::kBlockRecords / 3, 20);
        take();
    }
    QCOMPARE(complete.size(), HostLog::kBlockRecords + 2 + 20 * (HostLog::kBlockRecords / 3));
    QCOMPARE(log.droppedRecords(), std::uint64_t{0});
    QVERIFY(std::is_sorted(complete.begin() + 1, complete.end(),
                           [](const HostRecord& a, const HostRecord& b) { return a.id < b.id; }));
}

// Under ThreadSanitizer this is the test of the log.
void OpStackTest::anotherThreadReadsMeanwhile()
{
    constexpr std::int64_t kOps = 30'000;
    HostLog log(4000);
    std::thread decode([&log] {
        OpStack stack(log);
        stack.openWindow(1);
        for (std::int64_t i = 0; i < kOps; ++i) {
            stack.beginOp("aten::mm").push_back(i);
            stack.startOp(2 + i);
            stack.beginCall(CallDomain::runtime, 211, static_cast<std::uint32_t>(i), 2 + i);
            stack.endCall(3 + i);
            stack.endOp(3 + i);
        }
        stack.closeWindow(kOps + 3);
    });
    std::int64_t calls = 0;
    std::int64_t ops = 0;
    bool isClosed = false;
    std::vector<HostRecord> begun;
    HostChunk chunk;
    while (!isClosed) {
        log.take(begun, chunk);
        for (const HostRecord& record : begun) {
            if (record.kind == HostRecordKind::call && record.correlation == static_cast<std::uint32_t>(calls))
                ++calls;
        }
        for (const HostRecord& record : chunk.records) {
            if (record.kind == HostRecordKind::op && record.end == 3 + ops && record.inputs->words.front() == ops)
                ++ops;
            isClosed = record.kind == HostRecordKind::windowClose;
        }
    }
    decode.join();
    QCOMPARE(ops, kOps);
    QCOMPARE(calls, kOps);
}

void OpStackTest::callBelongsToInnermostOp()
{
    HostLog log;
    OpStack stack(log);
    stack.openWindow(0);
    stack.beginAnnotation("ProfilerStep", 3, 1);
    stack.beginOp("aten::linear");
    stack.startOp(2);
    stack.beginOp("aten::mm");
    stack.startOp(3);
    stack.beginCall(CallDomain::driver, 652, 1000, 4);
    stack.endCall(5);
    stack.endOp(6);
    stack.beginCall(CallDomain::runtime, 211, 1001, 7);
    stack.endCall(8);
    stack.endOp(9);
    stack.beginCall(CallDomain::runtime, 165, 1002, 10);
    stack.endCall(11);
    stack.endAnnotation(12);
    stack.closeWindow(13);

    std::vector<HostRecord> calls;
    for (const HostRecord& record : completeRecords(log)) {
        if (record.kind == HostRecordKind::call)
            calls.push_back(record);
    }
    QCOMPARE(calls.size(), std::size_t{3});
    QCOMPARE(calls[0].id, std::uint64_t{3}); // aten::mm; the annotation is 1, aten::linear is 2
    QCOMPARE(calls[0].annotation, std::uint64_t{1});
    QCOMPARE(calls[0].domain, CallDomain::driver);
    QCOMPARE(calls[0].cbid, std::uint16_t{652});
    QCOMPARE(calls[1].id, std::uint64_t{2});
    QCOMPARE(calls[2].id, std::uint64_t{0});
    QCOMPARE(calls[2].annotation, std::uint64_t{1});
    QCOMPARE(calls[2].end, Ns{11});
}

void OpStackTest::nestedCallPointsToOuterOne()
{
    HostLog log;
    OpStack stack(log);
    stack.openWindow(0);
    completeRecords(log);
    stack.beginCall(CallDomain::runtime, 41, 50, 1);
    stack.beginCall(CallDomain::driver, 306, 50, 2); // the same correlation id: nothing new
    stack.endCall(3);
    stack.beginCall(CallDomain::driver, 306, 51, 4);
    stack.endCall(5);
    stack.endCall(6);
    const auto records = completeRecords(log);
    QCOMPARE(records.size(), std::size_t{2});
    QCOMPARE(records[0].correlation, 50u);
    QCOMPARE(records[0].end, Ns{6});
    QCOMPARE(records[1].kind, HostRecordKind::nestedCall);
    QCOMPARE(records[1].correlation, 51u);
    QCOMPARE(records[1].number, std::int64_t{50});
}

void OpStackTest::modulesAndAnnotationsComeWhenTheyClose()
{
    HostLog log;
    OpStack stack(log);
    stack.openWindow(0);
    completeRecords(log);
    stack.beginAnnotation("ProfilerStep", 7, 1);
    stack.beginModule("", 4, 2);
    stack.beginModule("q_proj", 4, 3);
    stack.endModule(5);
    stack.endModule(6);
    stack.endAnnotation(9);
    const auto records = completeRecords(log);
    QCOMPARE(records.size(), std::size_t{3});
    QCOMPARE(records[0].name, "q_proj");
    QCOMPARE(records[0].number, std::int64_t{4});
    QCOMPARE(records[1].name, "");
    QCOMPARE(records[1].begin, Ns{2});
    QCOMPARE(records[1].end, Ns{6});
    QCOMPARE(records[2].kind, HostRecordKind::annotation);
    QCOMPARE(records[2].number, std::int64_t{7});
}

void OpStackTest::endsWithoutBeginAreIgnored()
{
    HostLog log;
    OpStack stack(log);
    stack.endOp(1);
    stack.endCall(1);
    stack.endModule(1);
    stack.endAnnotation(1);
    stack.openWindow(2);
    stack.closeWindow(3);
    const auto records = completeRecords(log);
    QCOMPARE(records.size(), std::size_t{2});
    QCOMPARE(records[0].kind, HostRecordKind::windowOpen);
    QCOMPARE(records[1].kind, HostRecordKind::windowClose);
}

void OpStackTest::fullLogDropsAndCounts()
{
    HostLog log(1);
    OpStack stack(log);
    stack.openWindow(0); // one record
    for (std::size_t i = 0; i < HostLog::kBlockRecords + 1; ++i)
        runOp(stack, "aten::add", 1, 2);
    QCOMPARE(log.droppedRecords(), std::uint64_t{2});
    QCOMPARE(completeRecords(log).size(), HostLog::kBlockRecords);
    runOp(stack, "aten::add", 9, 10); // the only block is full, and the one to come must be free
    QCOMPARE(log.droppedRecords(), std::uint64_t{3});
}

void OpStackTest::dropsEndWhenThereIsRoomAgain()
{
    HostLog log(2);
    OpStack stack(log);
    stack.openWindow(0);
    for (std::size_t i = 0; i < 2 * HostLog::kBlockRecords; ++i)
        runOp(stack, "aten::add", 1, 2);
    QCOMPARE(log.droppedRecords(), std::uint64_t{1});
    QCOMPARE(completeRecords(log).size(), 2 * HostLog::kBlockRecords);
    runOp(stack, "aten::mul", 9, 10);
    const auto records = completeRecords(log);
    QCOMPARE(records.size(), std::size_t{1});
    QCOMPARE(records[0].name, "aten::mul");
}

void OpStackTest::argumentsAreCopiedOnce()
{
    InputTable table;
    constexpr const char* kOp = "aten::mm";
    const auto listOf = [](std::int64_t i) {
        std::vector<std::int64_t> words(static_cast<std::size_t>(i % 7 + 1), 1);
        words.back() = i; // lists that differ in one word
        return words;
    };
    std::vector<const InputList*> lists;
    for (std::int64_t i = 0; i < 5000; ++i)
        lists.push_back(table.intern(listOf(i), kOp));
    for (std::int64_t i = 0; i < 5000; ++i) {
        QCOMPARE(table.intern(listOf(i), kOp), lists[static_cast<std::size_t>(i)]);
        QCOMPARE(lists[static_cast<std::size_t>(i)]->words, listOf(i));
    }
    QCOMPARE(table.lists()->size(), std::size_t{5000});
    const std::vector<std::int64_t> few{1};
    const std::vector<std::int64_t> more{1, 0};
    QVERIFY(table.intern(few, kOp) != table.intern(more, kOp));
}

// Guesses are wrong all the time, and of lists that are gone when the table begins anew.
void OpStackTest::argumentsAreFoundInAnyOrder()
{
    std::mt19937 random(5);
    InputTable table;
    const std::array<const char*, 3> ops{"aten::mm", "aten::add", "aten::t"};
    for (int round = 0; round < 3; ++round) {
        std::map<std::vector<std::int64_t>, const InputList*> known;
        const auto lists = table.lists();
        for (int i = 0; i < 20'000; ++i) {
            // A sequence that repeats, disturbed now and then.
            const unsigned which = random() % 8 == 0 ? random() : static_cast<unsigned>(i) * 7919;
            std::vector<std::int64_t> words(which % 50 + 1, 1);
            words.back() = which % 3;
            const InputList* list = table.intern(words, ops[which % 3]);
            QCOMPARE(list->words, words);
            QCOMPARE(known.try_emplace(words, list).first->second, list);
        }
        QCOMPARE(lists->size(), known.size());
        table.renew();
        QVERIFY(table.lists() != lists);
    }
}

// The table begins anew when it is full; what the pump has not taken yet stays readable, and no longer.
void OpStackTest::argumentsLiveAsLongAsTheirRecords()
{
    HostLog log;
    OpStack stack(log);
    stack.openWindow(0);
    constexpr std::int64_t kOps = InputTable::kMostLists + 100;
    for (std::int64_t i = 0; i < kOps; ++i) {
        stack.beginOp("aten::mm").push_back(i);
        stack.startOp(1);
        stack.endOp(2);
    }
    std::vector<HostRecord> begun;
    HostChunk chunk;
    std::weak_ptr<const InputTable::Lists> first;
    std::int64_t next = 0;
    do {
        log.take(begun, chunk);
        if (next == 0)
            first = chunk.lists.front();
        for (const HostRecord& record : chunk.records) {
            if (record.inputs != nullptr)
                QCOMPARE(record.inputs->words.front(), next++);
        }
    } while (chunk.records.size() == HostLog::kMostAtOnce);
    QCOMPARE(next, kOps);
    QCOMPARE(chunk.lists.size(), std::size_t{2});
    chunk = {};
    QVERIFY(first.expired());
}

void OpStackTest::namesAreCopiedOnce()
{
    NameTable names;
    std::vector<std::string> texts;
    for (int i = 0; i < 5000; ++i)
        texts.push_back("aten::op" + std::to_string(i));
    std::vector<const char*> copies;
    for (const std::string& text : texts)
        copies.push_back(names.intern(text.c_str()));
    for (std::size_t i = 0; i < texts.size(); ++i) {
        QCOMPARE(names.intern(texts[i].c_str()), copies[i]);
        QCOMPARE(std::string(copies[i]), texts[i]);
        QVERIFY(copies[i] != texts[i].c_str());
    }
}

void OpStackTest::sameAddressWithAnotherTextIsAnotherName()
{
    NameTable names;
    char text[] = "first";
    const char* first = names.intern(text);
    qstrcpy(text, "other");
    const char* other = names.intern(text);
    QCOMPARE(std::string(first), std::string("first"));
    QCOMPARE(std::string(other), std::string("other"));
}

QTEST_APPLESS_MAIN(OpStackTest)
#include "tst_op_stack.moc"
