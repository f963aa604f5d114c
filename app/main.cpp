// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include <QApplication>

#include <algorithm>
#include <string_view>

int main(int argc, char** argv)
{
    // A picture needs no display.
    const bool screenshot = std::any_of(argv + 1, argv + argc, [](const char* argument) {
        return std::string_view(argument).starts_with("--screenshot");
    });
    if (screenshot && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("decodescope"));
    QApplication::setApplicationDisplayName({});
    QApplication::setApplicationVersion(QStringLiteral(DECODESCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("decodescope"));
    const decodescope::CommandLine options = decodescope::parseCommandLine(application);
    return decodescope::runApplication(application, options);
}
