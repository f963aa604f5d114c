// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/expected_chart.h"

#include "ui/model/core_texts.h"
#include "ui/model/number_text.h"
#include "ui/panels/chart_ticks.h"
#include "ui/style/letter_width.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

constexpr double kBarWidth = 0.36;
constexpr double kRangeWidth = 0.72;
constexpr double kHeadroom = 1.12;

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
    yAxis->setNumberFormat(QStringLiteral("f"));
    yAxis->setNumberPrecision(0);
    yAxis->ticker()->setTickCount(4);
    xAxis->grid()->setVisible(false);
}

void ExpectedChart::setRows(Rows rows)
{
    m_rows = std::move(rows);
    setCurrent(-1);
}

QSize ExpectedChart::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 40, fontMetrics().height() * 7};
}

void ExpectedChart::addGroup(std::size_t at)
{
    const ExpectedShare& row = (*m_rows)[at];
    const Theme& t = theme();
    auto* bar = new QCPBars(xAxis, yAxis);
    bar->setWidth(kBarWidth);
    bar->setAntialiased(false);
    const QColor color = isOutlier(row) ? t.warning : row.high > 0 ? t.busy : t.textFaint;
    bar->setBrush(color);
    bar->setPen(Qt::NoPen);
    bar->addData(double(at), row.share * 100);
    if (row.high > 0) {
        auto* range = new QCPItemRect(this);
        range->topLeft->setCoords(double(at) - kRangeWidth / 2, row.high * 100);
        range->bottomRight->setCoords(double(at) + kRangeWidth / 2, row.low * 100);
        QColor fill = t.text;
        fill.setAlpha(36);
        range->setBrush(fill);
        range->setPen(QPen(t.textDim, 1, Qt::DashLine));
    }
    auto* text = new QCPItemText(this);
    text->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
    text->position->setCoords(double(at), std::max(row.share, row.high) * 100);
    text->setText(shareText(row.share));
    text->setFont(labelFont());
    text->setColor(isOutlier(row) ? t.warning : t.text);
    text->setClipToAxisRect(false);
}

void ExpectedChart::addLegend()
{
    legend->setVisible(true);
    legend->clearItems();
    const auto sample = [this](const QString& name, const QBrush& brush, const QPen& pen) {
        auto* bar = new QCPBars(xAxis, yAxis); // without data: what the legend shows
        bar->setName(name);
        bar->setPen(pen);
        bar->setBrush(brush);
        bar->addToLegend();
    };
    sample(tr("as expected"), theme().busy, Qt::NoPen);
    sample(tr("out of the range"), theme().warning, Qt::NoPen);
    sample(tr("expected"), Qt::NoBrush, QPen(theme().textDim, 1, Qt::DashLine));
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
}

void ExpectedChart::restyle()
{
    clearPlottables();
    clearItems();
    applyTheme();
    if (m_rows && !m_rows->empty()) {
        QStringList names;
        double largest = 0.01;
        for (const ExpectedShare& row : *m_rows) {
            names.push_back(coreText(groupName(row.group)));
            largest = std::max({largest, row.share, row.high});
        }
        setNameTicks(*xAxis, names, width());
        xAxis->setRange(-0.6, double(m_rows->size()) - 0.4);
        yAxis->setRange(0, largest * kHeadroom * 100);
        yAxis->setLabel(tr("% of GPU time"));
        for (std::size_t i = 0; i < m_rows->size(); ++i)
            addGroup(i);
        addLegend();
        if (current() >= 0)
            addCursor(current() - 0.5, current() + 0.5, 0, yAxis->range().upper);
    }
    replot(QCustomPlot::rpQueuedReplot);
}

int ExpectedChart::pointAt(const QPointF& place) const
{
    if (!m_rows || m_rows->empty() || place.x() < axisRect()->left() || place.x() > axisRect()->right())
        return -1;
    const int row = int(std::floor(xAxis->pixelToCoord(place.x()) + 0.5));
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
