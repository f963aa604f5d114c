// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/font_scale.h"

#include <QApplication>
#include <QFont>

namespace decodescope {

void applyFontPercent(QApplication&, int percent)
{
    static const QFont ofDesktop = QApplication::font();
    QFont font = ofDesktop;
    if (ofDesktop.pixelSize() > 0)
        font.setPixelSize(qMax(1, ofDesktop.pixelSize() * percent / 100));
    else
        font.setPointSizeF(ofDesktop.pointSizeF() * percent / 100);
    if (font != QApplication::font())
        QApplication::setFont(font);
}

} // namespace decodescope
