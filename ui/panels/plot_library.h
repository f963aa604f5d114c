// SPDX-License-Identifier: GPL-3.0-or-later
// QCustomPlot, whose header is written with Qt's keywords, in a program that is built without them.
#pragma once

// NOLINTBEGIN(bugprone-macro-parentheses): these stand for keywords
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach(variable, container) for (variable : container)
// NOLINTEND(bugprone-macro-parentheses)
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach
