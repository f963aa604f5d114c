// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/layer_heat_map.h"

#include "ui/model/core_texts.h"
#include "ui/model/number_text.h"
#include "ui/style/letter_width.h"
#include "ui/style/palette.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace decodescope {

namespace {

constexpr double kNsPerUs = 1000.0;
constexpr int kScaleWidthPx = 10;
constexpr int kMostLayerTicks = 32;

QCPColorGradient gradientOf(const Theme& theme)
{
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (const double amount : {0.0, 0.25, 0.5, 0.75, 1.0})
        gradient.setColorStopAt(amount, heatColor(amount, theme.isDark));
    gradient.setNanHandling(QCPColorGradient::nhTransparent);
    return gradient;
}

} // namespace

LayerHeatMap::LayerHeatMap(QWidget* parent)
    : Chart(parent)
    , m_scale(new QCPColorScale(this))
{
    setAccessibleName(tr("GPU time by layer and model part"));
    plotLayout()->addElement(0, 1, m_scale);
    m_scale->setType(QCPAxis::atRight);
    m_scale->setBarWidth(kScaleWidthPx);
    auto* group = new QCPMarginGroup(this);
    axisRect()->setMarginGroup(QCP::msBottom | QCP::msTop, group);
    m_scale->setMarginGroup(QCP::msBottom | QCP::msTop, group);
    // Layers are named above, where they are in sight however low the drawer is.
    xAxis->setVisible(false);
    xAxis2->setVisible(true);
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setVisible(false);
    yAxis->setRangeReversed(true);
}

void LayerHeatMap::setTable(std::shared_ptr<const PartTable> table)
{
    m_table = std::move(table);
    arrange();
    setCurrent(-1);
}

void LayerHeatMap::arrange()
{
    std::set<int> layers;
    std::set<Part> parts;
    for (const PartRow& row : m_table->rows) {
        layers.insert(row.layer);
        parts.insert(row.part);
    }
    m_layers.assign(layers.begin(), layers.end());
    m_parts.assign(parts.begin(), parts.end());
    m_points.assign(m_layers.size() * m_parts.size(), -1);
    for (std::size_t i = 0; i < m_table->rows.size(); ++i) {
        const auto column = std::lower_bound(m_layers.begin(), m_layers.end(), m_table->rows[i].layer);
        const auto row = std::lower_bound(m_parts.begin(), m_parts.end(), m_table->rows[i].part);
        m_points[std::size_t(column - m_layers.begin()) * m_parts.size() + std::size_t(row - m_parts.begin())] = int(i);
    }
    updateGeometry();
}

QSize LayerHeatMap::minimumSizeHint() const
{
    // A line of text for each part; the rest scrolls.
    const int line = QFontMetrics(labelFont()).height();
    return {letterWidth(fontMetrics()) * 40, line * (int(m_parts.size()) + 4)};
}

Ns LayerHeatMap::timeOf(int point) const
{
    return m_table->rows[std::size_t(point)].time / Ns(std::max<std::size_t>(m_table->steps, 1));
}

int LayerHeatMap::pointOf(int column, int row) const
{
    if (column < 0 || row < 0 || column >= int(m_layers.size()) || row >= int(m_parts.size()))
        return -1;
    return m_points[std::size_t(column) * m_parts.size() + std::size_t(row)];
}

LayerHeatMap::Cell LayerHeatMap::cellOf(int point) const
{
    const auto found = std::find(m_points.begin(), m_points.end(), point);
    if (point < 0 || found == m_points.end())
        return {};
    const int at = int(found - m_points.begin());
    return {at / int(m_parts.size()), at % int(m_parts.size())};
}

