// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that the user can ask the window to do, once: menus, shortcuts, tool buttons, tooltips, the command
// palette and the sheet of keys are made from this table.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

class QAction;
class QMenu;
class QWidget;

namespace decodescope {

enum class ActionMenu : std::uint8_t { file, capture, view, rows, go, select, panels, help };

// What must be there for an action to make sense; it is disabled otherwise.
enum class ActionNeeds : std::uint8_t { nothing, trace, steps, event, range };

struct ActionSpec
{
    QString id; // stable: "zoom-in"
    ActionMenu menu{};
    int group = 0; // menus have a separator between groups
    QString text;
    QList<QKeySequence> keys;
    QString explanation; // one sentence, for tooltips and the sheet of keys
    QString icon;        // of resources/icons; may be empty
    ActionNeeds needs = ActionNeeds::nothing;
    std::function<void()> run;
    std::function<bool()> isChecked; // set: a switch
};

class Actions : public QObject
{
    Q_OBJECT
public:
    // The actions belong to `window`, whose shortcuts they become.
    Actions(std::vector<ActionSpec> table, QWidget* window);

    // Of an id that is in the table.
    QAction* action(const QString& id) const;
    QList<QAction*> all() const { return m_actions; }
    const std::vector<ActionSpec>& table() const { return m_table; }

    void fillMenu(ActionMenu menu, QMenu* target) const;
    static QString menuTitle(ActionMenu menu);

    // Enables what makes sense and checks the switches that are on.
    void update(bool hasTrace, bool hasSteps, bool hasEvent, bool hasRange);
    // Icons follow the colours of the palette.
    void updateIcons();

    // Without its mnemonic: "Open..." of "&Open...", also where the letter is added in brackets: "(&O)".
    static QString plainText(QString text);
    // "Zoom in (W, +)".
    static QString textWithKeys(const QAction* action);

private:
    std::vector<ActionSpec> m_table;
    QList<QAction*> m_actions; // in the order of the table
    std::map<QString, QAction*> m_byId;
    QWidget* m_window;
};

} // namespace decodescope
