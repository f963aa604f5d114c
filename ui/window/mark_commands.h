// SPDX-License-Identifier: GPL-3.0-or-later
// What the window asks of the user about marks.
#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace decodescope {

class MainWindow;

// Each call shows a box and returns; what the user answers goes to the window's ViewEditor.
class MarkCommands : public QObject
{
    Q_OBJECT
public:
    explicit MarkCommands(MainWindow& window);

    // At the pointer, else at the begin of what is selected, else in the middle.
    void add();
    // See ViewEditor::currentMark().
    void rename();
    void remove();

private:
    void ask(const QString& title, const QString& question, const QString& text,
             const std::function<void(const QString&)>& take);

    MainWindow& m_window;
};

} // namespace decodescope
