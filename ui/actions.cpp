// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions.h"

#include "ui/style/icons.h"

#include <QAction>
#include <QMenu>
#include <QRegularExpression>
#include <QWidget>

namespace decodescope {

Actions::Actions(std::vector<ActionSpec> table, QWidget* window)
    : QObject(window)
    , m_table(std::move(table))
    , m_window(window)
{
    for (const ActionSpec& spec : m_table) {
        auto* action = new QAction(spec.text, this);
        action->setIconText(plainText(spec.text)); // for buttons
        action->setObjectName(spec.id);
        action->setShortcuts(spec.keys);
        action->setShortcutContext(Qt::WindowShortcut);
        action->setCheckable(bool(spec.isChecked));
        action->setStatusTip(spec.explanation);
        connect(action, &QAction::triggered, this, [run = spec.run] { run(); });
        const QString keys = textWithKeys(action);
        action->setToolTip(spec.explanation.isEmpty() ? keys : keys + QLatin1Char('\n') + spec.explanation);
        m_actions.push_back(action);
        m_byId.emplace(spec.id, action);
        window->addAction(action);
    }
    updateIcons();
}

QAction* Actions::action(const QString& id) const
{
    return m_byId.at(id);
}

void Actions::fillMenu(ActionMenu menu, QMenu* target) const
{
    int group = -1;
    for (std::size_t i = 0; i < m_table.size(); ++i) {
        if (m_table[i].menu != menu)
            continue;
        if (group >= 0 && m_table[i].group != group)
            target->addSeparator();
        group = m_table[i].group;
        target->addAction(m_actions[qsizetype(i)]);
    }
}

QString Actions::menuTitle(ActionMenu menu)
{
    switch (menu) {
    case ActionMenu::file:
        return tr("&File");
    case ActionMenu::capture:
        return tr("&Capture");
    case ActionMenu::view:
        return tr("&View");
    case ActionMenu::rows:
        return tr("&Rows");
    case ActionMenu::go:
        return tr("&Go");
    case ActionMenu::select:
        return tr("&Select");
    case ActionMenu::panels:
        return tr("&Panels");
    case ActionMenu::help:
        return tr("&Help");
    }
    return {};
}

void Actions::update(bool hasTrace, bool hasSteps, bool hasEvent, bool hasRange)
{
    for (std::size_t i = 0; i < m_table.size(); ++i) {
        QAction* action = m_actions[qsizetype(i)];
        switch (m_table[i].needs) {
        case ActionNeeds::nothing:
            break;
        case ActionNeeds::trace:
            action->setEnabled(hasTrace);
            break;
        case ActionNeeds::steps:
            action->setEnabled(hasSteps);
            break;
        case ActionNeeds::event:
            action->setEnabled(hasEvent);
            break;
        case ActionNeeds::range:
            action->setEnabled(hasRange);
            break;
        }
        if (m_table[i].isChecked)
            action->setChecked(m_table[i].isChecked());
    }
}

void Actions::updateIcons()
{
    for (std::size_t i = 0; i < m_table.size(); ++i)
        if (!m_table[i].icon.isEmpty())
            m_actions[qsizetype(i)]->setIcon(paletteIcon(m_table[i].icon, m_window->palette()));
}

QString Actions::plainText(QString text)
{
    static const QRegularExpression kMnemonic(QStringLiteral("\\(&\\w\\)|&"));
    return text.remove(kMnemonic);
}

QString Actions::textWithKeys(const QAction* action)
{
    const QString text = plainText(action->text());
    QStringList keys;
    for (const QKeySequence& key : action->shortcuts())
        keys.push_back(key.toString(QKeySequence::NativeText));
    return keys.isEmpty() ? text : tr("%1 (%2)").arg(text, keys.join(QStringLiteral(", ")));
}

} // namespace decodescope
