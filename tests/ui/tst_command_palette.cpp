// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/strict_messages.h"
#include "ui/window/command_palette.h"

#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QSignalSpy>
#include <QTest>

using decodescope::CommandPalette;

class TestCommandPalette : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void findsByNameKeysAndExplanation_data();
    void findsByNameKeysAndExplanation();
    void returnRunsWhatIsMarked();

private:
    static QList<QAction*> actions(QObject& owner);
};

// As in a menu: text with a mnemonic, explanation, keys.
QList<QAction*> TestCommandPalette::actions(QObject& owner)
{
    const auto action = [&owner](const char* text, const char* explanation, const char* keys = "") {
        auto* made = new QAction(QString::fromLatin1(text), &owner);
        made->setStatusTip(QString::fromLatin1(explanation));
        made->setShortcut(QKeySequence(QString::fromLatin1(keys)));
        return made;
    };
    QList<QAction*> all{action("Open rec&ent", "Files that were open before"),
                        action("&Capture", "Runs a decode and records it", "Ctrl+R"),
                        action("Record &sheet", "The sheet of a decode", "Alt+6"),
                        action("Stop", "Ends the recording")};
    all.back()->setEnabled(false);
    return all;
}

void TestCommandPalette::initTestCase()
{
    decodescope::test::makeWarningsFatal();
}

void TestCommandPalette::findsByNameKeysAndExplanation_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("found");
    const QString recent = QStringLiteral("Open recent");
    const QString capture = QStringLiteral("Capture (Ctrl+R)");
    const QString sheet = QStringLiteral("Record sheet (Alt+6)");
    QTest::newRow("nothing: as in the menus") << "" << QStringList{recent, capture, sheet};
    QTest::newRow("begin, name, explanation") << "rec" << QStringList{sheet, recent, capture};
    QTest::newRow("over a mnemonic") << "RECENT" << QStringList{recent};
    QTest::newRow("words in any order") << "sheet rec" << QStringList{sheet};
    QTest::newRow("words of both") << "sheet decode" << QStringList{sheet};
    QTest::newRow("keys") << "alt+6" << QStringList{sheet};
    QTest::newRow("what cannot be done now") << "stop" << QStringList{};
}

void TestCommandPalette::findsByNameKeysAndExplanation()
{
    QFETCH(const QString, typed);
    QFETCH(const QStringList, found);
    QObject owner;
    CommandPalette palette(actions(owner), nullptr);
    palette.setAttribute(Qt::WA_DeleteOnClose, false);
    palette.findChild<QLineEdit*>()->setText(typed);
    const auto* list = palette.findChild<QListWidget*>();
    QStringList listed;
    for (int i = 0; i < list->count(); ++i)
        listed += list->item(i)->text();
    QCOMPARE(listed, found);
    QCOMPARE(list->currentRow(), found.isEmpty() ? -1 : 0);
}

void TestCommandPalette::returnRunsWhatIsMarked()
{
    QObject owner;
    const QList<QAction*> all = actions(owner);
    const QSignalSpy recent(all[0], &QAction::triggered);
    const QSignalSpy sheet(all[2], &QAction::triggered);
    const QPointer<CommandPalette> palette = new CommandPalette(all, nullptr);
    palette->show();
    auto* field = palette->findChild<QLineEdit*>();
    QTest::keyClicks(field, QStringLiteral("rec"));
    QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(recent.count(), 1);
    QCOMPARE(sheet.count(), 0);
    QTRY_VERIFY(!palette);
}

QTEST_MAIN(TestCommandPalette)
#include "tst_command_palette.moc"
