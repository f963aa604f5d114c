// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plot_style.h"

#include "ui/panels/plot_library.h"
#include "ui/style/theme.h"

namespace decodescope {

void preparePlot(QCustomPlot& plot)
{
    plot.setFocusPolicy(Qt::NoFocus);
    plot.setMinimumSize(1, 1);
}

void stylePlot(QCustomPlot& plot, const Theme& theme, const QFont& font)
{
    const QFont small = smallFont(font);
    plot.setBackground(QBrush(theme.window));
    plot.setInteractions(QCP::iNone);
    plot.setFont(small);
    plot.setNoAntialiasingOnDrag(false);
    for (QCPAxisRect* rect : plot.axisRects()) {
        for (QCPAxis* axis : rect->axes()) {
            axis->setBasePen(QPen(theme.textFaint, 1));
            axis->setTickPen(QPen(theme.textFaint, 1));
            axis->setSubTickPen(QPen(theme.textFaint, 1));
            axis->setTickLabelColor(theme.textDim);
            axis->setTickLabelFont(small);
            axis->setLabelColor(theme.textDim);
            axis->setLabelFont(small);
            axis->setTickLength(0, 4);
            axis->setSubTickLength(0, 2);
            axis->grid()->setPen(QPen(theme.control, 1));
            axis->grid()->setZeroLinePen(QPen(theme.control, 1));
        }
    }
}

void drawPlot(QCustomPlot& plot)
{
    if (!plot.size().isEmpty())
        plot.replot();
}

QString decadeText(int decades)
{
    static const char* const kUnits[] = {"ns", "\u00b5s", "ms", "s"};
    const int unit = (decades + 3) / 3;
    int number = 1;
    for (int i = (decades + 3) % 3; i > 0; --i)
        number *= 10;
    return QString::number(number) + QChar(0x00a0) + QString::fromUtf8(kUnits[unit]);
}

} // namespace decodescope
