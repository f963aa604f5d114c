// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own rules for labels: loads them, keeps them between runs, labels anew.
#pragma once

#include "ui/model/job_runner.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace decodescope {

class MainWindow;
struct LabelRules;
class Settings;

// Files are read on a worker. What is wrong with one is said in the window, and the rules that were in use stay.
class RulesCommands : public QObject
{
    Q_OBJECT
public:
    RulesCommands(MainWindow& window, Settings& settings);

    // Of the last run. One that is no good any more is said, and kept in the settings: it may come back.
    void loadKept();
    void chooseAndLoad();
    // These files' rules ahead of the built-in ones; `keep`: also at the next start.
    void load(const QStringList& files, bool keep);
    void useBuiltIn();
    // In use; empty: the built-in ones alone.
    QStringList files() const { return m_files; }

Q_SIGNALS:
    void rulesChanged();
    // Files could not be used; the sentence says which and why. The window has said it.
    void failed(const QString& sentence);

private:
    // In the window and those for comparing that are open.
    void use(const std::shared_ptr<const LabelRules>& rules);

    MainWindow& m_window;
    Settings& m_settings;
    QStringList m_files;
    JobRunner m_job;
};

} // namespace decodescope
