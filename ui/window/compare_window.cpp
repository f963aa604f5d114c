// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/compare_window.h"

#include "core/label/label.h"
#include "ui/model/settings.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/view_link.h"
#include "ui/panels/table_view.h"
#include "ui/style/theme.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/compare_side.h"
#include "ui/window/compare_tables.h"
#include "ui/window/screen_size.h"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace decodescope {

namespace {

using enum CompareController::Side;

const QString kLayout = QStringLiteral("compare");
constexpr double kZoomFactor = 1.5;
constexpr double kPanPart = 0.2;
// Names are few beside events, and asked for once a click. kEmptyName: the trace has none like it. O(names).
NameId nameOf(const Trace& trace, std::string_view text)
{
    for (std::size_t i = 0; i < trace.strings().size(); ++i)
        if (trace.text(NameId(std::uint32_t(i))) == text)
            return NameId(std::uint32_t(i));
    return kEmptyName;
}

constexpr CompareGrouping kGroupings[] = {CompareGrouping::part, CompareGrouping::kernel, CompareGrouping::op};

} // namespace

CompareWindow::CompareWindow(const TraceDocument& original, Settings& settings, QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_settings(settings)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Compare"));
    TraceDocument* documentA = original.makeSibling(this);
    TraceDocument* documentB = original.makeSibling(this);
    m_compare = new CompareController(*documentA, *documentB, this);
    assemble();
    for (TraceDocument* document : {documentA, documentB})
        connect(document, &TraceDocument::traceChanged, this, &CompareWindow::takeTraces);
    connect(m_compare, &CompareController::stepsChanged, this, [this] { showPair(0); });
    connect(m_compare, &CompareController::resultChanged, this, &CompareWindow::showResult);
    documentA->setTrace(original.trace(), original.title(), original.files());
    const int line = fontMetrics().height();
    if (!restoreGeometry(m_settings.layout(kLayout)))
        resize(withinScreen(*this, {line * 80, line * 52}));
}

CompareWindow::~CompareWindow() = default;

void CompareWindow::assemble()
{
    for (const auto side : {a, b})
        m_sides[side] = new CompareSideView(*m_compare, side);
    // After the views: they tell their states first how far a trace reaches.
    m_link = new ViewLink(m_sides[a]->state(), m_sides[b]->state(), this);
    for (const auto side : {a, b})
        for (const auto signal : {&TraceDocument::traceChanged, &TraceDocument::labelsChanged})
            connect(&m_compare->document(side), signal, m_link, &ViewLink::widen);
    auto* rows = new QSplitter(Qt::Vertical);
    for (const auto side : {a, b}) {
        rows->addWidget(m_sides[side]);
        connect(m_sides[side], &CompareSideView::openRequested, this, [this, side] { chooseFile(side); });
    }
    rows->addWidget(makeLower());
    rows->setChildrenCollapsible(false);
    for (int i = 0; i < 3; ++i)
        rows->setStretchFactor(i, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(rows);
    setAutoFillBackground(true);
    addKeys();
}

// In another language; traces, steps and view stay.
void CompareWindow::rebuild()
{
    m_isRebuildDue = false;
    const std::size_t pair = m_pair;
    const TimeRange view = m_sides[a]->state().visibleRange();
    delete std::exchange(m_link, nullptr);
    delete layout();
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    const QList<QAction*> keys = actions();
    qDeleteAll(keys);
    assemble();
    takeTraces();
    showResult();
    showPair(pair);
    m_sides[a]->state().setVisibleRange(view);
}

void CompareWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && !std::exchange(m_isRebuildDue, true))
        QMetaObject::invokeMethod(this, &CompareWindow::rebuild, Qt::QueuedConnection);
    if (event->type() == QEvent::PaletteChange && m_tables[0] != nullptr)
        showResult(); // colours are part of what is shown
}

