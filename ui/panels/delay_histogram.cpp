// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/delay_histogram.h"

#include "ui/model/number_text.h"
#include "ui/panels/plot_library.h"
#include "ui/panels/plot_style.h"
#include "ui/style/theme.h"

#include <QHelpEvent>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

constexpr int kFirstDecade = -1; // 100 ns
constexpr int kLastDecade = 6;   // 1 s
constexpr double kRoom = 1.5;    // above the highest bar, for the marks' words

// The axis counts decades from 1 us; the first bin, which begins at 0, is drawn as wide as the others.
double decadesOf(Ns delay)
{
    return std::log10(double(std::max<Ns>(delay, 1)) / 1e3);
}

double middleOf(const DelayBin& bin)
{
    return decadesOf(bin.to) - 0.5 / kBinsPerDecade;
}

} // namespace

DelayHistogram::DelayHistogram(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
{
    preparePlot(*m_plot);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_plot->installEventFilter(this);
    m_plot->xAxis->setSubTicks(false);
    m_plot->xAxis->grid()->setVisible(false);
}

void DelayHistogram::setDelays(std::vector<DelayBin> bins, Ns median, Ns p90, Ns p99)
{
    m_bins = std::move(bins);
    m_median = median;
    m_p90 = p90;
    m_p99 = p99;
    draw();
}

void DelayHistogram::draw()
{
    const Theme& theme = Theme::of(palette());
    stylePlot(*m_plot, theme, font());
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->yAxis->setLabel(tr("operations"));
    auto* bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);
    bars->setPen(Qt::NoPen);
    bars->setAntialiased(false);
    bars->setBrush(theme.dot);
    bars->setWidth(0.92 / kBinsPerDecade);
    std::uint64_t highest = 1;
    for (const DelayBin& bin : m_bins) {
        bars->addData(middleOf(bin), double(bin.count));
        highest = std::max(highest, bin.count);
    }
    // From the first bin with something in it, rounded out to whole decades.
    const auto first = std::find_if(m_bins.begin(), m_bins.end(), [](const DelayBin& bin) { return bin.count > 0; });
    const double from = first == m_bins.end() ? 0 : std::floor(decadesOf(first->to) - 1.0 / kBinsPerDecade + 1e-6);
    const double to = m_bins.empty() ? 3 : std::ceil(decadesOf(m_bins.back().to) - 1e-6);
    m_plot->xAxis->setRange(from - 0.05, std::max(to, from + 2) + 0.05);
    m_plot->yAxis->setRange(0, double(highest) * kRoom);
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (int i = kFirstDecade; i <= kLastDecade; ++i)
        ticker->addTick(i, decadeText(i));
    m_plot->xAxis->setTicker(ticker);
    if (!m_bins.empty()) {
        constexpr double kHeights[] = {0.98, 0.89, 0.80};
        addMarkLine(m_median, kHeights[0]);
        addMarkLine(m_p90, kHeights[1]);
        addMarkLine(m_p99, kHeights[2]);
        addMarkText(m_median, tr("median %1"), kHeights[0]); // over the lines, which would cross it
        addMarkText(m_p90, tr("90 % %1"), kHeights[1]);
        addMarkText(m_p99, tr("99 % %1"), kHeights[2]);
    }
    drawPlot(*m_plot);
}

void DelayHistogram::addMarkLine(Ns delay, double height)
{
    auto* line = new QCPItemLine(m_plot);
    line->setPen(QPen(Theme::of(palette()).textDim, 1, Qt::DashLine));
    line->start->setCoords(decadesOf(delay), 0);
    line->end->setCoords(decadesOf(delay), m_plot->yAxis->range().upper * height);
}

void DelayHistogram::addMarkText(Ns delay, const QString& text, double height)
{
    const Theme& theme = Theme::of(palette());
    const double x = decadesOf(delay);
    const double top = m_plot->yAxis->range().upper * height;
    auto* label = new QCPItemText(m_plot);
    label->setFont(smallFont(font()));
    label->setColor(theme.text);
    label->setBrush(theme.window);
    label->setText(text.arg(durationText(delay)));
    const QCPRange range = m_plot->xAxis->range();
    const bool isLeft = x > range.lower + 0.6 * range.size(); // no room to its right
    label->setPositionAlignment((isLeft ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
    label->setPadding(QMargins(4, 0, 4, 0));
    label->position->setCoords(x, top);
}

QSize DelayHistogram::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, fontMetrics().height() * 5};
}

bool DelayHistogram::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::eventFilter(watched, event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const double x = m_plot->xAxis->pixelToCoord(help->pos().x());
    const auto bin = std::find_if(m_bins.begin(), m_bins.end(),
                                  [x](const DelayBin& b) { return std::abs(x - middleOf(b)) < 0.5 / kBinsPerDecade; });
    if (bin != m_bins.end())
        QToolTip::showText(
            help->globalPos(),
            tr("%1 to %2: %3 operations").arg(durationText(bin->from), durationText(bin->to), countText(bin->count)),
            this);
    else
        QToolTip::hideText();
    return true;
}

void DelayHistogram::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        draw();
}

} // namespace decodescope