void LayerHeatMap::fillMap()
{
    const int columns = int(m_layers.size());
    const int rows = int(m_parts.size());
    auto* map = new QCPColorMap(xAxis, yAxis);
    map->setInterpolate(false);
    map->setTightBoundary(false);
    map->data()->setSize(columns, rows);
    map->data()->setRange(QCPRange(0, std::max(columns - 1, 1)), QCPRange(0, std::max(rows - 1, 1)));
    double largest = 0;
    for (int column = 0; column < columns; ++column)
        for (int row = 0; row < rows; ++row) {
            const int point = pointOf(column, row);
            const double us = point < 0 ? std::numeric_limits<double>::quiet_NaN() : double(timeOf(point)) / kNsPerUs;
            map->data()->setCell(column, row, us);
            largest = std::max(largest, point < 0 ? 0.0 : us);
        }
    m_scale->setGradient(gradientOf(theme()));
    m_scale->setDataRange(QCPRange(0, std::max(largest, 0.001)));
    map->setColorScale(m_scale);
}

void LayerHeatMap::restyle()
{
    clearPlottables();
    clearItems();
    applyTheme();
    m_scale->axis()->setTickLabelFont(labelFont());
    m_scale->axis()->setTickLabelColor(theme().textDim);
    m_scale->axis()->setLabelFont(labelFont());
    m_scale->axis()->setLabelColor(theme().textDim);
    for (QCPAxis* axis : m_scale->axis()->axisRect()->axes()) {
        axis->setBasePen(Qt::NoPen);
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
    }
    if (m_table && !m_points.empty()) {
        m_scale->setLabel(m_table->steps > 0 ? tr("\u00b5s a step") : tr("\u00b5s"));
        const QSharedPointer<QCPAxisTickerText> layers(new QCPAxisTickerText);
        const std::size_t every = (m_layers.size() + kMostLayerTicks - 1) / kMostLayerTicks;
        for (std::size_t i = 0; i < m_layers.size(); ++i)
            if (i % every == 0 || m_layers[i] < 0)
                layers->addTick(double(i), m_layers[i] < 0 ? QStringLiteral("\u2013") : QString::number(m_layers[i]));
        xAxis2->setTicker(layers);
        xAxis2->setRange(-0.5, double(m_layers.size()) - 0.5);
        const QSharedPointer<QCPAxisTickerText> parts(new QCPAxisTickerText);
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            parts->addTick(double(i), partText(m_parts[i]));
        yAxis->setTicker(parts);
        xAxis->setRange(-0.5, double(m_layers.size()) - 0.5);
        yAxis->setRange(-0.5, double(m_parts.size()) - 0.5);
        fillMap();
        if (const Cell cell = cellOf(current()); cell.column >= 0)
            addCursor(cell.column - 0.5, cell.column + 0.5, cell.row - 0.5, cell.row + 0.5);
    }
    replot(QCustomPlot::rpQueuedReplot);
}

int LayerHeatMap::pointAt(const QPointF& place) const
{
    if (!axisRect()->rect().contains(place.toPoint()))
        return -1;
    return pointOf(int(std::floor(xAxis->pixelToCoord(place.x()) + 0.5)),
                   int(std::floor(yAxis->pixelToCoord(place.y()) + 0.5)));
}

QString LayerHeatMap::tipOf(int point) const
{
    const PartRow& row = m_table->rows[std::size_t(point)];
    const QString place = row.layer < 0 ? tr("outside of the layers") : tr("layer %1").arg(row.layer);
    QString text = partText(row.part) + QStringLiteral(", ") + place + QLatin1Char('\n');
    if (m_table->steps > 0)
        text += tr("%1 a step, ").arg(durationText(timeOf(point)));
    return text + tr("%1 in %n operations, %2 of the GPU time", nullptr, int(row.count))
                      .arg(durationText(row.time), shareText(row.share));
}

int LayerHeatMap::neighbour(int point, int key) const
{
    Cell cell = cellOf(point);
    if (cell.column < 0)
        return m_table && !m_table->rows.empty() ? 0 : -1;
    const int dx = key == Qt::Key_Right ? 1 : key == Qt::Key_Left ? -1 : 0;
    const int dy = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
    // Over empty cells to the next one that has something.
    do {
        cell.column += dx;
        cell.row += dy;
        if (cell.column < 0 || cell.row < 0 || cell.column >= int(m_layers.size()) || cell.row >= int(m_parts.size()))
            return point;
    } while (pointOf(cell.column, cell.row) < 0);
    return pointOf(cell.column, cell.row);
}

void LayerHeatMap::showCurrent(int)
{
    restyle();
}

} // namespace decodescope
