// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/expected_chart.h"

#include "ui/model/core_texts.h"
#include "ui/model/number_text.h"
#include "ui/style/letter_width.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

constexpr double kBarWidth = 0.42; // of the room of a row
constexpr double kRangeWidth = 0.84;
constexpr int kMarginPx = 2;
constexpr int kFigureGapPx = 4; // between a bar and its figure

bool isOutlier(const ExpectedShare& row)
{
    return row.verdict == ExpectedShare::Verdict::below || row.verdict == ExpectedShare::Verdict::above;
}

} // namespace

QString expectedRangeText(const ExpectedShare& row)
{
    if (row.verdict == ExpectedShare::Verdict::noExpectation)
        return QStringLiteral("\u2013");
    return ExpectedChart::tr("%1 to %2 %").arg(row.low * 100, 0, 'f', 0).arg(row.high * 100, 0, 'f', 0);
}

ExpectedChart::ExpectedChart(QWidget* parent)
    : Chart(parent)
{
    setAccessibleName(tr("Shares of GPU time over the expected ranges"));
    xAxis->setNumberFormat(QStringLiteral("f"));
    xAxis->setNumberPrecision(0);
    xAxis->ticker()->setTickCount(5);
    yAxis->setRangeReversed(true); // the first row on top, as in the table
    yAxis->grid()->setVisible(false);
    axisRect()->setMinimumMargins({0, kMarginPx, 0, kMarginPx});
    setAutoAddPlottableToLegend(false);
    axisRect()->insetLayout()->take(legend); // there it would cover rows
    plotLayout()->setRowSpacing(0);
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    legend->setMargins({});
}

void ExpectedChart::setRows(Rows rows)
{
    m_rows = std::move(rows);
    updateGeometry();
    setCurrent(-1);
}

int ExpectedChart::lineHeight() const
{
    return QFontMetrics(labelFont()).height() + 1;
}

// A line a row; the axis and the legend come where there is more.
QSize ExpectedChart::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 40, lineHeight() * (m_rows ? int(m_rows->size()) : 6) + 2 * kMarginPx};
}

void ExpectedChart::addGroup(std::size_t at)
{
    const ExpectedShare& row = (*m_rows)[at];
    const Theme& t = theme();
    if (row.high > 0) {
        auto* range = new QCPItemRect(this);
        range->topLeft->setCoords(row.low * 100, double(at) - kRangeWidth / 2);
        range->bottomRight->setCoords(row.high * 100, double(at) + kRangeWidth / 2);
        QColor fill = t.text;
        fill.setAlpha(36);
        range->setBrush(fill);
        range->setPen(QPen(t.textDim, 1, Qt::DashLine));
    }
    auto* bar = new QCPBars(yAxis, xAxis);
    bar->setWidth(kBarWidth);
    bar->setAntialiased(false);
    const QColor color = isOutlier(row) ? t.warning : row.high > 0 ? t.busy : t.textFaint;
    bar->setBrush(color);
    bar->setPen(Qt::NoPen);
    bar->addData(double(at), row.share * 100);
    auto* text = new QCPItemText(this);
    text->setPositionAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    text->setPadding({kFigureGapPx, 0, 0, 0});
    text->position->setCoords(figurePlace(row), double(at));
    text->setText(shareText(row.share));
    text->setFont(labelFont());
    text->setColor(isOutlier(row) ? t.warning : t.text);
    text->setClipToAxisRect(false);
}

// At the bar's end; behind the range where it would be written over that.
double ExpectedChart::figurePlace(const ExpectedShare& row) const
{
    const QFontMetrics metrics(labelFont());
    const double room = std::max(1, width() - widestName());
    const double figure = (metrics.horizontalAdvance(shareText(row.share)) + 2 * kFigureGapPx) / room;
    const double end = row.share * 100;
    const bool isOver = end < row.high * 100 && end + figure * xAxis->range().upper > row.low * 100;
    return isOver ? row.high * 100 : end;
}

