// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/timeline_state.h"

#include <QSignalSpy>
#include <QTest>

using namespace decodescope;

class TimelineStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void resetShowsContentWithAMargin();
    void clampsToFloor();
    void clampsToCeiling();
    void movesRangesInside();
    void survivesExtremes();
    void historyGoesBackAndForward();
    void continuousMovesAreOneEntry();
    void jumpAfterContinuousIsItsOwnEntry();
    void newViewForgetsWhatWasAhead();
    void historyIsBounded();
    void settersEmitOnlyOnChange();
    void selectedRangeIsOrdered();
    void resetForgetsSelections();

private:
    TimelineState* m_state = nullptr;
};

void TimelineStateTest::init()
{
    m_state = new TimelineState;
    m_state->reset({0, 100'000}, {0, 100'000});
}

void TimelineStateTest::cleanup()
{
    delete m_state;
}

void TimelineStateTest::resetShowsContentWithAMargin()
{
    QCOMPARE(m_state->visibleRange().begin, -1000);
    QCOMPARE(m_state->visibleRange().end, 101'000);
    QVERIFY(!m_state->canGoBack());
    m_state->reset({-1'000'000, 2'000'000}, {0, 1000});
    QCOMPARE(m_state->visibleRange().begin, -10);
    QCOMPARE(m_state->visibleRange().end, 1010);
}

void TimelineStateTest::clampsToFloor()
{
    m_state->setVisibleRange({50, 52});
    QCOMPARE(m_state->visibleRange().begin, 46);
    QCOMPARE(m_state->visibleRange().end, 56);
    m_state->setVisibleRange({70, 70});
    QCOMPARE(m_state->visibleRange().length(), TimelineState::kShortestView);
    QVERIFY(m_state->visibleRange().contains(70));
}

void TimelineStateTest::clampsToCeiling()
{
    m_state->setVisibleRange({-5'000'000, 5'000'000});
    QCOMPARE(m_state->visibleRange().begin, -1000);
    QCOMPARE(m_state->visibleRange().end, 101'000);
}

void TimelineStateTest::movesRangesInside()
{
    m_state->setVisibleRange({200'000, 210'000});
    QCOMPARE(m_state->visibleRange().begin, 91'000);
    QCOMPARE(m_state->visibleRange().end, 101'000);
    m_state->setVisibleRange({-50'000, -40'000});
    QCOMPARE(m_state->visibleRange().begin, -1000);
    QCOMPARE(m_state->visibleRange().end, 9000);
}

void TimelineStateTest::survivesExtremes()
{
    m_state->reset({kMinNs, kMaxNs}, {kMinNs, kMaxNs});
    QVERIFY(m_state->visibleRange().length() > 0);
    m_state->setVisibleRange({kMaxNs - 5, kMaxNs});
    QVERIFY(m_state->visibleRange().length() >= TimelineState::kShortestView);
    m_state->setVisibleRange({kMinNs, kMinNs + 20});
    QCOMPARE(m_state->visibleRange().begin, kMinNs);
    m_state->reset({0, 0}, {0, 0});
    QVERIFY(m_state->visibleRange().length() >= TimelineState::kShortestView);
}

void TimelineStateTest::historyGoesBackAndForward()
{
    const TimeRange first = m_state->visibleRange();
    m_state->setVisibleRange({10, 1010});
    m_state->setVisibleRange({500, 600});
    m_state->goBack();
    QCOMPARE(m_state->visibleRange().begin, 10);
    m_state->goBack();
    QVERIFY(m_state->visibleRange() == first);
    QVERIFY(!m_state->canGoBack());
    m_state->goBack();
    QVERIFY(m_state->visibleRange() == first);
    m_state->goForward();
    m_state->goForward();
    QCOMPARE(m_state->visibleRange().begin, 500);
    QVERIFY(!m_state->canGoForward());
}

void TimelineStateTest::continuousMovesAreOneEntry()
{
    const TimeRange first = m_state->visibleRange();
    for (int i = 1; i <= 20; ++i)
        m_state->setVisibleRange({i * 10, 50'000 + i}, TimelineState::Move::continuous);
    m_state->goBack();
    QVERIFY(m_state->visibleRange() == first);
    m_state->goForward();
    QCOMPARE(m_state->visibleRange().begin, 200);
}

void TimelineStateTest::jumpAfterContinuousIsItsOwnEntry()
{
    m_state->setVisibleRange({10, 20'000}, TimelineState::Move::continuous);
    m_state->setVisibleRange({100, 400});
    m_state->setVisibleRange({200, 20'000}, TimelineState::Move::continuous);
    m_state->goBack();
    QCOMPARE(m_state->visibleRange().begin, 100);
    m_state->goBack();
    QCOMPARE(m_state->visibleRange().begin, 10);
}

void TimelineStateTest::newViewForgetsWhatWasAhead()
{
    m_state->setVisibleRange({10, 1010});
    m_state->setVisibleRange({500, 600});
    m_state->goBack();
    m_state->setVisibleRange({7000, 9000});
    QVERIFY(!m_state->canGoForward());
    m_state->goBack();
    QCOMPARE(m_state->visibleRange().begin, 10);
}

void TimelineStateTest::historyIsBounded()
{
    ViewHistory history;
    history.clear({0, 1});
    for (Ns i = 1; i < 1000; ++i)
        history.add({i, i + 1});
    QCOMPARE(history.size(), ViewHistory::kMost);
    QCOMPARE(history.goBack().begin, 998);
}

void TimelineStateTest::settersEmitOnlyOnChange()
{
    QSignalSpy event(m_state, &TimelineState::selectedEventChanged);
    QSignalSpy hover(m_state, &TimelineState::hoveredEventChanged);
    QSignalSpy range(m_state, &TimelineState::selectedRangeChanged);
    QSignalSpy visible(m_state, &TimelineState::visibleRangeChanged);
    QSignalSpy highlight(m_state, &TimelineState::highlightChanged);
    QSignalSpy follow(m_state, &TimelineState::followChanged);
    for (int i = 0; i < 2; ++i) {
        m_state->setSelectedEvent(EventId{3});
        m_state->setHoveredEvent(EventId{4});
        m_state->setSelectedRange(TimeRange{1, 2});
        m_state->setVisibleRange({100, 900});
        m_state->setHighlight({Highlight::By::name, 5, {}});
        m_state->setFollow(true);
    }
    for (const QSignalSpy* spy : {&event, &hover, &range, &visible, &highlight, &follow})
        QCOMPARE(spy->count(), 1);
}

void TimelineStateTest::selectedRangeIsOrdered()
{
    m_state->setSelectedRange(TimeRange{90, 10});
    QCOMPARE(m_state->selectedRange()->begin, 10);
    QCOMPARE(m_state->selectedRange()->end, 90);
}

void TimelineStateTest::resetForgetsSelections()
{
    m_state->setSelectedEvent(EventId{3});
    m_state->setSelectedRange(TimeRange{1, 2});
    m_state->setHighlight({Highlight::By::events, 0, {EventId{1}}});
    m_state->setMarks({{{1, 2}, QStringLiteral("a"), {}}});
    m_state->setVisibleRange({100, 900});
    m_state->reset({0, 50}, {0, 50});
    QCOMPARE(m_state->selectedEvent(), kNoEvent);
    QVERIFY(!m_state->selectedRange());
    QVERIFY(m_state->highlight().isEmpty());
    QVERIFY(m_state->marks().empty());
    QVERIFY(!m_state->canGoBack());
}

QTEST_GUILESS_MAIN(TimelineStateTest)
#include "tst_timeline_state.moc"
