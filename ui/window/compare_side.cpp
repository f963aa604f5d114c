// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/compare_side.h"

#include "core/trace/cut_out.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/style/theme.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/compare_tables.h"
#include "ui/window/loading_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope {

namespace {

constexpr int kStepsWidth = 14; // characters

} // namespace

CompareSideView::CompareSideView(CompareController& compare, CompareController::Side side, QWidget* parent)
    : QWidget(parent)
    , m_compare(compare)
    , m_side(side)
    , m_state(new TimelineState(this))
    , m_timeline(new TimelineWidget(compare.document(side), *m_state))
    , m_title(new QLabel)
    , m_steps(new QLineEdit)
    , m_facts(new QLabel)
    , m_message(new QLabel)
{
    const QString letter = side == CompareController::a ? QStringLiteral("A") : QStringLiteral("B");
    auto* badge = new QLabel(letter);
    QFont bold = badge->font();
    bold.setBold(true);
    badge->setFont(bold);
    badge->setForegroundRole(QPalette::Link);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_title->setMinimumWidth(1); // a long name gives way
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    auto* stepsLabel = new QLabel(tr("Steps"));
    stepsLabel->setForegroundRole(QPalette::PlaceholderText);
    stepsLabel->setBuddy(m_steps);
    m_steps->setPlaceholderText(tr("all, or 3-5"));
    m_steps->setToolTip(tr("Numbers of ProfilerStep: 4, 3-5 or 3-5,8. Empty: all of them."));
    m_steps->setAccessibleName(tr("Steps of %1").arg(letter));
    m_steps->setFixedWidth(fontMetrics().averageCharWidth() * kStepsWidth);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_facts->setMinimumWidth(1);
    m_facts->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->setWordWrap(true);
    m_message->hide();
    auto* open = new QToolButton;
    open->setText(tr("Open\u2026"));
    open->setToolTip(tr("Another trace for this side."));
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 4, 8, 4);
    bar->setSpacing(8);
    for (QWidget* widget : std::initializer_list<QWidget*>{badge, m_title, open, stepsLabel, m_steps})
        bar->addWidget(widget);
    bar->addWidget(m_facts, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_message);
    layout->addWidget(m_timeline, 1);
    layout->insertWidget(1, new LoadingStrip(compare.document(side)));

    TraceDocument& document = compare.document(side);
    connect(open, &QToolButton::clicked, this, &CompareSideView::openRequested);
    connect(m_steps, &QLineEdit::editingFinished, this, &CompareSideView::takeSteps);
    connect(&document, &TraceDocument::traceReset, this, &CompareSideView::takeTrace);
    connect(&document, &TraceDocument::traceChanged, this, &CompareSideView::collapseRows); // after the timeline
    connect(&document, &TraceDocument::loadFailed, this, &CompareSideView::showMessage);
    connect(&compare, &CompareController::stepsChanged, this,
            [this] { m_steps->setText(m_compare.stepsText(m_side)); });
    connect(&compare, &CompareController::resultChanged, this, &CompareSideView::showFacts);
    collapseRows();
    takeTrace();
}

void CompareSideView::takeTrace()
{
    showMessage({});
    m_title->setText(m_compare.document(m_side).title());
    m_steps->setText(m_compare.stepsText(m_side));
    showFacts();
}

// What both have to say is on the steps, the model and the streams: of threads the outermost operators are enough.
void CompareSideView::collapseRows()
{
    const std::vector<TrackRow> rows(m_timeline->rows().allRows().begin(), m_timeline->rows().allRows().end());
    for (const TrackRow& row : rows)
        if (row.id.kind == RowKind::slices &&
            (row.trackKind == TrackKind::thread || row.trackKind == TrackKind::stream))
            m_timeline->rows().setCollapsed(row.id, true);
}

void CompareSideView::takeSteps()
{
    if (m_steps->text().trimmed() != m_compare.stepsText(m_side))
        showMessage(m_compare.setSteps(m_side, m_steps->text()));
    else
        showMessage({});
}

void CompareSideView::typeSteps(const QString& text)
{
    m_steps->setText(text);
    takeSteps();
}

QString CompareSideView::message() const
{
    return m_message->isHidden() ? QString() : m_message->text();
}

void CompareSideView::showFacts()
{
    const auto result = m_compare.result();
    if (!result) {
        m_facts->clear();
        return;
    }
    const Comparison& comparison = result->by[0];
    QString facts = compareTotalsText(m_side == CompareController::a ? comparison.a : comparison.b);
    if (const QString broken = brokenStepsText(); !broken.isEmpty())
        facts += QLatin1Char('\n') + broken;
    m_facts->setText(facts);
}

// Empty where all steps are whole, or none that is not was chosen.
QString CompareSideView::brokenStepsText() const
{
    const std::vector<bool> whole = wholeSteps(*m_compare.document(m_side).trace());
    const auto& chosen = m_compare.steps(m_side);
    const auto broken = int(std::count(whole.begin(), whole.end(), false));
    const auto counted = int(std::ranges::count_if(chosen, [&](std::size_t step) { return !whole[step]; }));
    if (counted > 0)
        return tr("%n of these steps are not whole in the file: only a part of what ran in them is counted.", nullptr,
                  counted);
    if (broken > 0 && m_compare.stepsText(m_side).isEmpty())
        return tr("%n steps that are not whole in the file are left out.", nullptr, broken);
    return {};
}

QString CompareSideView::facts() const
{
    return m_facts->text();
}

void CompareSideView::showMessage(const QString& text)
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, Theme::of(palette()).error);
    m_message->setPalette(colors);
    m_message->setContentsMargins(12, 2, 12, 4);
    m_message->setText(text);
    m_message->setVisible(!text.isEmpty());
}

} // namespace decodescope
