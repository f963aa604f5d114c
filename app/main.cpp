// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include <QApplication>
#include <QIcon>

#include <algorithm>
#include <array>
#include <string_view>

namespace {

QtMessageHandler g_handler = nullptr;

// Qt's offscreen platform complains of what every window asks for, and of what sessions without a display lack.
void withoutOffscreenNoise(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (!message.startsWith(QLatin1String("This plugin does not support")) &&
        !message.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set")))
        g_handler(type, context, message);
}

} // namespace

int main(int argc, char** argv)
{
    // Neither a picture nor an answer on the terminal needs a display.
    constexpr std::array<std::string_view, 5> kWithoutDisplay = {"--version", "-v", "--help", "-h", "--help-all"};
    const bool withoutDisplay = std::any_of(argv + 1, argv + argc, [&](std::string_view argument) {
        return argument.starts_with("--screenshot") ||
               std::ranges::find(kWithoutDisplay, argument) != kWithoutDisplay.end();
    });
    if (withoutDisplay && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (withoutDisplay)
        g_handler = qInstallMessageHandler(withoutOffscreenNoise);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("decodescope"));
    QApplication::setApplicationDisplayName({});
    QApplication::setApplicationVersion(QStringLiteral(DECODESCOPE_VERSION));
    QApplication::setWindowIcon(QIcon::fromTheme(QStringLiteral("decodescope"), QIcon(QStringLiteral(":/256.png"))));
    QApplication::setDesktopFileName(QStringLiteral("decodescope"));
    const decodescope::CommandLine options = decodescope::parseCommandLine(application);
    return decodescope::runApplication(application, options);
}
