// SPDX-License-Identifier: GPL-3.0-or-later
// What the user does with files.
#pragma once

#include "core/base/time.h"
#include "ui/model/job_runner.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <optional>

namespace decodescope {

class CompareWindow;
class MainWindow;
class Settings;

class FileCommands : public QObject
{
    Q_OBJECT
public:
    FileCommands(MainWindow& window, Settings& settings, const QString& sampleFile);

    void open(const QStringList& files);
    void chooseAndOpen();
    bool hasSample() const { return !m_sampleFile.isEmpty(); }
    void openSample();
    void reload();
    // The trace that is shown beside another one, in a window of its own; or its steps beside each other.
    void chooseAndCompare();
    CompareWindow* compareWith(const QStringList& files);
    CompareWindow* compareSteps();
    // A menu of the files that were opened last.
    void chooseRecent();
    // Another process of the program: what happens to one window does not touch the other.
    void openWindow();
    // All, or what lies in a range, to `path`, or asks where to. On a worker, with a progress box that can cancel. A
    // capture is the file's that all of it is written to. `onEnd`: called when it was written, or could not be.
    void exportTrace(std::optional<TimeRange> range, QString path = {}, std::function<void(bool isWritten)> onEnd = {});
    void saveImage();
    // As SVG where the name ends so, else as PNG. On a worker; says in the window how it went.
    void saveImageTo(const QString& path);
    void copyImage();

private:
    // Of a file that ends in the middle.
    void noteCutOff();
    // `suffix`: of a name that is given without any.
    QString chooseTarget(const QString& title, const QString& name, const QString& filter, const QString& suffix);

    MainWindow& m_window;
    Settings& m_settings;
    QString m_sampleFile;
    JobRunner m_export;
    JobRunner m_picture;
};

} // namespace decodescope
