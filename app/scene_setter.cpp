// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scene_setter.h"

#include "ui/main_window.h"
#include "ui/model/gap_store.h"
#include "ui/model/live_controller.h"
#include "ui/model/sweep_controller.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/compare_window.h"
#include "ui/window/file_commands.h"
#include "ui/window/message_bar.h"
#include "ui/window/rules_commands.h"
#include "ui/window/search_box.h"
#include "ui/window/sweep_window.h"

#include <QApplication>
#include <QPixmap>

#include <algorithm>
#include <cstdio>

namespace decodescope {

namespace {

constexpr int kCheckIntervalMs = 20;
constexpr int kRoundsToBeSure = 3; // a result may start another job when it is delivered

} // namespace

SceneSetter::SceneSetter(MainWindow& window, const CommandLine& options)
    : m_window(window)
    , m_options(options)
{
    TraceDocument& document = window.document();
    connect(
        &document, &TraceDocument::traceChanged, this,
        [this] {
            if (!m_isArranged && m_window.document().state() == TraceDocument::State::idle)
                arrange();
        },
        Qt::QueuedConnection); // after the views have taken the trace
    connect(&document, &TraceDocument::loadFailed, this, [this](const QString& sentence) {
        if (!m_options.screenshot.isEmpty())
            fail(sentence);
    });
    connect(&window.sweep(), &SweepController::failed, this, [this](const QString& sentence) {
        if (!m_options.screenshot.isEmpty())
            fail(sentence);
    });
    connect(&window.rules(), &RulesCommands::failed, this, [this](const QString& sentence) {
        if (!m_options.screenshot.isEmpty())
            fail(sentence);
    });
    connect(&m_check, &QTimer::timeout, this, &SceneSetter::takePictureWhenSettled);
    m_check.setInterval(kCheckIntervalMs);
}

void SceneSetter::begin()
{
    if (!m_options.panel.isEmpty() && !m_window.showPanel(m_options.panel))
        fail(tr("There is no panel \"%1\".").arg(m_options.panel));
    if (!m_options.sweep.isEmpty()) {
        m_window.sweep().open(m_options.sweep);
        m_sweepWindow = m_window.showSweep();
        if (m_options.size.isValid())
            m_sweepWindow->resize(m_options.size);
    }
    if (m_options.capture)
        m_window.live().start(Settings().captureOptions());
    else if (!m_options.files.isEmpty())
        m_window.files().open(m_options.files);
    else
        m_isArranged = true;
    if (!m_options.screenshot.isEmpty())
        m_check.start();
}

void SceneSetter::fail(const QString& sentence)
{
    if (m_options.screenshot.isEmpty()) {
        m_window.messages().showError(sentence);
        return;
    }
    std::fprintf(stderr, "decodescope: %s\n", qUtf8Printable(sentence));
    m_check.stop();
    QMetaObject::invokeMethod(
        qApp, [] { QApplication::exit(1); }, Qt::QueuedConnection);
}

void SceneSetter::arrange()
{
    m_isArranged = true;
    if (!m_options.step.isEmpty() && !selectStep())
        return fail(tr("There is no step \"%1\" in this trace.").arg(m_options.step));
    if (m_options.showsPython)
        m_window.timeline().rows().setKindHidden(TrackKind::python, false);
    if (!m_options.find.isEmpty())
        m_window.search().setText(m_options.find);
    if (m_options.range) {
        m_window.state().setSelectedRange(m_options.range);
        m_window.timeline().navigator().zoomToSelection();
    }
    if (m_options.correlation && !selectKernel())
        return fail(tr("There is no kernel with the correlation id %1 in this trace.").arg(*m_options.correlation));
    if (m_options.gap && m_window.document().gaps().isComplete())
        selectGap();
    else if (m_options.gap)
        connect(&m_window.document().gaps(), &GapStore::changed, this, &SceneSetter::selectGap,
                Qt::SingleShotConnection);
    compare();
}

void SceneSetter::selectGap()
{
    const auto index = m_window.document().gaps().index();
    const auto gaps = index->gaps();
    const auto found =
        std::find_if(gaps.begin(), gaps.end(), [this](const Gap& gap) { return gap.range.begin == m_options.gap; });
    if (found == gaps.end())
        return fail(tr("No gap begins at %1 ns in this trace.").arg(*m_options.gap));
    m_window.timeline().navigator().goToGap(std::size_t(found - gaps.begin()));
}

void SceneSetter::compare()
{
    if (m_options.compare.isEmpty() && m_options.stepsA.isEmpty() && m_options.stepsB.isEmpty())
        return;
    m_compareWindow = m_options.compare.isEmpty() ? m_window.files().compareSteps()
                                                  : m_window.files().compareWith({m_options.compare});
    if (m_options.size.isValid())
        m_compareWindow->resize(m_options.size);
    const TraceDocument& other = m_compareWindow->compare().document(CompareController::b);
    connect(&other, &TraceDocument::loadFailed, this, &SceneSetter::fail);
    const auto choose = [this] {
        for (const auto& [side, steps] :
             {std::pair(CompareController::a, m_options.stepsA), std::pair(CompareController::b, m_options.stepsB)}) {
            if (const QString wrong = steps.isEmpty() ? QString() : m_compareWindow->compare().setSteps(side, steps);
                !wrong.isEmpty())
                fail(wrong);
        }
    };
    if (other.isEmpty())
        connect(&other, &TraceDocument::traceChanged, m_compareWindow, choose, Qt::SingleShotConnection);
    else
        choose();
}

bool SceneSetter::selectStep()
{
    const auto trace = m_window.document().trace();
    const auto steps = trace->steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const std::string_view name = trace->text(steps[i].name);
        if (m_options.step == QString::fromUtf8(name.data(), qsizetype(name.size())) ||
            m_options.step == QString::number(steps[i].number)) {
            m_window.timeline().navigator().selectStep(i);
            return true;
        }
    }
    return false;
}

bool SceneSetter::selectKernel()
{
    const auto trace = m_window.document().trace();
    for (std::size_t i = 0; i < trace->gpuOperationCount(); ++i) {
        const EventId event = trace->gpuOperation(i).event;
        if (trace->args().integer(trace->events().args(event), "correlation") == m_options.correlation) {
            if (m_options.range) { // what to look at was said
                m_window.state().setSelectedEvent(event);
                m_window.timeline().scrollToEvent(event);
            } else {
                m_window.timeline().navigator().goTo(event);
            }
            return true;
        }
    }
    return false;
}

bool SceneSetter::isSettled() const
{
    return m_isArranged && m_window.isSettled() && (!m_compareWindow || m_compareWindow->isSettled());
}

void SceneSetter::takePictureWhenSettled()
{
    m_settledRounds = isSettled() ? m_settledRounds + 1 : 0;
    if (m_settledRounds < kRoundsToBeSure)
        return;
    m_check.stop();
    QWidget& shown = m_sweepWindow     ? static_cast<QWidget&>(*m_sweepWindow)
                     : m_compareWindow ? static_cast<QWidget&>(*m_compareWindow)
                                       : m_window;
    if (!shown.grab().save(m_options.screenshot)) {
        fail(tr("%1 could not be written.").arg(m_options.screenshot));
        return;
    }
    QApplication::exit(0);
}

} // namespace decodescope
