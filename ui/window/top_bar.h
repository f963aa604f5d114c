// SPDX-License-Identifier: GPL-3.0-or-later
// The window's first line: menu, capture, open, export, steps, colours, search.
#pragma once

#include <QWidget>

class QPushButton;
class QToolButton;

namespace decodescope {

class Actions;
class SearchBox;
class StepChips;

class TopBar : public QWidget
{
    Q_OBJECT
public:
    // Takes the chips and the box over.
    TopBar(const Actions& actions, StepChips* chips, SearchBox* search, QWidget* parent = nullptr);

    void setCapturing(bool capturing);
    void setColorModeText(const QString& mode);
    void updateIcons();
    // Opens the menu with everything in it.
    void openMenu();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QToolButton* addButton(const QString& actionId);

    const Actions& m_actions;
    QToolButton* m_menu;
    QPushButton* m_capture;
    QToolButton* m_color;
};

} // namespace decodescope
