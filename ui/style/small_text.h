// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace decodescope {

// The widget has smallFont() of its parent's font, now and when that changes.
void keepSmall(QWidget& widget);

} // namespace decodescope
