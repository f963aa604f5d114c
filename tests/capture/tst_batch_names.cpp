// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/batch_names.h"

#include <QTest>

#include <string>
#include <vector>

using namespace decodescope;

class BatchNamesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersAreThoseOfTheBatch();
};

// More names than have room, some with the same text, in another order in each batch.
void BatchNamesTest::numbersAreThoseOfTheBatch()
{
    std::vector<std::string> names;
    for (int i = 0; i < 3000; ++i)
        names.push_back("aten::op" + std::to_string(i % 2900));
    BatchNames numbers;
    for (std::size_t batch = 0; batch < 4; ++batch) {
        BatchStrings strings;
        strings.add("other" + std::to_string(batch));
        numbers.startBatch();
        for (std::size_t i = 0; i < 3 * names.size(); ++i) {
            const std::string& name = names[i * (batch + 1) / 2 % names.size()];
            const std::uint32_t number = numbers.add(strings, name.c_str());
            QCOMPARE(strings.text(number), std::string_view(name));
            QCOMPARE(number, strings.add(name));
        }
        QCOMPARE(numbers.add(strings, ""), 0u);
    }
}

QTEST_APPLESS_MAIN(BatchNamesTest)
#include "tst_batch_names.moc"
