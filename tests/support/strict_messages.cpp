// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/strict_messages.h"

#include <QString>
#include <QtGlobal>

#include <cstdio>
#include <cstdlib>

namespace decodescope::test {

namespace {

QtMessageHandler g_previous = nullptr;

// Said by Qt about the machine that it runs on.
constexpr const char* kAllowed[] = {
    "This plugin does not support propagateSizeHints()",
    "This plugin does not support raise()",
    "This plugin does not support grabbing the keyboard",
    "QStandardPaths: ",
    "QFontDatabase: ",
    "Populating font family aliases took",
};

bool isAllowed(const QString& message)
{
    for (const char* text : kAllowed)
        if (message.startsWith(QLatin1String(text)))
            return true;
    return false;
}

void handle(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    const bool bad = type == QtWarningMsg || type == QtCriticalMsg;
    if (bad && !isAllowed(message)) {
        std::fprintf(stderr, "A warning of Qt fails this test: %s (%s:%d)\n", qUtf8Printable(message),
                     context.file ? context.file : "?", context.line);
        std::abort();
    }
    if (g_previous)
        g_previous(type, context, message);
}

} // namespace

void makeWarningsFatal()
{
    g_previous = qInstallMessageHandler(handle);
}

} // namespace decodescope::test
