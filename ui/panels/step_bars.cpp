// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/step_bars.h"

#include "ui/model/core_texts.h"
#include "ui/model/number_text.h"
#include "ui/panels/chart_ticks.h"
#include "ui/panels/columns.h"
#include "ui/style/letter_width.h"
#include "ui/style/palette.h"
#include "ui/style/theme.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace decodescope {

namespace {

constexpr double kNsPerMs = 1e6;
constexpr double kBarWidth = 0.7;
constexpr double kHeadroom = 1.08;
constexpr std::size_t kMostNames = 40; // more rows have no names
constexpr float kDimmed = 0.3F;

} // namespace

StepBars::StepBars(QWidget* parent)
    : Chart(parent)
{
    setAccessibleName(tr("GPU time of each step by model part"));
    yAxis->ticker()->setTickCount(4);
    xAxis->grid()->setVisible(false);
}

void StepBars::setSteps(std::shared_ptr<const StepParts> steps, const QStringList& names,
                        std::optional<std::size_t> selected)
{
    m_steps = std::move(steps);
    m_names = names;
    m_selected = selected;
    m_highlighted.reset();
    setCurrent(-1);
}

void StepBars::setHighlighted(std::optional<Part> part)
{
    if (part == m_highlighted)
        return;
    m_highlighted = part;
    restyle();
}

QSize StepBars::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 40, fontMetrics().height() * 7};
}

Ns StepBars::totalOf(std::size_t row) const
{
    const std::vector<Ns>& times = m_steps->rows[row].time;
    return std::accumulate(times.begin(), times.end(), Ns{0}, saturatingAdd);
}

StepBars::Place StepBars::placeOf(int point) const
{
    return {std::size_t(point) / m_steps->columns.size(), std::size_t(point) % m_steps->columns.size()};
}

// Parts in their order of a step, the first one at the bottom.
void StepBars::addSegments()
{
    QCPBars* below = nullptr;
    for (std::size_t column = 0; column < m_steps->columns.size(); ++column) {
        const Part part = m_steps->columns[column];
        QColor color = partColor(partName(part), theme().isDark);
        if (m_highlighted && *m_highlighted != part)
            color.setAlphaF(kDimmed);
        auto* bars = new QCPBars(xAxis, yAxis);
        bars->setWidth(kBarWidth);
        bars->setAntialiased(false);
        bars->setBrush(color);
        bars->setPen(Qt::NoPen);
        for (std::size_t row = 0; row < m_steps->rows.size(); ++row)
            bars->addData(double(row), double(m_steps->rows[row].time[column]) / kNsPerMs);
        if (below)
            bars->moveAbove(below);
        below = bars;
    }
}

void StepBars::restyle()
{
    clearPlottables();
    clearItems();
    applyTheme();
    if (m_steps && !m_steps->rows.empty()) {
        const bool named = m_steps->rows.size() <= kMostNames;
        setNameTicks(*xAxis, named ? m_names : QStringList(), width());
        xAxis->setLabel(named ? QString() : tr("step"));
        yAxis->setLabel(tr("ms of GPU time"));
        double largest = 0;
        for (std::size_t row = 0; row < m_steps->rows.size(); ++row)
            largest = std::max(largest, double(totalOf(row)) / kNsPerMs);
        xAxis->setRange(-0.6, double(m_steps->rows.size()) - 0.4);
        yAxis->setRange(0, std::max(largest * kHeadroom, 1e-6));
        addSegments();
        if (m_selected)
            addCursor(double(*m_selected) - 0.45, double(*m_selected) + 0.45, 0, yAxis->range().upper);
        if (current() >= 0)
            addCursor(double(placeOf(current()).row) - 0.4, double(placeOf(current()).row) + 0.4, 0,
                      double(totalOf(placeOf(current()).row)) / kNsPerMs);
    }
    replot(QCustomPlot::rpQueuedReplot);
}

int StepBars::pointAt(const QPointF& place) const
{
    if (!m_steps || m_steps->rows.empty() || !axisRect()->rect().contains(place.toPoint()))
        return -1;
    const double x = xAxis->pixelToCoord(place.x());
    const double row = std::floor(x + 0.5);
    if (row < 0 || row >= double(m_steps->rows.size()) || std::abs(x - row) > kBarWidth / 2)
        return -1;
    Ns above = Ns(yAxis->pixelToCoord(place.y()) * kNsPerMs);
    const std::vector<Ns>& times = m_steps->rows[std::size_t(row)].time;
    for (std::size_t column = 0; column < times.size() && above >= 0; ++column) {
        if (above < times[column])
            return int(std::size_t(row) * times.size() + column);
        above -= times[column];
    }
    return -1;
}

QString StepBars::tipOf(int point) const
{
    const auto [row, column] = placeOf(point);
    const StepPartsRow& step = m_steps->rows[row];
    const double share = shareOf(double(step.time[column]), double(totalOf(row)));
    return tr("%1, %2\n%3 (%4 of %5) in %6 operations", nullptr, qRound(step.count[column]))
        .arg(partText(m_steps->columns[column]), m_names.value(qsizetype(row)), durationText(step.time[column]),
             shareText(share), durationText(totalOf(row)),
             QLocale().toString(step.count[column], 'f', step.first == step.last ? 0 : 1));
}

int StepBars::neighbour(int point, int key) const
{
    if (!m_steps || m_steps->rows.empty())
        return -1;
    if (point < 0)
        return 0;
    auto [row, column] = placeOf(point);
    const std::size_t columns = m_steps->columns.size();
    if (key == Qt::Key_Right && row + 1 < m_steps->rows.size())
        ++row;
    else if (key == Qt::Key_Left && row > 0)
        --row;
    else if (key == Qt::Key_Up && column + 1 < columns)
        ++column;
    else if (key == Qt::Key_Down && column > 0)
        --column;
    return int(row * columns + column);
}

void StepBars::showCurrent(int)
{
    restyle();
}

} // namespace decodescope