QWidget* CompareWindow::makeLower()
{
    auto* previous = new QToolButton;
    previous->setText(QStringLiteral("\u2039"));
    previous->setToolTip(tr("The steps before (PgUp)"));
    previous->setAccessibleName(tr("The steps before"));
    auto* next = new QToolButton;
    next->setText(QStringLiteral("\u203a"));
    next->setToolTip(tr("The next steps (PgDown)"));
    next->setAccessibleName(tr("The next steps"));
    connect(previous, &QToolButton::clicked, this, [this] { showPair(m_pair > 0 ? m_pair - 1 : 0); });
    connect(next, &QToolButton::clicked, this, [this] { showPair(m_pair + 1); });
    m_pairLabel = new QLabel;
    m_pairLabel->setForegroundRole(QPalette::PlaceholderText);
    m_sentence = new QLabel;
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 8, 8, 0);
    bar->addWidget(m_sentence, 1);
    bar->addWidget(previous);
    bar->addWidget(m_pairLabel);
    bar->addWidget(next);

    m_tabs = new QTabWidget;
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    m_tabs->tabBar()->setExpanding(false);
    const QString titles[] = {tr("Model parts"), tr("Kernels"), tr("Operators")};
    for (const CompareGrouping grouping : kGroupings) {
        auto* table = new TableView;
        table->setAccessibleName(titles[std::size_t(grouping)]);
        connect(table, &TableView::rowPicked, this, [this, grouping](std::size_t row) { highlight(grouping, row); });
        m_tables[std::size_t(grouping)] = table;
        m_tabs->addTab(table, titles[std::size_t(grouping)]);
    }
    auto* lower = new QWidget;
    auto* lowerLayout = new QVBoxLayout(lower);
    lowerLayout->setContentsMargins(0, 0, 0, 0);
    lowerLayout->addLayout(bar);
    lowerLayout->addWidget(m_tabs, 1);

    return lower;
}

void CompareWindow::addKey(const QString& text, const QList<QKeySequence>& keys, const std::function<void()>& run)
{
    auto* action = new QAction(text, this);
    action->setShortcuts(keys);
    connect(action, &QAction::triggered, this, run);
    addAction(action);
}

// Those of the main window. What one timeline does the other follows.
void CompareWindow::addKeys()
{
    TimelineNavigator& go = m_sides[a]->timeline().navigator();
    const auto key = [](const char* keys) { return QKeySequence(QLatin1String(keys), QKeySequence::PortableText); };
    addKey(tr("Zoom in"), {key("W"), key("+"), key("=")}, [&go] { go.zoom(kZoomFactor); });
    addKey(tr("Zoom out"), {key("S"), key("-")}, [&go] { go.zoom(1 / kZoomFactor); });
    addKey(tr("Move left"), {key("A")}, [&go] { go.pan(-kPanPart); });
    addKey(tr("Move right"), {key("D")}, [&go] { go.pan(kPanPart); });
    addKey(tr("Fit the steps"), {key("F")}, [this] { showPair(m_pair); });
    addKey(tr("Fit all"), {key("0"), key("Home")}, [&go] { go.fit(); });
    addKey(tr("The next steps"), {key("PgDown"), key("Ctrl+Right")}, [this] { showPair(m_pair + 1); });
    addKey(tr("The steps before"), {key("PgUp"), key("Ctrl+Left")}, [this] { showPair(m_pair > 0 ? m_pair - 1 : 0); });
    addKey(tr("Close"), {key("Ctrl+W")}, [this] { close(); });
    addKey(tr("No highlight"), {key("Escape")}, [this] {
        for (CompareSideView* side : m_sides)
            side->state().endHighlight();
    });
}

void CompareWindow::openB(const QStringList& files)
{
    m_compare->document(b).open(files);
}

