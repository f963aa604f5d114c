// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/strict_messages.h"
#include "ui/model/number_text.h"
#include "ui/model/table_model.h"

#include <QAbstractItemModelTester>
#include <QLocale>
#include <QTest>

using decodescope::TableColumn;
using decodescope::TableModel;

class TestTableModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void keepsTheRulesOfModels();
    void sorts();
    void sortsStably();
    void filters();
    void copiesNumbersAsTheyAre();
    void writesNumbersForPeople_data();
    void writesNumbersForPeople();

private:
    static std::vector<TableColumn> columns();
    static QStringList names(const TableModel& model);
};

namespace {

struct Row
{
    const char* name;
    qlonglong ns;
};
constexpr Row kRows[] = {{"norm", 500300}, {"rope", 344100}, {"up_proj", 184700}, {"o_proj", 184700}, {"NORM2", 9}};

} // namespace

void TestTableModel::initTestCase()
{
    decodescope::test::makeWarningsFatal();
    QLocale::setDefault(QLocale::c());
}

std::vector<TableColumn> TestTableModel::columns()
{
    return {{QStringLiteral("Part"),
             {},
             [](std::size_t row) { return QString::fromLatin1(kRows[row].name); },
             {},
             {},
             false},
            {QStringLiteral("Time"),
             {},
             [](std::size_t row) { return decodescope::durationText(kRows[row].ns); },
             [](std::size_t row) { return QVariant(kRows[row].ns); },
             {},
             true}};
}

QStringList TestTableModel::names(const TableModel& model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names.push_back(model.index(row, 0).data().toString());
    return names;
}

void TestTableModel::keepsTheRulesOfModels()
{
    TableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setTable(columns(), 5);
    const QPersistentModelIndex rope = model.index(1, 0);
    model.sort(1, Qt::AscendingOrder);
    QCOMPARE(rope.data().toString(), QStringLiteral("rope")); // follows its row
    model.setFilter(QStringLiteral("o"));
    model.sort(0, Qt::DescendingOrder);
    model.setTable({}, 0);
    QCOMPARE(model.rowCount(), 0);
    model.setTable(columns(), 2);
    QCOMPARE(model.rowCount(), 2);
}

void TestTableModel::sorts()
{
    TableModel model;
    model.setTable(columns(), 5);
    QCOMPARE(names(model), (QStringList{"norm", "rope", "up_proj", "o_proj", "NORM2"}));
    model.sort(1, Qt::AscendingOrder);
    QCOMPARE(names(model), (QStringList{"NORM2", "up_proj", "o_proj", "rope", "norm"}));
    QCOMPARE(model.dataRow(0), std::size_t{4});
    QCOMPARE(model.rowOf(4), 0);
    model.sort(-1, Qt::AscendingOrder);
    QCOMPARE(names(model).front(), QStringLiteral("norm")); // as the data come
}

void TestTableModel::sortsStably()
{
    TableModel model;
    model.setTable(columns(), 5);
    model.sort(1, Qt::DescendingOrder);
    QCOMPARE(names(model), (QStringList{"norm", "rope", "up_proj", "o_proj", "NORM2"}));
}

void TestTableModel::filters()
{
    TableModel model;
    model.setTable(columns(), 5);
    model.setFilter(QStringLiteral("norm"));
    QCOMPARE(names(model), (QStringList{"norm", "NORM2"}));
    QCOMPARE(model.rowOf(1), -1);
    model.setFilter(QStringLiteral("500")); // figures are not searched
    QCOMPARE(model.rowCount(), 0);
    model.setFilter({});
    QCOMPARE(model.rowCount(), 5);
}

void TestTableModel::copiesNumbersAsTheyAre()
{
    TableModel model;
    model.setTable(columns(), 5);
    QCOMPARE(model.tabSeparated({0, 4}), QStringLiteral("Part\tTime\nnorm\t500300\nNORM2\t9\n"));
}

void TestTableModel::writesNumbersForPeople_data()
{
    QTest::addColumn<qlonglong>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("ns") << 812LL << "812 ns";
    QTest::newRow("us") << 5574LL << "5.57 \u00b5s";
    QTest::newRow("ms") << 30288645LL << "30.29 ms";
    QTest::newRow("hundreds") << 500300LL << "500.3 \u00b5s";
    QTest::newRow("s") << 2000000000LL << "2.00 s";
    QTest::newRow("zero") << 0LL << "0 ns";
    QTest::newRow("negative") << -1500LL << "-1.50 \u00b5s";
}

void TestTableModel::writesNumbersForPeople()
{
    QFETCH(qlonglong, ns);
    QFETCH(QString, text);
    QCOMPARE(decodescope::durationText(ns).replace(QChar(QChar::Nbsp), QLatin1Char(' ')), text);
    QCOMPARE(decodescope::relativeTimeText(30288645, 0), QStringLiteral("+30.288645%1ms").arg(QChar(QChar::Nbsp)));
}

QTEST_GUILESS_MAIN(TestTableModel)
#include "tst_table_model.moc"
