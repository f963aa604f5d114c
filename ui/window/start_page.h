// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows before there is a trace: what one can do.
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace decodescope {

class Actions;
class SessionStore;
class Settings;

// Three large choices (capture, open, sample), the files that were opened last, and what was open when the program was
// last interrupted. `settings`, and `sessions` where there are any, outlive it.
class StartPage : public QWidget
{
    Q_OBJECT
public:
    StartPage(const Actions& actions, Settings& settings, SessionStore* sessions, QWidget* parent = nullptr);

Q_SIGNALS:
    void filesChosen(const QStringList& files);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeChoice(const Actions& actions, const QString& actionId, const QString& explanation, bool prominent);
    void listInterrupted();
    void listRecentFiles();

    Settings& m_settings;
    SessionStore* m_sessions;
    QVBoxLayout* m_interrupted = nullptr;
    QVBoxLayout* m_recent = nullptr;
};

} // namespace decodescope
