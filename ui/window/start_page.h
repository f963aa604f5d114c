// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows before there is a trace: what one can do.
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace decodescope {

class Actions;
class Settings;

// Three large choices (capture, open, sample) and the files that were opened last.
class StartPage : public QWidget
{
    Q_OBJECT
public:
    StartPage(const Actions& actions, Settings& settings, QWidget* parent = nullptr);

Q_SIGNALS:
    void fileChosen(const QString& file);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeChoice(const Actions& actions, const QString& actionId, const QString& explanation, bool prominent);
    void listRecentFiles();

    Settings& m_settings;
    QVBoxLayout* m_recent = nullptr;
};

} // namespace decodescope
