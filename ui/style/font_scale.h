// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QApplication;

namespace decodescope {

// Text of every window in `percent` of the size that the desktop asks for; sizes of rows and controls follow the font.
// At once, also for open windows. UI thread.
void applyFontPercent(QApplication& application, int percent);

} // namespace decodescope
