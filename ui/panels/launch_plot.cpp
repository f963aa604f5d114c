// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/launch_plot.h"

#include "ui/panels/plot_library.h"
#include "ui/panels/plot_style.h"
#include "ui/style/theme.h"

#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

constexpr double kDotPx = 3;

} // namespace

LaunchPlot::LaunchPlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
{
    preparePlot(*m_plot);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    // Two plots, one above the other, with margins of equal width.
    auto* depth = new QCPAxisRect(m_plot);
    m_plot->plotLayout()->addElement(1, 0, depth);
    m_plot->plotLayout()->setRowStretchFactor(0, 1.4);
    m_plot->plotLayout()->setRowSpacing(0);
    auto* margins = new QCPMarginGroup(m_plot);
    for (QCPAxisRect* rect : m_plot->axisRects()) {
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
        rect->setMinimumMargins(QMargins(0, 4, 8, 2));
    }
    m_plot->xAxis->setTickLabels(false);
    m_plot->yAxis->setSubTicks(false);
    depth->axis(QCPAxis::atLeft)->ticker()->setTickCount(2);
    depth->axis(QCPAxis::atLeft)->setSubTicks(false);
}

void LaunchPlot::setColumns(std::vector<LaunchColumn> columns, TimeRange range, Ns origin)
{
    m_columns = std::move(columns);
    m_range = range;
    m_origin = origin;
    draw();
}

void LaunchPlot::draw()
{
    const Theme& theme = Theme::of(palette());
    stylePlot(*m_plot, theme, font());
    m_plot->clearPlottables();
    QCPAxisRect* below = m_plot->axisRect(1);
    QCPAxis* time = below->axis(QCPAxis::atBottom);
    QCPAxis* depthAxis = below->axis(QCPAxis::atLeft);
    auto* delays = new QCPGraph(m_plot->xAxis, m_plot->yAxis);
    auto* depths = new QCPGraph(time, depthAxis);
    delays->setLineStyle(QCPGraph::lsNone);
    delays->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, theme.dot, theme.dot, kDotPx));
    depths->setLineStyle(QCPGraph::lsStepLeft);
    depths->setPen(QPen(theme.counter, 1));
    QColor fill = theme.counter;
    fill.setAlphaF(0.3F);
    depths->setBrush(fill);
    double most = 4; // 10 ms: decades from 1 us, as in the timeline's row
    double deepest = 1;
    for (const LaunchColumn& column : m_columns) {
        const double x = double(saturatingSub(column.time, m_origin)) / 1e6;
        if (column.delay >= 0) {
            const double decades = std::max(0.0, std::log10(double(std::max<Ns>(column.delay, 1)) / 1e3));
            most = std::clamp(std::ceil(decades), most, 6.0);
            delays->addData(x, decades);
        }
        depths->addData(x, column.depth);
        deepest = std::max(deepest, double(column.depth));
    }
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (int i = 0; i <= int(most); i += 2)
        ticker->addTick(i, decadeText(i));
    m_plot->yAxis->setTicker(ticker);
    m_plot->yAxis->setRange(-0.2, most + 0.2);
    m_plot->yAxis->setLabel(tr("delay"));
    depthAxis->setRange(0, deepest * 1.1);
    depthAxis->setLabel(tr("queue"));
    time->setLabel(tr("ms"));
    const double from = double(saturatingSub(m_range.begin, m_origin)) / 1e6;
    const double to = double(saturatingSub(m_range.end, m_origin)) / 1e6;
    m_plot->xAxis->setRange(from, to);
    time->setRange(from, to);
    drawPlot(*m_plot);
}

QSize LaunchPlot::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, fontMetrics().height() * 6};
}

void LaunchPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        draw();
}

} // namespace decodescope
