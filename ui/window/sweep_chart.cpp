// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/sweep_chart.h"

#include "ui/panels/plot_library.h"
#include "ui/style/theme.h"

#include <QEvent>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace decodescope {

namespace {

constexpr double kNsPerMs = 1e6;
constexpr double kPercent = 100.0;

double stepMs(const SweepRow& row)
{
    return static_cast<double>(row.step.median) / kNsPerMs;
}

double busyMs(const SweepRow& row)
{
    return static_cast<double>(row.busy.median) / kNsPerMs;
}

double gapPercent(const SweepRow& row)
{
    return row.gapShare * kPercent;
}

double timerGapPercent(const SweepRow& row)
{
    return timerGapShare(row).value_or(0) * kPercent;
}

double tokens(const SweepRow& row)
{
    return row.tokensPerSecond;
}

QCPScatterStyle::ScatterShape shapeOf(std::size_t number)
{
    constexpr std::array kShapes = {QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare, QCPScatterStyle::ssDiamond,
                                    QCPScatterStyle::ssTriangle, QCPScatterStyle::ssTriangleInverted};
    return kShapes[number % kShapes.size()];
}

void paintAxis(QCPAxis* axis, const Theme& theme, const QFont& font)
{
    axis->setBasePen(QPen(theme.border));
    axis->setTickPen(QPen(theme.border));
    axis->setSubTickPen(Qt::NoPen);
    axis->setTickLabelColor(theme.textDim);
    axis->setLabelColor(theme.textDim);
    axis->setTickLabelFont(font);
    axis->setLabelFont(font);
    axis->grid()->setPen(QPen(theme.grid));
    axis->grid()->setZeroLinePen(QPen(theme.border));
}

} // namespace

SweepChart::SweepChart(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_plot->setMinimumHeight(fontMetrics().height() * 14);
    m_plot->setAccessibleName(tr("Step time, gap share and tokens a second by batch"));
    m_plot->setLocale(QLocale());
    draw();
}

void SweepChart::setRows(const std::vector<SweepRow>& rows)
{
    m_rows = rows;
    draw();
}

bool SweepChart::savePicture(const QString& path)
{
    return m_plot->toPixmap().save(path);
}

int SweepChart::pointCount() const
{
    int points = 0;
    for (int i = 0; i < m_plot->graphCount(); ++i)
        points += m_plot->graph(i)->dataCount();
    return points;
}

