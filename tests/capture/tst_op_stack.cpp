// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/op_stack.h"

#include <QTest>

#include <string>

using namespace decodescope;

namespace {

std::vector<HostRecord> allRecords(HostRecordQueue& queue)
{
    std::vector<HostRecord> records;
    for (const auto& chunk : queue.takeAll())
        records.insert(records.end(), chunk->records.begin(), chunk->records.end());
    return records;
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
    void callBelongsToInnermostOp();
    void nestedCallPointsToOuterOne();
    void modulesAndAnnotationsComeWhenTheyClose();
    void endsWithoutBeginAreIgnored();
    void fullQueueDropsAndCounts();
    void namesAreCopiedOnce();
    void sameAddressWithAnotherTextIsAnotherName();
};

void OpStackTest::opsComeInBeginOrderWhenTheOutermostCloses()
{
    HostRecordQueue queue;
    OpStack stack(queue);
    stack.openWindow(5);
    allRecords(queue);
    queue.askFor();
    stack.beginOp("aten::linear");
    stack.startOp(10);
    runOp(stack, "aten::t", 11, 12);
    stack.beginOp("aten::mm").push_back(77);
    stack.startOp(13);
    QVERIFY(allRecords(queue).empty()); // still open
    stack.endOp(20);
    QVERIFY(allRecords(queue).empty());
    stack.endOp(21);

    const auto records = allRecords(queue);
    QCOMPARE(records.size(), std::size_t{3});
    QCOMPARE(records[0].name, "aten::linear");
    QCOMPARE(records[0].begin, Ns{10});
    QCOMPARE(records[0].end, Ns{21});
    QCOMPARE(records[0].id, std::uint64_t{1});
    QCOMPARE(records[1].name, "aten::t");
    QCOMPARE(records[1].id, std::uint64_t{2});
    QCOMPARE(records[2].name, "aten::mm");
    QCOMPARE(records[2].end, Ns{20});
    QCOMPARE(records[2].inputsEnd - records[2].inputsBegin, 1u);
}

void OpStackTest::callBelongsToInnermostOp()
{
    HostRecordQueue queue;
    OpStack stack(queue);
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
    for (const HostRecord& record : allRecords(queue)) {
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
    HostRecordQueue queue;
    OpStack stack(queue);
    stack.openWindow(0);
    allRecords(queue);
    stack.beginCall(CallDomain::runtime, 41, 50, 1);
    stack.beginCall(CallDomain::driver, 306, 50, 2); // the same correlation id: nothing new
    stack.endCall(3);
    stack.beginCall(CallDomain::driver, 306, 51, 4);
    stack.endCall(5);
    stack.endCall(6);
    stack.handOver();
    const auto records = allRecords(queue);
    QCOMPARE(records.size(), std::size_t{2});
    QCOMPARE(records[0].correlation, 50u);
    QCOMPARE(records[0].end, Ns{6});
    QCOMPARE(records[1].kind, HostRecordKind::nestedCall);
    QCOMPARE(records[1].correlation, 51u);
    QCOMPARE(records[1].number, std::int64_t{50});
}

void OpStackTest::modulesAndAnnotationsComeWhenTheyClose()
{
    HostRecordQueue queue;
    OpStack stack(queue);
    stack.openWindow(0);
    allRecords(queue);
    stack.beginAnnotation("ProfilerStep", 7, 1);
    stack.beginModule("", 4, 2);
    stack.beginModule("q_proj", 4, 3);
    stack.endModule(5);
    stack.endModule(6);
    queue.askFor();
    stack.endAnnotation(9);
    const auto records = allRecords(queue);
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
    HostRecordQueue queue;
    OpStack stack(queue);
    stack.endOp(1);
    stack.endCall(1);
    stack.endModule(1);
    stack.endAnnotation(1);
    stack.openWindow(2);
    stack.closeWindow(3);
    const auto records = allRecords(queue);
    QCOMPARE(records.size(), std::size_t{2});
    QCOMPARE(records[0].kind, HostRecordKind::windowOpen);
    QCOMPARE(records[1].kind, HostRecordKind::windowClose);
}

void OpStackTest::fullQueueDropsAndCounts()
{
    HostRecordQueue queue(3);
    OpStack stack(queue);
    stack.openWindow(0); // one record
    for (int i = 0; i < 4; ++i) {
        runOp(stack, "aten::add", i, i + 1);
        stack.handOver();
    }
    QCOMPARE(allRecords(queue).size(), std::size_t{3});
    QCOMPARE(queue.droppedRecords(), std::uint64_t{2});
    runOp(stack, "aten::add", 9, 10); // there is room again
    stack.handOver();
    QCOMPARE(allRecords(queue).size(), std::size_t{1});
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
