// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScreen>
#include <QWidget>

namespace decodescope {

// What a window begins with: `wanted`, but never more than nine tenths of its screen, whatever the size of text.
inline QSize withinScreen(const QWidget& window, QSize wanted)
{
    return wanted.boundedTo(window.screen()->availableSize() * 9 / 10);
}

} // namespace decodescope