// Below the plot; an empty one would leave the plot no width.
void ExpectedChart::setLegendVisible(bool visible)
{
    legend->setVisible(visible);
    if (visible && legend->layout() == nullptr) {
        plotLayout()->addElement(1, 0, legend);
        plotLayout()->setRowStretchFactor(1, 0.001);
    } else if (!visible && legend->layout() != nullptr) {
        plotLayout()->take(legend);
        plotLayout()->simplify();
    }
    if (visible)
        addLegend();
}

void ExpectedChart::addLegend()
{
    const auto sample = [this](const QString& name, const QBrush& brush, const QPen& pen) {
        auto* bar = new QCPBars(yAxis, xAxis); // without data: what the legend shows
        bar->setName(name);
        bar->setPen(pen);
        bar->setBrush(brush);
        bar->addToLegend();
    };
    sample(tr("as expected"), theme().busy, Qt::NoPen);
    sample(tr("out of the range"), theme().warning, Qt::NoPen);
    sample(tr("expected"), Qt::NoBrush, QPen(theme().textDim, 1, Qt::DashLine));
}

void ExpectedChart::restyle()
{
    clearPlottables();
    clearItems();
    applyTheme();
    if (m_rows && !m_rows->empty()) {
        const QSharedPointer<QCPAxisTickerText> names(new QCPAxisTickerText);
        double largest = 0.01;
        for (std::size_t i = 0; i < m_rows->size(); ++i) {
            const ExpectedShare& row = (*m_rows)[i];
            names->addTick(double(i), coreText(groupName(row.group)));
            largest = std::max({largest, row.share, row.high});
        }
        yAxis->setTicker(names);
        yAxis->setRange(-0.5, double(m_rows->size()) - 0.5);
        const int lines = height() / lineHeight() - int(m_rows->size());
        xAxis->setTickLabels(lines >= 2);
        xAxis->setLabel(lines >= 3 ? tr("% of GPU time") : QString());
        // Room for the figure of the longest bar.
        const int figure = QFontMetrics(labelFont()).horizontalAdvance(shareText(1)) + 2 * kFigureGapPx;
        const double room = std::max(1, width() - widestName() - figure);
        xAxis->setRange(0, largest * 100 * (1 + figure / room));
        for (std::size_t i = 0; i < m_rows->size(); ++i)
            addGroup(i);
        setLegendVisible(lines >= 5);
        if (current() >= 0)
            addCursor(0, xAxis->range().upper, current() + 0.5, current() - 0.5);
    }
    replot(QCustomPlot::rpQueuedReplot);
}

int ExpectedChart::widestName() const
{
    int widest = 0;
    for (const ExpectedShare& row : *m_rows)
        widest = std::max(widest, QFontMetrics(labelFont()).horizontalAdvance(coreText(groupName(row.group))));
    return widest;
}

int ExpectedChart::pointAt(const QPointF& place) const
{
    if (!m_rows || m_rows->empty() || place.y() < axisRect()->top() || place.y() > axisRect()->bottom())
        return -1;
    const int row = int(std::floor(yAxis->pixelToCoord(place.y()) + 0.5));
    return row >= 0 && row < int(m_rows->size()) ? row : -1;
}

QString ExpectedChart::tipOf(int point) const
{
    const ExpectedShare& row = (*m_rows)[std::size_t(point)];
    return tr("%1: %2\n%3 of the GPU time, expected %4\n%5 of the operations")
        .arg(coreText(groupName(row.group)), coreText(row.pattern), shareText(row.share), expectedRangeText(row),
             shareText(row.countShare));
}

int ExpectedChart::neighbour(int point, int key) const
{
    if (!m_rows || m_rows->empty())
        return -1;
    const int step = key == Qt::Key_Right || key == Qt::Key_Down ? 1 : -1;
    return point < 0 ? 0 : std::clamp(point + step, 0, int(m_rows->size()) - 1);
}

void ExpectedChart::showCurrent(int)
{
    restyle();
}

} // namespace decodescope
