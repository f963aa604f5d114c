// SPDX-License-Identifier: GPL-3.0-or-later
// Finds any action by a few of its letters and does it.
#pragma once

#include <QDialog>
#include <QList>

class QAction;
class QLineEdit;
class QListWidget;

namespace decodescope {

class CommandPalette : public QDialog
{
    Q_OBJECT
public:
    // Only enabled actions are offered; first those whose names begin with what is typed, last those that only their
    // explanations tell of.
    CommandPalette(const QList<QAction*>& actions, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void list(const QString& text);
    void run();

    QList<QAction*> m_actions;
    QLineEdit* m_field;
    QListWidget* m_list;
};

} // namespace decodescope
