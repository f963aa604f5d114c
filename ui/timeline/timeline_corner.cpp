// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_corner.h"

#include "ui/model/core_texts.h"
#include "ui/model/number_text.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/style/theme.h"
#include "ui/timeline/slice_names.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>

namespace decodescope {

TimelineCorner::TimelineCorner(TraceDocument& document, TimelineState& state, TrackLayout& layout, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_state(state)
    , m_layout(layout)
    , m_lit(new QLabel)
    , m_only(new QToolButton)
    , m_end(new QToolButton)
    , m_filter(new QLineEdit)
{
    m_only->setCheckable(true);
    m_end->setText(QString(QChar(0x00d7)));
    m_end->setAutoRaise(true);
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_lit->setMinimumWidth(20);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(10, 3, 6, 3);
    grid->setHorizontalSpacing(4);
    grid->setVerticalSpacing(2);
    grid->addWidget(m_lit, 0, 0);
    grid->addWidget(m_only, 0, 1);
    grid->addWidget(m_end, 0, 2);
    grid->addWidget(m_filter, 1, 0, 1, 3);
    grid->setColumnStretch(0, 1);
    grid->setRowStretch(0, 1);
    takeFont();
    takeTexts();
    connect(m_only, &QToolButton::clicked, this, [this](bool on) { m_state.setShowsOnlyMatches(on); });
    connect(m_end, &QToolButton::clicked, this, [this] { m_state.endHighlight(); });
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) { m_layout.setFilter(text); });
    connect(&layout, &TrackLayout::changed, this, [this] {
        if (m_filter->text() != m_layout.filter()) // another trace
            m_filter->setText(m_layout.filter());
    });
    connect(&state, &TimelineState::highlightChanged, this, &TimelineCorner::showLit);
    connect(&state, &TimelineState::showsOnlyMatchesChanged, this, &TimelineCorner::showLit);
}

void TimelineCorner::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

QString TimelineCorner::litText() const
{
    const Highlight& lit = m_state.highlight();
    switch (lit.by) {
    case Highlight::By::nothing:
        return {};
    case Highlight::By::events:
        return tr("%1 slices", nullptr, pluralOf(lit.events.size())).arg(countText(lit.events.size()));
    case Highlight::By::name: {
        const auto trace = m_document.trace();
        if (lit.key >= trace->strings().size())
            return {};
        return SliceNames::shortName(trace->text(static_cast<NameId>(lit.key)), EventKind::kernel);
    }
    case Highlight::By::part:
        return partText(static_cast<Part>(lit.key));
    case Highlight::By::family:
        return familyText(static_cast<KernelFamily>(lit.key));
    }
    return {};
}

void TimelineCorner::showLit()
{
    const QString text = litText();
    const bool isLit = !m_state.highlight().isEmpty();
    m_lit->setVisible(isLit);
    m_only->setVisible(isLit);
    m_end->setVisible(isLit);
    m_only->setChecked(m_state.showsOnlyMatches());
    m_lit->setToolTip(tr("Lit: %1").arg(text));
    m_lit->setText(m_lit->fontMetrics().elidedText(text, Qt::ElideRight, std::max(20, width() - 90)));
}

void TimelineCorner::takeTexts()
{
    m_only->setText(tr("Only"));
    m_only->setToolTip(tr("Show only what is lit (O)"));
    m_only->setAccessibleName(tr("Show only what is lit"));
    m_end->setToolTip(tr("Light nothing (Esc)"));
    m_end->setAccessibleName(tr("Light nothing"));
    m_filter->setPlaceholderText(tr("Filter rows (T)"));
    m_filter->setAccessibleName(tr("Filter rows by name"));
    showLit();
}

void TimelineCorner::takeFont()
{
    const QFont small = smallFont(font());
    for (QWidget* widget : std::initializer_list<QWidget*>{m_lit, m_only, m_end, m_filter})
        widget->setFont(small);
}

bool TimelineCorner::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (watched == m_filter && isKey && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept(); // not the window's key for clearing the selection
        if (event->type() == QEvent::ShortcutOverride)
            return true;
        m_filter->clear();
        if (parentWidget() != nullptr) // the next key is the timeline's
            parentWidget()->setFocus();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void TimelineCorner::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.border);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
}

void TimelineCorner::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showLit();
}

void TimelineCorner::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        takeFont();
    if (event->type() == QEvent::LanguageChange)
        takeTexts();
}

} // namespace decodescope
