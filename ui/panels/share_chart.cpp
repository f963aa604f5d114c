// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/share_chart.h"

#include "ui/panels/chart_ticks.h"
#include "ui/style/letter_width.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

constexpr double kBarWidth = 0.38; // of the room of an entry
constexpr double kShift = 0.2;     // of each bar from the middle
constexpr double kHeadroom = 1.12; // above the tallest bar, for its figure
constexpr float kDimmed = 0.3F;

} // namespace

ShareChart::ShareChart(QWidget* parent)
    : Chart(parent)
{
    setAccessibleName(tr("Share of GPU time beside share of operations"));
    yAxis->setNumberFormat(QStringLiteral("f"));
    yAxis->setNumberPrecision(0);
    yAxis->ticker()->setTickCount(4);
    xAxis->grid()->setVisible(false);
}

void ShareChart::setEntries(std::vector<ShareChartEntry> entries)
{
    m_entries = std::move(entries);
    m_highlighted = -1;
    setCurrent(-1); // draws too
}

void ShareChart::setHighlighted(int entry)
{
    if (entry == m_highlighted)
        return;
    m_highlighted = entry;
    restyle();
}

QSize ShareChart::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 40, fontMetrics().height() * 7};
}

void ShareChart::addBar(std::size_t entry, double share, double shift, bool isTime)
{
    QColor color = m_entries[entry].color;
    if (m_highlighted >= 0 && std::size_t(m_highlighted) != entry)
        color.setAlphaF(kDimmed);
    auto* bar = new QCPBars(xAxis, yAxis);
    bar->setWidth(kBarWidth);
    bar->setAntialiased(false);
    // Time is filled; the number of operations is an outline, so that the two are told apart without colour.
    bar->setBrush(isTime ? QBrush(color) : QBrush(color, Qt::BDiagPattern));
    bar->setPen(QPen(color));
    bar->addData(double(entry) + shift, share * 100);
    if (xAxis->axisRect()->width() < int(m_entries.size()) * letterWidth(QFontMetrics(labelFont())) * 9)
        return; // no room for figures
    auto* text = new QCPItemText(this);
    text->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
    text->position->setCoords(double(entry) + shift, share * 100);
    text->setText(QString::number(share * 100, 'f', share < 0.0995 ? 1 : 0));
    text->setFont(labelFont());
    text->setColor(isTime ? theme().text : theme().textDim);
    text->setClipToAxisRect(false);
}

void ShareChart::addLegend()
{
    legend->setVisible(true);
    legend->clearItems();
    const auto sample = [this](const QString& name, const QBrush& brush) {
        auto* bar = new QCPBars(xAxis, yAxis); // without data: what the legend shows
        bar->setName(name);
        bar->setPen(QPen(theme().textDim));
        bar->setBrush(brush);
        bar->addToLegend();
    };
    sample(tr("% of GPU time"), QBrush(theme().textDim));
    sample(tr("% of operations"), QBrush(theme().textDim, Qt::BDiagPattern));
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
}

void ShareChart::restyle()
{
    clearPlottables();
    clearItems();
    applyTheme();
    setNameTicks(
        *xAxis,
        [this] {
            QStringList names;
            for (const ShareChartEntry& entry : m_entries)
                names.push_back(entry.name);
            return names;
        }(),
        width());
    xAxis->setRange(-0.6, double(m_entries.size()) - 0.4);
    double largest = 0.01;
    for (const ShareChartEntry& entry : m_entries)
        largest = std::max({largest, entry.timeShare, entry.countShare});
    yAxis->setRange(0, std::min(largest * kHeadroom, 1.06) * 100);
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        addBar(i, m_entries[i].timeShare, -kShift, true);
        addBar(i, m_entries[i].countShare, kShift, false);
    }
    addLegend();
    if (current() >= 0)
        addCursor(current() - 0.5, current() + 0.5, yAxis->range().lower, yAxis->range().upper);
    replot(QCustomPlot::rpQueuedReplot);
}

int ShareChart::pointAt(const QPointF& place) const
{
    if (m_entries.empty() || place.x() < axisRect()->left() || place.x() > axisRect()->right())
        return -1;
    const int entry = int(std::floor(xAxis->pixelToCoord(place.x()) + 0.5));
    return entry >= 0 && entry < int(m_entries.size()) ? entry : -1;
}

QString ShareChart::tipOf(int point) const
{
    return m_entries[std::size_t(point)].tip;
}

int ShareChart::neighbour(int point, int key) const
{
    if (m_entries.empty())
        return -1;
    const int step = key == Qt::Key_Right || key == Qt::Key_Down ? 1 : -1;
    return point < 0 ? 0 : std::clamp(point + step, 0, int(m_entries.size()) - 1);
}

void ShareChart::showCurrent(int)
{
    restyle();
}

} // namespace decodescope
