// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/chart_ticks.h"

#include "ui/panels/plot_library.h"

#include <algorithm>

namespace decodescope {

namespace {

constexpr double kSlant = -40;  // degrees
constexpr int kAxisRoomPx = 40; // of the other axis' labels

} // namespace

void setNameTicks(QCPAxis& axis, const QStringList& names, int widthPx)
{
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const QFontMetrics metrics(axis.tickLabelFont());
    int widest = 0;
    for (qsizetype i = 0; i < names.size(); ++i) {
        ticker->addTick(double(i), names[i]);
        widest = std::max(widest, metrics.horizontalAdvance(names[i]));
    }
    axis.setTicker(ticker);
    const int room = int((widthPx - kAxisRoomPx) / std::max<qsizetype>(names.size(), 1));
    axis.setTickLabelRotation(widest + metrics.averageCharWidth() > room ? kSlant : 0);
}

} // namespace decodescope
