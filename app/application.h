// SPDX-License-Identifier: GPL-3.0-or-later
// The window's program: its options, and what it does with them.
#pragma once

#include "core/base/time.h"
#include "ui/model/settings.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <optional>

class QApplication;

namespace decodescope {

struct CommandLine
{
    QStringList files;
    bool capture = false;
    QString step;                            // "ProfilerStep#4", or "4"
    std::optional<std::int64_t> correlation; // --select-kernel
    std::optional<Ns> gap;                   // --select-gap: its begin
    std::optional<TimeRange> range;          // --begin, --end
    bool showsPython = false;
    QString find; // what to search for
    QString panel;
    QStringList rules; // files of the user's own
    QString compare;   // file
    QString stepsA;    // of a comparison: "3-5"
    QString stepsB;
    std::optional<ThemeMode> theme;
    std::optional<QString> language; // a code, or empty: that of the desktop
    QSize size;
    QString screenshot;
    bool printTimes = false;
    QString sweep; // folder
};

// Exits with 2 and a message when the options make no sense.
CommandLine parseCommandLine(const QApplication& application);

// Shows the window in the state that the options ask for and runs until it closes; with --screenshot until the picture
// is written. Returns the exit status: 1 when a file that a screenshot asks for cannot be read.
int runApplication(QApplication& application, const CommandLine& options);

} // namespace decodescope
