// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the window into the state that the command line asks for, and takes its picture.
#pragma once

#include "app/application.h"

#include <QObject>
#include <QTimer>

namespace decodescope {

class CompareWindow;
class MainWindow;
class SweepWindow;

class SceneSetter : public QObject
{
    Q_OBJECT
public:
    SceneSetter(MainWindow& window, const CommandLine& options);

    // Opens the files or starts the capture; the rest follows when they are there.
    void begin();

private:
    void arrange();
    bool selectStep();
    bool selectKernel();
    void selectGap();
    void compare();
    bool isSettled() const;
    void takePictureWhenSettled();
    void fail(const QString& sentence);

    MainWindow& m_window;
    const CommandLine& m_options;
    SweepWindow* m_sweepWindow = nullptr; // the picture's subject, when a sweep is shown
    CompareWindow* m_compareWindow = nullptr;
    QTimer m_check; // fires when the event loop has nothing else to do
    bool m_isArranged = false;
    int m_settledRounds = 0;
};

} // namespace decodescope
