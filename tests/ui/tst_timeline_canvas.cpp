// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline shows: of a trace, of one that grows, in another theme.
#include "core/label/label_rules.h"
#include "core/label/label_trace.h"
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "tests/ui/three_steps_timeline.h"
#include "ui/model/gap_store.h"
#include "ui/model/timeline_navigator.h"
#include "ui/style/theme.h"

#include <QScreen>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace decodescope;
using test::traceOf;

class TestTimelineCanvas : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void init();
    void cleanup() { m_timeline.reset(); }
    void opensAtTheWholeTrace();
    void gapsAreFoldedWithTheView();
    void followsTheLiveEnd();
    void paintsWhatItFollows();
    void keepsATimeOriginThatIsSet();
    void growsWithoutMovingTheView();
    void themeChangeRepaints();
    void aRangesLineLeavesTheTextOfAMark_data();
    void aRangesLineLeavesTheTextOfAMark();

private:
    TraceDocument& document() { return m_timeline->document(); }
    TimelineState& state() { return m_timeline->state(); }
    TimelineWidget& widget() { return m_timeline->widget(); }

    std::unique_ptr<test::ThreeStepsTimeline> m_timeline;
};

void TestTimelineCanvas::init()
{
    m_timeline = std::make_unique<test::ThreeStepsTimeline>();
    QVERIFY(m_timeline->open());
}

void TestTimelineCanvas::opensAtTheWholeTrace()
{
    document().setTrace(traceOf("cpu 1 1\nop 500 1500 a\n"), QStringLiteral("other"));
    QVERIFY(state().visibleRange() == (TimeRange{490, 1510}));
    QCOMPARE(state().timeOrigin(), 500);
    document().setTrace(traceOf(test::kThreeSteps), QStringLiteral("steps"));
    QCOMPARE(state().timeOrigin(), 0);
}

void TestTimelineCanvas::gapsAreFoldedWithTheView()
{
    QTRY_VERIFY(document().gaps().isComplete());
    const auto drawn = [&] { return m_timeline->canvas().scene().bands()[1].list.gaps; };
    QCOMPARE(drawn().size(), std::size_t{6}); // six, cut at steps: 0-200, 400-1000, -1200, 1450-2000, -2200, 2300-3000
    QVERIFY(drawn()[1].text.contains(QStringLiteral("600")));
    widget().resize(400, 600); // too narrow for the shorter ones' text
    QVERIFY(drawn()[0].text.isEmpty());
    state().setVisibleRange({-60'000, 60'000}); // as far out as it goes
    for (const DrawnGap& gap : drawn())
        QVERIFY(gap.width >= 4);
}

void TestTimelineCanvas::followsTheLiveEnd()
{
    document().beginLive(QStringLiteral("live"));
    state().setFollow(true);
    document().publish(traceOf("cpu 1 1\nop 0 1000 a\n"));
    QVERIFY(state().visibleRange().contains(TimeRange{0, 1000}));
    document().publish(traceOf("cpu 1 1\nop 0 1000 a\nop 1000 5000 b\n"));
    QVERIFY(state().visibleRange().contains(TimeRange{0, 5000}));
    state().setVisibleRange({3000, 5000});
    document().publish(traceOf("cpu 1 1\nop 0 1000 a\nop 1000 5000 b\nop 8000 9000 c\n"));
    QVERIFY(state().visibleRange().contains(9000));
    QCOMPARE(state().visibleRange().length(), 2000);
    widget().navigator().pan(-0.5); // whoever moves does not follow
    QVERIFY(!state().follow());
}

