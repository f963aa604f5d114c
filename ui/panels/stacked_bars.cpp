// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stacked_bars.h"

#include "ui/model/number_text.h"
#include "ui/panels/plot_library.h"
#include "ui/panels/plot_style.h"
#include "ui/style/small_text.h"
#include "ui/style/theme.h"

#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

constexpr int kFewestPlaces = 8; // a bar of few is no wider than one of eight
constexpr double kBarWidth = 0.7;
constexpr int kLabelWidth = 7; // characters

} // namespace

StackedBars::StackedBars(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel)
    , m_plot(new QCustomPlot(this))
    , m_currentRect(new QCPItemRect(m_plot))
{
    preparePlot(*m_plot);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_plot, 1);
    keepSmall(*m_title);
    m_title->setForegroundRole(QPalette::PlaceholderText);
    m_title->setWordWrap(true);
    m_plot->installEventFilter(this);
    m_plot->yAxis->setLabel(tr("ms"));
    m_plot->xAxis->grid()->setVisible(false);
    m_plot->addLayer(QStringLiteral("current"), m_plot->layer(QStringLiteral("grid")), QCustomPlot::limAbove);
    m_currentRect->setLayer(QStringLiteral("current"));
    m_currentRect->setClipToAxisRect(true);
    m_currentRect->bottomRight->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_currentRect->topLeft->setTypeY(QCPItemPosition::ptAxisRectRatio);
}

void StackedBars::setSeries(std::vector<StackedSeries> series, const QStringList& labels, int current)
{
    m_series = std::move(series);
    m_labels = labels;
    m_current = current;
    draw();
}

void StackedBars::setTitle(const QString& title)
{
    m_title->setText(title);
}

void StackedBars::draw()
{
    const Theme& theme = Theme::of(palette());
    stylePlot(*m_plot, theme, font());
    m_plot->clearPlottables();
    QCPBars* below = nullptr;
    std::vector<double> heights(std::size_t(m_labels.size()), 0.0);
    for (const StackedSeries& series : m_series) {
        auto* bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
        bars->setPen(Qt::NoPen);
        bars->setAntialiased(false);
        bars->setBrush(series.color);
        bars->setWidth(kBarWidth);
        for (std::size_t i = 0; i < series.times.size(); ++i) {
            const double ms = double(series.times[i]) / 1e6;
            bars->addData(double(i), ms);
            heights[i] += ms;
        }
        if (below)
            bars->moveAbove(below);
        below = bars;
    }
    const int places = std::max(kFewestPlaces, int(m_labels.size()));
    m_plot->xAxis->setRange(-0.5, places - 0.5);
    const double highest = heights.empty() ? 1.0 : *std::max_element(heights.begin(), heights.end());
    m_plot->yAxis->setRange(0, highest > 0 ? highest * 1.05 : 1.0);
    // As many labels as there is room for.
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const int room = std::max(1, width() / (fontMetrics().averageCharWidth() * kLabelWidth));
    const int every = (places + room - 1) / room;
    for (int i = 0; i < int(m_labels.size()); i += every)
        ticker->addTick(i, m_labels[i]);
    m_plot->xAxis->setTicker(ticker);
    m_currentRect->setVisible(m_current >= 0);
    m_currentRect->setPen(Qt::NoPen);
    m_currentRect->setBrush(theme.control);
    m_currentRect->topLeft->setCoords(m_current - 0.5, 0);
    m_currentRect->bottomRight->setCoords(m_current + 0.5, 1);
    drawPlot(*m_plot);
}

int StackedBars::barAt(QPoint position) const
{
    if (!m_plot->axisRect()->rect().contains(position))
        return -1;
    const int bar = int(std::lround(m_plot->xAxis->pixelToCoord(position.x())));
    return bar >= 0 && bar < int(m_labels.size()) ? bar : -1;
}

QPoint StackedBars::middleOf(int bar) const
{
    return m_plot->mapTo(this, QPoint(int(m_plot->xAxis->coordToPixel(bar)), m_plot->axisRect()->rect().bottom() - 2));
}

QString StackedBars::tipOf(int bar) const
{
    Ns all = 0;
    QString rows;
    for (auto series = m_series.rbegin(); series != m_series.rend(); ++series) { // as they lie: the top one first
        const Ns time = series->times[std::size_t(bar)];
        all += time;
        if (time > 0)
            rows += QStringLiteral("<tr><td><span style='color:%1'>\u25a0</span> %2</td><td align='right'>&nbsp; "
                                   "%3</td></tr>")
                        .arg(series->color.name(), series->name.toHtmlEscaped(), durationText(time));
    }
    return QStringLiteral("<b>%1</b> &nbsp; %2<table>%3</table>")
        .arg(m_labels[bar].toHtmlEscaped(), durationText(all), rows);
}

QSize StackedBars::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, fontMetrics().height() * 5};
}

bool StackedBars::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (const int bar = barAt(mouse->position().toPoint()); bar >= 0 && mouse->button() == Qt::LeftButton)
            Q_EMIT barClicked(bar);
        return true;
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int bar = barAt(help->pos());
        if (bar >= 0)
            QToolTip::showText(help->globalPos(), tipOf(bar), this);
        else
            QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &StackedBars::draw, Qt::QueuedConnection); // labels by room
    return QWidget::eventFilter(watched, event);
}

void StackedBars::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        draw();
}

} // namespace decodescope