void CompareWindow::compareOwnSteps()
{
    const TraceDocument& own = m_compare->document(a);
    m_compare->document(b).setTrace(own.trace(), own.title(), own.files());
    const auto steps = own.trace()->steps();
    if (steps.size() < 2)
        return;
    const auto text = [&](std::size_t first, std::size_t last) {
        const QString from = QString::number(steps[first].number);
        return first == last ? from : from + QLatin1Char('-') + QString::number(steps[last].number);
    };
    const std::size_t half = steps.size() / 2;
    m_compare->setSteps(a, text(0, half - 1));
    m_compare->setSteps(b, text(half, steps.size() - 1));
}

void CompareWindow::chooseFile(CompareController::Side side)
{
    const QStringList files =
        QFileDialog::getOpenFileNames(this, tr("Open a trace to compare"), m_settings.lastFolder(),
                                      tr("Traces (*.json *.json.gz *.gz *.tar *.tgz);;All files (*)"));
    if (files.isEmpty())
        return;
    m_settings.setLastFolder(QFileInfo(files.front()).absolutePath());
    m_compare->document(side).open(files);
}

void CompareWindow::takeTraces()
{
    setWindowTitle(
        tr("%1 beside %2 \u2013 Decodescope").arg(m_compare->document(a).title(), m_compare->document(b).title()));
    showPair(0);
}

std::size_t CompareWindow::pairCount() const
{
    return std::max<std::size_t>({1, m_compare->steps(a).size(), m_compare->steps(b).size()});
}

void CompareWindow::showPair(std::size_t nth)
{
    m_pair = std::min(nth, pairCount() - 1);
    const std::array<TimeRange, 2> ranges{m_compare->rangeOf(a, m_pair), m_compare->rangeOf(b, m_pair)};
    m_link->setOrigins(ranges[a].begin, ranges[b].begin);
    Ns longest = 1;
    for (const auto side : {a, b}) {
        if (m_compare->document(side).isEmpty())
            continue;
        m_sides[side]->state().setSelectedRange(ranges[side]);
        longest = std::max(longest, ranges[side].length());
    }
    const Ns margin = std::max<Ns>(longest / 50, 1);
    m_link->show(-margin, longest + 2 * margin);
    m_pairLabel->setText(tr("steps %1 of %2").arg(m_pair + 1).arg(pairCount()));
}

void CompareWindow::showResult()
{
    const auto result = m_compare->result();
    for (const CompareGrouping grouping : kGroupings) {
        const auto at = std::size_t(grouping);
        m_shown[at] =
            result ? std::shared_ptr<const Comparison>(result, &result->by[at]) : std::make_shared<const Comparison>();
        m_tables[at]->table().setTable(compareColumns(m_shown[at], grouping, Theme::of(palette()).isDark),
                                       m_shown[at]->rows.size());
        m_tables[at]->fitColumns();
    }
    m_sentence->setText(result ? compareSentence(result->by[0]) : tr("Open a trace to compare with."));
}

QString CompareWindow::sentence() const
{
    return m_sentence->text();
}

void CompareWindow::highlight(CompareGrouping grouping, std::size_t row)
{
    const CompareRow& picked = m_shown[std::size_t(grouping)]->rows[row];
    for (const auto side : {a, b}) {
        Highlight wanted;
        if (grouping == CompareGrouping::part) {
            if (const auto part = partFromName(picked.name))
                wanted = {Highlight::By::part, std::uint32_t(*part), {}};
        } else {
            const bool isOldName = side == a && !picked.nameInA.empty();
            const NameId name = nameOf(*m_compare->document(side).trace(), isOldName ? picked.nameInA : picked.name);
            if (name != kEmptyName)
                wanted = {Highlight::By::name, std::uint32_t(index(name)), {}};
        }
        m_sides[side]->state().setHighlight(wanted);
    }
}

bool CompareWindow::isSettled() const
{
    const QList<JobRunner*> jobs = findChildren<JobRunner*>();
    return m_compare->document(b).state() == TraceDocument::State::idle &&
           std::none_of(jobs.begin(), jobs.end(), [](const JobRunner* job) { return job->isRunning(); });
}

void CompareWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setLayout(kLayout, saveGeometry());
    QWidget::closeEvent(event);
}

} // namespace decodescope