void TestTimelineCanvas::paintsWhatItFollows()
{
    struct PaintCounter : QObject
    {
        int paints = 0;
        bool eventFilter(QObject*, QEvent* event) override
        {
            paints += event->type() == QEvent::Paint ? 1 : 0;
            return false;
        }
    } counter;
    m_timeline->canvas().installEventFilter(&counter);
    document().beginLive(QStringLiteral("live"));
    std::string text = "cpu 1 1\n";
    for (const bool follows : {true, false, true}) {
        state().setFollow(follows);
        QCoreApplication::processEvents();
        for (int i = 0; i < 3; ++i) {
            counter.paints = 0;
            const Ns begin = document().trace()->contentSpan().end;
            text += "op " + std::to_string(begin) + " " + std::to_string(begin + 1000) + " a\n";
            document().publish(traceOf(text.c_str()));
            QTRY_VERIFY(counter.paints > 0);
        }
    }
    // Nothing is left to do: what is on the screen is what a new picture would be.
    QWidget* const window = widget().window();
    const QImage shown = window->screen()->grabWindow(window->winId()).toImage();
    QCOMPARE(shown.size(), window->size());
    QCOMPARE(shown.convertToFormat(QImage::Format_RGB32),
             window->grab().toImage().convertToFormat(QImage::Format_RGB32));
}

void TestTimelineCanvas::keepsATimeOriginThatIsSet()
{
    TraceDocument document(
        [](const auto&, Progress&, std::stop_token, const auto&) -> Result<std::shared_ptr<const Trace>> {
            return failure(ErrorCode::unsupported, "no files here");
        },
        [](const Trace& trace, std::stop_token stop) { return labelTrace(trace, *LabelRules::builtIn(), stop); });
    TimelineState state;
    TimelineWidget widget(document, state);
    QSignalSpy labelled(&document, &TraceDocument::labelsChanged);
    document.setTrace(traceOf(test::kThreeSteps), QStringLiteral("steps"));
    QCOMPARE(state.timeOrigin(), 0);
    state.setTimeOrigin(1000);
    QTRY_VERIFY(document.isLabelled() && !labelled.isEmpty());
    QCOMPARE(state.timeOrigin(), 1000);
    document.setTrace(traceOf("cpu 1 1\nop 500 1500 a\n"), QStringLiteral("other"));
    QCOMPARE(state.timeOrigin(), 500);
}

void TestTimelineCanvas::growsWithoutMovingTheView()
{
    state().setVisibleRange({1000, 2000});
    state().setSelectedEvent(m_timeline->event("gemm"));
    document().publish(traceOf(std::string(test::kThreeSteps) + "kernel 5000 6000 more\n"));
    QVERIFY(state().visibleRange() == (TimeRange{1000, 2000}));
    QCOMPARE(state().selectedEvent(), m_timeline->event("gemm"));
    widget().navigator().fit();
    QVERIFY(state().visibleRange().contains(TimeRange{0, 6000}));
}

void TestTimelineCanvas::themeChangeRepaints()
{
    widget().setPalette(Theme::light().palette());
    const QImage light = widget().image();
    widget().setPalette(Theme::dark().palette());
    const QImage dark = widget().image();
    const QPoint empty(widget().width() / 2, widget().height() - 10);
    QCOMPARE(light.pixelColor(empty), Theme::light().canvas);
    QCOMPARE(dark.pixelColor(empty), Theme::dark().canvas);
}

void TestTimelineCanvas::aRangesLineLeavesTheTextOfAMark_data()
{
    QTest::addColumn<int>("height");
    QTest::newRow("rows below the foot") << 120;
    QTest::newRow("room below the rows") << 600;
}

// The text is at the foot, a line high.
void TestTimelineCanvas::aRangesLineLeavesTheTextOfAMark()
{
    QFETCH(int, height);
    widget().resize(1200, height);
    QCoreApplication::processEvents();
    state().setMarks({Mark{{1000, 2000}, QStringLiteral("kept"), {}}});
    const auto foot = [this] {
        const TimelineCanvas& canvas = m_timeline->canvas();
        const QPoint middle(int(m_timeline->xOf(1000)) + 4, canvas.height() - 14); // of the text's word
        return widget().grab(QRect(canvas.mapTo(&widget(), middle), QSize(24, 8))).toImage();
    };
    const QImage before = foot();
    state().setSelectedRange(TimeRange{1000, 2000});
    QCOMPARE(foot(), before);
}

QTEST_MAIN(TestTimelineCanvas)
#include "tst_timeline_canvas.moc"
