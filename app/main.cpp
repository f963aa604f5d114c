// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCommandLineParser>

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("decodescope"));
    QApplication::setApplicationVersion(QStringLiteral(DECODESCOPE_VERSION));
    QCommandLineParser parser;
    parser.addVersionOption();
    parser.addHelpOption();
    parser.process(application);
    return 0;
}