QCPAxisRect* SweepChart::addRect(QCPLayoutGrid* grid, int column, const QString& title)
{
    const Theme& theme = Theme::of(palette());
    const QFont font = smallFont(this->font());
    auto* heading = new QCPTextElement(m_plot, title, this->font());
    heading->setTextColor(theme.text);
    grid->addElement(0, column, heading);
    auto* rect = new QCPAxisRect(m_plot);
    grid->addElement(1, column, rect);
    for (QCPAxis* axis : rect->axes()) {
        paintAxis(axis, theme, font);
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
    QCPAxis* batch = rect->axis(QCPAxis::atBottom);
    batch->setLabel(tr("Batch"));
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (std::size_t i = 0; i < m_batches.size(); ++i)
        ticker->addTick(double(i), QString::number(m_batches[i]));
    batch->setTicker(ticker);
    batch->setTickLength(0, 3);
    batch->setRange(-0.4, double(std::max<std::size_t>(m_batches.size(), 1)) - 0.6);
    batch->grid()->setVisible(false);
    return rect;
}

void SweepChart::addLine(QCPAxisRect* rect, const Series& series, std::size_t number, const QString& name,
                         bool isDashed, double (*value)(const SweepRow&))
{
    const Theme& theme = Theme::of(palette());
    const QColor color = series.mode == DecodeMode::eager ? theme.accent : theme.warning;
    QCPGraph* line = m_plot->addGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    for (const SweepRow* row : series.rows) {
        const auto batch = std::lower_bound(m_batches.begin(), m_batches.end(), row->setting.batch);
        line->addData(double(batch - m_batches.begin()), value(*row));
    }
    QPen pen(color, 2);
    pen.setStyle(isDashed ? Qt::DashLine : Qt::SolidLine);
    line->setPen(pen);
    line->setScatterStyle(
        QCPScatterStyle(shapeOf(number), QPen(color, 1.5), QBrush(isDashed ? theme.canvas : color), 7));
    line->setName(name);
    if (name.isEmpty())
        line->removeFromLegend();
}

std::vector<SweepChart::Series> SweepChart::takeSeries()
{
    std::vector<Series> all;
    m_batches.clear();
    for (const SweepRow& row : m_rows) {
        if (row.steps == 0)
            continue;
        const auto [mode, promptLength, batch] = row.setting;
        auto series = std::find_if(all.begin(), all.end(), [mode = mode, promptLength = promptLength](const Series& s) {
            return s.mode == mode && s.promptLength == promptLength;
        });
        if (series == all.end())
            series = all.insert(all.end(), {mode, promptLength, {}});
        series->rows.push_back(&row);
        m_batches.push_back(batch);
    }
    std::sort(m_batches.begin(), m_batches.end());
    m_batches.erase(std::unique(m_batches.begin(), m_batches.end()), m_batches.end());
    for (Series& series : all)
        std::sort(series.rows.begin(), series.rows.end(),
                  [](const SweepRow* a, const SweepRow* b) { return a->setting.batch < b->setting.batch; });
    return all;
}

// The grid that the charts go into, above an empty legend.
QCPLayoutGrid* SweepChart::clearPlot()
{
    const Theme& theme = Theme::of(palette());
    m_plot->clearGraphs();
    m_plot->plotLayout()->clear();
    m_plot->setBackground(QBrush(theme.canvas));
    auto* grid = new QCPLayoutGrid;
    grid->setColumnSpacing(fontMetrics().height());
    auto* legend = new QCPLegend;
    m_plot->legend = legend; // where graphs add themselves; clear() has deleted the one before
    m_plot->plotLayout()->addElement(0, 0, grid);
    m_plot->plotLayout()->addElement(1, 0, legend);
    m_plot->plotLayout()->setRowStretchFactor(1, 0.001);
    legend->setLayer(QStringLiteral("legend"));
    legend->setVisible(true);
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    legend->setWrap(4);
    legend->setFont(smallFont(font()));
    legend->setTextColor(theme.textDim);
    legend->setBrush(theme.canvas);
    legend->setBorderPen(Qt::NoPen);
    return grid;
}

void SweepChart::draw()
{
    const std::vector<Series> all = takeSeries();
    QCPLayoutGrid* grid = clearPlot();
    QCPAxisRect* time = addRect(grid, 0, tr("A step (solid) and GPU busy in it (dashed), ms"));
    QCPAxisRect* gap = addRect(grid, 1, tr("Gap share, recorded (solid) and by the timer (dashed), %"));
    QCPAxisRect* rate = addRect(grid, 2, tr("Tokens a second"));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Series& series = all[i];
        const QString name = tr("%1, prompt %2")
                                 .arg(series.mode == DecodeMode::eager ? tr("eager") : tr("CUDA graph"),
                                      QString::number(series.promptLength));
        const auto number = std::size_t(std::count_if(all.begin(), all.begin() + std::ptrdiff_t(i),
                                                      [&](const Series& s) { return s.mode == series.mode; }));
        addLine(time, series, number, name, false, stepMs);
        addLine(rate, series, number, {}, false, tokens);
        if (!series.rows.front()->hasGpu)
            continue;
        addLine(time, series, number, {}, true, busyMs);
        addLine(gap, series, number, {}, false, gapPercent);
        if (timerGapShare(*series.rows.front()))
            addLine(gap, series, number, {}, true, timerGapPercent);
    }
    for (QCPAxisRect* rect : {time, gap, rate}) {
        QCPAxis* axis = rect->axis(QCPAxis::atLeft);
        axis->rescale();
        const double top = rect == gap ? kPercent : std::max(axis->range().upper, 1e-9);
        constexpr double kRoom = 0.05; // for points on the border
        axis->setRange(-kRoom * top, (1 + kRoom) * top);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void SweepChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        draw();
}

} // namespace decodescope
