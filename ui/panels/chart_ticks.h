// SPDX-License-Identifier: GPL-3.0-or-later
// Names along an axis.
#pragma once

#include <QStringList>

class QCPAxis;

namespace decodescope {

// A name at 0, 1, 2, ...; slanted where they would not fit into widthPx side by side.
void setNameTicks(QCPAxis& axis, const QStringList& names, int widthPx);

} // namespace decodescope
