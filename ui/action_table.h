// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions.h"

#include <vector>

namespace decodescope {

class MainWindow;

// Of its English name: "Ctrl+Shift+O".
inline QKeySequence key(const char* name)
{
    return QKeySequence(QLatin1String(name), QKeySequence::PortableText);
}

// The rows of the table: what each action is called, its keys, and what it does to the window.
std::vector<ActionSpec> actionTable(MainWindow& window);

// Those that go through the trace and select in it.
std::vector<ActionSpec> moveActions(MainWindow& window);

// Those that arrange rows and marks.
std::vector<ActionSpec> arrangeActions(MainWindow& window);

} // namespace decodescope
