// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start_page.h"

#include "ui/actions.h"
#include "ui/model/session_store.h"
#include "ui/model/settings.h"
#include "ui/style/icons.h"
#include "ui/style/letter_width.h"
#include "ui/style/quiet_style.h"
#include "ui/style/theme.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace decodescope {

namespace {

constexpr int kMostListed = 5;

// "decode.json", "rank0.json and 7 more".
QString nameOf(const QStringList& files)
{
    const QString first = QFileInfo(files.front()).fileName();
    return files.size() == 1 ? first : StartPage::tr("%1 and %n more", nullptr, int(files.size()) - 1).arg(first);
}

void clear(QLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->layout())
            clear(item->layout());
        if (item->widget())
            item->widget()->deleteLater(); // the click that leads here may come from it
        delete item;
    }
}

} // namespace

StartPage::StartPage(const Actions& actions, Settings& settings, SessionStore* sessions, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_sessions(sessions)
    , m_interrupted(new QVBoxLayout)
{
    if (sessions)
        connect(sessions, &SessionStore::interruptedChanged, this, &StartPage::listInterrupted);
    auto* title = new QLabel(tr("See where a decode step spends its time"));
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * 1.6);
    large.setWeight(QFont::DemiBold);
    title->setFont(large);
    title->setAlignment(Qt::AlignHCenter);
    auto* subtitle = new QLabel(tr("Record one here, or open what torch.profiler wrote."));
    subtitle->setForegroundRole(QPalette::PlaceholderText);
    subtitle->setAlignment(Qt::AlignHCenter);

    auto* choices = new QHBoxLayout;
    choices->setSpacing(letterWidth(fontMetrics()) * 3);
    choices->addStretch(1);
    choices->addWidget(
        makeChoice(actions, QStringLiteral("capture"),
                   tr("Decode with a Llama model on this machine and watch its operators and kernels arrive."), true));
    choices->addWidget(makeChoice(actions, QStringLiteral("open"),
                                  tr("A .pt.trace.json or .json.gz from torch.profiler. Or drop one on this window."),
                                  false));
    choices->addWidget(makeChoice(actions, QStringLiteral("open-sample"),
                                  tr("Three decode steps of TinyLlama on an H200, to look around in."), false));
    choices->addStretch(1);

    m_recent = new QVBoxLayout;
    m_recent->setSpacing(2);
    auto* hint = new QLabel(tr("Press ? for all keys, Ctrl+Shift+P to find any command."));
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setAlignment(Qt::AlignHCenter);

    auto* layout = new QVBoxLayout(this);
    const int gap = fontMetrics().height();
    layout->addStretch(2);
    layout->addLayout(m_interrupted);
    layout->addWidget(title);
    layout->addWidget(subtitle);
    layout->addSpacing(gap * 2);
    layout->addLayout(choices);
    layout->addSpacing(gap * 2);
    layout->addLayout(m_recent);
    layout->addSpacing(gap);
    layout->addWidget(hint);
    layout->addStretch(3);
}

QWidget* StartPage::makeChoice(const Actions& actions, const QString& actionId, const QString& explanation,
                               bool prominent)
{
    QAction* action = actions.action(actionId);
    auto* choice = new QWidget;
    choice->setFixedWidth(letterWidth(fontMetrics()) * 34);
    auto* layout = new QVBoxLayout(choice);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* button = new QPushButton(action->text());
    const auto takeIcon = [this, button, action, prominent] { // one on the colour of recording has that text's colour
        button->setIcon(prominent ? colorIcon(QStringLiteral("record"), Theme::of(palette()).recordText)
                                  : action->icon());
    };
    takeIcon();
    button->setToolTip(action->toolTip());
    button->setProperty(QuietStyle::kRecordProperty, prominent);
    button->setMinimumHeight(fontMetrics().height() * 3);
    connect(button, &QPushButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, button, [button, action, takeIcon] {
        button->setEnabled(action->isEnabled());
        takeIcon();
    });
    auto* text = new QLabel(explanation);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    text->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(button);
    layout->addWidget(text, 1);
    return choice;
}

void StartPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    listInterrupted();
    listRecentFiles();
}

void StartPage::listInterrupted()
{
    clear(m_interrupted);
    if (!m_sessions)
        return;
    for (const SessionStore::Session& session : m_sessions->interrupted()) {
        auto* text = new QLabel(tr("Decodescope ended without being closed, with %1 open.").arg(nameOf(session.files)));
        text->setToolTip(session.files.join(QLatin1Char('\n')));
        auto* restore = new QPushButton(tr("Restore the last session"));
        restore->setProperty(QuietStyle::kProminentProperty, true);
        restore->setMinimumWidth(restore->sizeHint().width() + fontMetrics().averageCharWidth() * 2);
        restore->setAccessibleDescription(text->text());
        connect(restore, &QPushButton::clicked, this, [this, session] {
            m_sessions->forget(session.id);
            Q_EMIT filesChosen(session.files);
        });
        auto* drop = new QPushButton(tr("No, thanks"));
        drop->setAccessibleDescription(text->text());
        connect(drop, &QPushButton::clicked, this, [this, id = session.id] { m_sessions->forget(id); });
        auto* row = new QHBoxLayout;
        row->addStretch(1);
        row->addWidget(text);
        row->addWidget(restore);
        row->addWidget(drop);
        row->addStretch(1);
        m_interrupted->addLayout(row);
    }
    if (m_interrupted->count() > 0)
        m_interrupted->addSpacing(fontMetrics().height() * 2);
}

void StartPage::listRecentFiles()
{
    clear(m_recent);
    const QStringList files = m_settings.recentFiles().mid(0, kMostListed);
    if (files.isEmpty())
        return;
    auto* caption = new QLabel(tr("Opened last"));
    caption->setForegroundRole(QPalette::PlaceholderText);
    caption->setAlignment(Qt::AlignHCenter);
    m_recent->addWidget(caption);
    for (const QString& file : files) {
        auto* link =
            new QLabel(QStringLiteral("<a href='file'>%1</a>").arg(QFileInfo(file).fileName().toHtmlEscaped()));
        link->setToolTip(file);
        link->setAlignment(Qt::AlignHCenter);
        link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        connect(link, &QLabel::linkActivated, this, [this, file] { Q_EMIT filesChosen({file}); });
        m_recent->addWidget(link);
    }
}

} // namespace decodescope
