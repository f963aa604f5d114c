// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/list_panel.h"

#include "ui/model/table_model.h"
#include "ui/panels/elided_label.h"
#include "ui/panels/table_view.h"
#include "ui/style/letter_width.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace decodescope {

ListPanel::ListPanel(const PanelContext& context, QWidget* parent)
    : Panel(context, parent)
    , m_job(this)
    , m_bar(new QHBoxLayout)
    , m_note(new ElidedLabel)
    , m_filter(new QLineEdit)
    , m_area(new QSplitter(Qt::Horizontal))
    , m_table(new TableView)
{
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter the table"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(letterWidth(fontMetrics()) * 30);
    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_table->table().setFilter(text);
        m_table->setEmptyText(text.isEmpty() ? QString() : tr("No row matches the filter \u201c%1\u201d.").arg(text));
    });
    m_bar->setSpacing(2);
    m_bar->addSpacing(8);
    m_bar->addWidget(m_note, 1);
    m_bar->addWidget(m_filter);
    auto* exportButton = new QToolButton;
    exportButton->setText(tr("Export"));
    exportButton->setToolTip(tr("Copy or save the table."));
    exportButton->setAutoRaise(true);
    exportButton->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(exportButton);
    exportButton->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        m_table->fillExportMenu(*menu);
    });
    m_bar->addWidget(exportButton);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 4, 4);
    layout->setSpacing(4);
    layout->addLayout(m_bar);
    m_area->setChildrenCollapsible(false);
    m_area->addWidget(m_table);
    layout->addWidget(m_area, 1);
}

// Esc, which clears the selection elsewhere, ends the filter; a second one gives the keys back.
bool ListPanel::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (watched != m_filter || !isKey || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return Panel::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride)
        event->accept();
    else if (m_filter->text().isEmpty())
        Q_EMIT left();
    else
        m_filter->clear();
    return true;
}

void ListPanel::addControl(QWidget* control)
{
    m_bar->insertWidget(m_bar->indexOf(m_note) - 1, control); // before the space
}

void ListPanel::addBeside(QWidget* widget, int tableShare)
{
    m_area->insertWidget(0, widget);
    m_area->setStretchFactor(0, 1);
    m_area->setStretchFactor(1, tableShare);
    m_area->setSizes({1000, 1000 * tableShare}); // whatever they ask for
}

QString ListPanel::viewWord() const
{
    return m_words.value(m_chosen.value_or(choice()));
}

bool ListPanel::showView(const QString& word)
{
    const qsizetype choice = m_words.indexOf(word);
    if (choice >= 0)
        setChoice(int(choice));
    return choice >= 0 || word.isEmpty();
}

void ListPanel::addChoices(const QStringList& texts, const QStringList& words)
{
    m_words = words;
    m_choices = new QButtonGroup(this);
    for (int i = 0; i < texts.size(); ++i) {
        auto* button = new QToolButton;
        button->setText(texts[i]);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setChecked(i == 0);
        m_choices->addButton(button, i);
        m_bar->insertWidget(i, button);
    }
    connect(m_choices, &QButtonGroup::idClicked, this, [this] {
        m_chosen.reset();
        invalidate();
        Q_EMIT chosen();
    });
}

int ListPanel::choice() const
{
    return m_choices ? m_choices->checkedId() : 0;
}

void ListPanel::setChoice(int choice)
{
    m_chosen.reset();
    m_choices->button(choice)->setChecked(true);
    invalidate();
}

void ListPanel::showInstead(std::optional<int> choice)
{
    const int chosen = m_chosen.value_or(this->choice());
    setChoice(choice.value_or(chosen));
    if (choice)
        m_chosen = chosen;
}

void ListPanel::setNote(const QString& text)
{
    m_note->setText(text);
}

} // namespace decodescope
