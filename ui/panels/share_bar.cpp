// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/share_bar.h"

#include "ui/style/letter_width.h"
#include "ui/style/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStringList>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

constexpr int kNamedInDescription = 5;

} // namespace

ShareBar::ShareBar(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ShareBar::setSegments(std::vector<ShareSegment> segments)
{
    m_segments = std::move(segments);
    m_highlighted = -1;
    QStringList largest;
    for (const ShareSegment& segment : m_segments)
        if (largest.size() < kNamedInDescription)
            largest.push_back(segment.name + QLatin1Char(' ') + segment.figure);
    setAccessibleDescription(largest.join(QStringLiteral("; ")));
    update();
}

void ShareBar::setHighlighted(int segment)
{
    if (segment == m_highlighted)
        return;
    m_highlighted = segment;
    update();
}

QSize ShareBar::sizeHint() const
{
    return {letterWidth(fontMetrics()) * 40, fontMetrics().height() + 2};
}

QSize ShareBar::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 12, fontMetrics().height() + 2};
}

int ShareBar::edge(double share) const
{
    return int(std::lround(share * width()));
}

int ShareBar::segmentAt(int x) const
{
    double share = 0.0;
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        share += m_segments[i].share;
        if (x < edge(share))
            return int(i);
    }
    return -1;
}

bool ShareBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int i = segmentAt(help->pos().x());
        if (i >= 0) {
            const ShareSegment& segment = m_segments[std::size_t(i)];
            QToolTip::showText(help->globalPos(), segment.name + QLatin1Char('\n') + segment.figure, this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

void ShareBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::of(palette()).windowAlt);
    double share = 0.0;
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        const int left = edge(share);
        share += m_segments[i].share;
        const int right = edge(share);
        QColor color = m_segments[i].color;
        if (m_highlighted >= 0 && m_highlighted != int(i))
            color.setAlphaF(0.35F);
        // A line of background between neighbours, where there is room for one.
        painter.fillRect(left, 0, std::max(right - left - (right - left > 2 ? 1 : 0), 0), height(), color);
    }
}

void ShareBar::mousePressEvent(QMouseEvent* event)
{
    const int i = segmentAt(int(event->position().x()));
    if (event->button() == Qt::LeftButton && i >= 0)
        Q_EMIT segmentClicked(i);
}

} // namespace decodescope
