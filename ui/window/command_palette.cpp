// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/command_palette.h"

#include "ui/actions.h"
#include "ui/style/letter_width.h"
#include "ui/window/screen_size.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <optional>

namespace decodescope {

namespace {

// How far an action is from what is typed, whose words all have to occur in its name or explanation: 0, the name begins
// with it; 1, the name has it; 2, it takes the explanation too. nullopt: not meant.
std::optional<int> distance(const QAction& action, const QString& typed)
{
    const QString name = Actions::textWithKeys(&action);
    if (name.startsWith(typed, Qt::CaseInsensitive))
        return 0;
    const QStringList words = typed.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const auto hasAll = [&words](const QString& text) {
        return std::ranges::all_of(words,
                                   [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    };
    if (hasAll(name))
        return 1;
    return hasAll(name + QLatin1Char(' ') + action.statusTip()) ? std::optional(2) : std::nullopt;
}

} // namespace

CommandPalette::CommandPalette(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent, Qt::Popup)
    , m_actions(actions)
    , m_field(new QLineEdit)
    , m_list(new QListWidget)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("Commands"));
    m_field->setPlaceholderText(tr("Type what you want to do"));
    m_field->setAccessibleName(m_field->placeholderText());
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    resize(withinScreen(*this, {letterWidth(fontMetrics()) * 64, fontMetrics().height() * 24}));
    if (parent)
        move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, parent->height() / 8)));
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::list);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    list({});
    m_field->setFocus();
}

void CommandPalette::list(const QString& text)
{
    m_list->clear();
    std::multimap<int, QAction*> found; // by distance, then as in the menus
    for (QAction* action : m_actions)
        if (const auto far = action->isEnabled() ? distance(*action, text.trimmed()) : std::nullopt)
            found.emplace(*far, action);
    for (const auto& [far, action] : found) {
        auto* item = new QListWidgetItem(Actions::textWithKeys(action), m_list);
        item->setToolTip(action->statusTip());
        item->setData(Qt::UserRole, QVariant::fromValue<QObject*>(action));
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::run()
{
    QAction* action = nullptr;
    if (const QListWidgetItem* item = m_list->currentItem())
        action = qobject_cast<QAction*>(item->data(Qt::UserRole).value<QObject*>());
    close();
    if (action)
        action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const int rows = m_list->count();
        if ((key->key() == Qt::Key_Down || key->key() == Qt::Key_Up) && rows > 0) {
            const int step = key->key() == Qt::Key_Down ? 1 : rows - 1;
            m_list->setCurrentRow((m_list->currentRow() + step) % rows);
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            run();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace decodescope
