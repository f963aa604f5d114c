// SPDX-License-Identifier: GPL-3.0-or-later
// What the program remembers between runs. The only place that touches QSettings.
#pragma once

#include "core/live/sweep_plan.h"
#include "ui/style/theme.h"

#include <QByteArray>
#include <QSettings>
#include <QStringList>

namespace decodescope {

// What the user chooses on the page of preferences.
struct Preferences
{
    static constexpr int kSmallestFont = 75;
    static constexpr int kLargestFont = 200;

    ThemeMode theme = ThemeMode::system;
    int fontPercent = 100; // of the desktop's font
    QString colorAction;   // id of the action that sets what a slice's colour says; empty: "color-part"
    bool reopenLast = false;
    QString exportFolder;   // empty: where the last file was
    QString libTorchFolder; // empty: searched for

    friend bool operator==(const Preferences&, const Preferences&) = default;
};

// An INI file in the user's configuration folder. Values of an unknown version of the layout are not read.
class Settings
{
public:
    static constexpr int kMostRecentFiles = 12;

    Settings();
    explicit Settings(const QString& file); // a file of its own, for tests

    // What is stored but makes no sense reads as the default.
    Preferences preferences() const;
    void setPreferences(const Preferences& preferences);
    QString file() const;
    // A code of languages(), or empty: that of the desktop.
    QString language() const;
    void setLanguage(const QString& code);

    // Newest first, absolute paths; those that are gone are left out.
    QStringList recentFiles() const;
    void addRecentFile(const QString& file);
    void clearRecentFiles();

    // Where windows and splitters were; empty at first.
    QByteArray layout(const QString& what) const;
    void setLayout(const QString& what, const QByteArray& state);
    QString drawerPanel() const;
    void setDrawerPanel(const QString& id);
    QString lastFolder() const; // the user's own where there was none, or is none any more
    void setLastFolder(const QString& folder);

    // Rules for labels of the user's own, absolute paths.
    QStringList rulesFiles() const;
    void setRulesFiles(const QStringList& files);

    // The last capture's choices; setting the defaults forgets them.
    CaptureOptions captureOptions() const;
    void setCaptureOptions(const CaptureOptions& options);
    // What the last one was tried with; its decode modes, prompt lengths and batches are not of captureOptions().
    SweepLists sweepLists() const;
    void setSweepLists(const SweepLists& lists);
    // Where folders of sweeps are made; the user's data folder at first.
    QString sweepParentFolder() const;
    void setSweepParentFolder(const QString& folder);

private:
    mutable QSettings m_settings;
};

} // namespace decodescope
