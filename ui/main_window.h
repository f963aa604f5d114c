// SPDX-License-Identifier: GPL-3.0-or-later
// The one window: puts its parts together.
#pragma once

#include "core/base/ids.h"
#include "ui/panels/panel.h"
#include "ui/style/theme.h"

#include <QMainWindow>

#include <functional>
#include <memory>

class QSplitter;
class QStackedWidget;
class QTabWidget;

namespace decodescope {

class Actions;
class CaptureStrip;
class DetailsPanel;
class FileCommands;
class LayoutKeeper;
class LiveController;
class MarkCommands;
class MessageBar;
class RulesCommands;
class SearchBox;
class SessionStore;
class Settings;
class StatusLine;
class SweepController;
class SweepWindow;
class TimelineWidget;
class TopBar;
class UnsavedGuard;
class ViewEditor;
struct Preferences;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    // What the program knows. `sample` may be empty: then there is none to open.
    struct Places
    {
        QString sample;
        QString views;                           // folder of the views of files, see ViewStore
        std::function<QStringList()> about = {}; // lines on versions and libraries, asked each time the box opens
        SessionStore* sessions = nullptr;        // nullptr: no session is offered
    };
    // The first three, and the sessions, outlive the window.
    MainWindow(TraceDocument& document, LiveController& live, Settings& settings, const Places& places);
    ~MainWindow() override;

    TraceDocument& document() { return m_document; }
    LiveController& live() { return m_live; }
    TimelineState& state() { return *m_state; }
    TimelineWidget& timeline() { return *m_timeline; }
    FileCommands& files() { return *m_files; }
    UnsavedGuard& guard() { return *m_guard; }
    ViewEditor& editor() { return *m_editor; }
    MarkCommands& marks() { return *m_marks; }
    RulesCommands& rules() { return *m_rules; }
    SearchBox& search() { return *m_search; }
    MessageBar& messages() { return *m_messages; }
    SweepController& sweep() { return *m_sweep; }
    Actions& actions() { return *m_actions; }

    // A tab of the drawer, by PanelSpec::id, or one of its views: "parts/layers"; false: there is no such one.
    bool showPanel(const QString& place);
    // The one in front, in the same way.
    QString panelInFront() const;
    // Nothing is being read, recorded, computed or waits to be shown.
    bool isSettled() const;
    void setTheme(ThemeMode mode);
    // A code of languages(), or empty: that of the desktop. At once: what has texts is made anew, while the trace, the
    // view and what can be undone stay.
    void setLanguage(const QString& code);
    QString language() const;
    // Stores them and applies what can be seen.
    void setPreferences(const Preferences& preferences);
    // A part of the window that can be put away.
    enum class Area { details, drawer };
    void setAreaVisible(Area area, bool visible);
    bool isAreaVisible(Area area) const;
    // close(), but without a question: where nobody may be there to answer it.
    void closeUnasked();

public Q_SLOTS:
    void chooseCapture();
    // The capture that runs, and the sweep that it belongs to.
    void stopCapture();
    // Charts and table of the sweep that runs, or of the last one that was opened.
    SweepWindow* showSweep();
    void showCommands();
    void showKeys();
    void showPreferences();
    void showAbout();
    void openMenu();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void assemble();
    void connectModels();
    void connectParts();
    void rebuild();
    void updateActions();
    void updatePage();
    void updateTitle();
    void showWarningCount();
    void showColorMode();
    void keepKeys();
    void showContextMenu(EventId event, const QPoint& position);
    void finishCapture();
    void showSweepProgress();
    void usePreferredColor();
    void restoreLayout();

    TraceDocument& m_document;
    LiveController& m_live;
    Settings& m_settings;
    TimelineState* m_state;
    TimelineWidget* m_timeline;
    FileCommands* m_files;
    UnsavedGuard* m_guard;
    ViewEditor* m_editor;
    MarkCommands* m_marks;
    RulesCommands* m_rules;
    bool m_isClosing = false; // the user was asked, or is not to be
    Actions* m_actions = nullptr;
    SearchBox* m_search = nullptr;
    TopBar* m_topBar = nullptr;
    MessageBar* m_messages = nullptr;
    CaptureStrip* m_captureStrip = nullptr;
    QStackedWidget* m_pages = nullptr;
    QSplitter* m_columns = nullptr; // timeline, details
    QSplitter* m_rows = nullptr;    // columns, drawer
    DetailsPanel* m_details = nullptr;
    QTabWidget* m_drawer = nullptr;
    StatusLine* m_status = nullptr;
    LayoutKeeper* m_layout = nullptr;
    SweepController* m_sweep;
    SweepWindow* m_sweepWindow = nullptr; // made when it is first wanted
    const Places m_places;
    bool m_isRebuildDue = false;
};

} // namespace decodescope
