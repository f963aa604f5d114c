// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parts_tables.h"

#include "ui/model/core_texts.h"
#include "ui/panels/columns.h"
#include "ui/panels/expected_chart.h"
#include "ui/style/palette.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace decodescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(PartsTables)
};

// Averages of counts: whole where they are.
QString averageText(double count)
{
    return QLocale().toString(count, 'f', count == double(qint64(count)) ? 0 : 1);
}

template <class Get>
TableColumn averageColumn(const QString& title, const QString& explanation, Get get) // get: optional<double>
{
    return {title,
            explanation,
            [get](std::size_t row) { return get(row) ? averageText(*get(row)) : QString(); },
            [get](std::size_t row) { return get(row) ? QVariant(*get(row)) : QVariant(); },
            {},
            true};
}

} // namespace

std::vector<TableColumn> partTableColumns(const std::shared_ptr<const PartTable>& table, PartGrouping grouping,
                                          bool isDark)
{
    const auto row = [table](std::size_t i) -> const PartRow& { return table->rows[i]; };
    const bool byFamily = grouping == PartGrouping::family;
    const auto word = [row, byFamily](std::size_t i) {
        return byFamily ? familyName(row(i).family) : partName(row(i).part);
    };
    std::vector<TableColumn> columns;
    TableColumn name =
        textColumn(byFamily ? Text::tr("Kernel family") : Text::tr("Model part"), {}, [row, byFamily](std::size_t i) {
            return byFamily ? familyText(row(i).family) : partText(row(i).part);
        });
    name.color = [word, byFamily, isDark](std::size_t i) {
        return byFamily ? familyColor(word(i), isDark) : partColor(word(i), isDark);
    };
    name.value = [word](std::size_t i) {
        return QVariant(fromUtf8View(word(i)));
    }; // copied as the command line says it
    columns.push_back(std::move(name));
    if (grouping == PartGrouping::layer)
        columns.push_back({Text::tr("Layer"),
                           {},
                           [row](std::size_t i) {
                               return row(i).layer < 0 ? QStringLiteral("\u2013") : QString::number(row(i).layer);
                           },
                           [row](std::size_t i) { return QVariant(row(i).layer); },
                           {},
                           true});
    columns.push_back(
        timeColumn(Text::tr("Time"), Text::tr("GPU time."), [row](std::size_t i) { return row(i).time; }));
    columns.push_back(
        shareColumn(Text::tr("Share"), Text::tr("Of the GPU time."), [row](std::size_t i) { return row(i).share; }));
    columns.push_back(
        countColumn(Text::tr("Count"), Text::tr("GPU operations."), [row](std::size_t i) { return row(i).count; }));
    columns.push_back(shareColumn(Text::tr("Of count"), Text::tr("Share of the number of operations."),
                                  [row](std::size_t i) { return row(i).countShare; }));
    if (table->steps > 0)
        columns.push_back(averageColumn(Text::tr("A step"), Text::tr("Operations launched in a step, on average."),
                                        [row](std::size_t i) { return row(i).countPerStep; }));
    columns.push_back(timeColumn(Text::tr("Mean"), Text::tr("Time per operation."), [row](std::size_t i) {
        return Ns(std::llround(double(row(i).time) / double(std::max<std::uint64_t>(row(i).count, 1))));
    }));
    return columns;
}

std::vector<TableColumn> stepTableColumns(const std::shared_ptr<const StepParts>& steps, const QStringList& names,
                                          bool isDark)
{
    const std::size_t parts = std::max<std::size_t>(steps->columns.size(), 1);
    const auto part = [steps, parts](std::size_t i) { return partName(steps->columns[i % parts]); };
    const auto time = [steps, parts](std::size_t i) { return steps->rows[i / parts].time[i % parts]; };
    std::vector<TableColumn> columns;
    columns.push_back(textColumn(Text::tr("Step"), Text::tr("Many steps are put together: then times are means."),
                                 [names, parts](std::size_t i) { return names.value(qsizetype(i / parts)); }));
    TableColumn name = textColumn(Text::tr("Model part"), {},
                                  [steps, parts](std::size_t i) { return partText(steps->columns[i % parts]); });
    name.color = [part, isDark](std::size_t i) { return partColor(part(i), isDark); };
    name.value = [part](std::size_t i) { return QVariant(fromUtf8View(part(i))); };
    columns.push_back(std::move(name));
    columns.push_back(timeColumn(Text::tr("Time"), Text::tr("GPU time of what the step launched."), time));
    columns.push_back(
        shareColumn(Text::tr("Share"), Text::tr("Of the step's GPU time."), [steps, parts, time](std::size_t i) {
            double all = 0;
            for (const Ns each : steps->rows[i / parts].time)
                all += double(each);
            return shareOf(double(time(i)), all);
        }));
    columns.push_back(averageColumn(Text::tr("Count"), Text::tr("GPU operations."), [steps, parts](std::size_t i) {
        return std::optional(steps->rows[i / parts].count[i % parts]);
    }));
    return columns;
}

std::vector<TableColumn> expectedTableColumns(const std::shared_ptr<const std::vector<ExpectedShare>>& rows)
{
    const auto row = [rows](std::size_t i) -> const ExpectedShare& { return (*rows)[i]; };
    std::vector<TableColumn> columns;
    columns.push_back(
        textColumn(Text::tr("Kernels"), {}, [row](std::size_t i) { return coreText(groupName(row(i).group)); }));
    columns.push_back(
        shareColumn(Text::tr("Share"), Text::tr("Of the GPU time."), [row](std::size_t i) { return row(i).share; }));
    columns.push_back({Text::tr("Expected"),
                       coreText(expectationBasis()),
                       [row](std::size_t i) { return expectedRangeText(row(i)); },
                       {},
                       {},
                       true});
    columns.push_back(textColumn(Text::tr("Verdict"), Text::tr("Of the share of GPU time."),
                                 [row](std::size_t i) { return coreText(expectationWord(row(i).verdict)); }));
    columns.push_back(shareColumn(Text::tr("Of count"), Text::tr("Share of the number of operations."),
                                  [row](std::size_t i) { return row(i).countShare; }));
    columns.push_back(averageColumn(Text::tr("A step"), Text::tr("Operations launched in a step, on average."),
                                    [row](std::size_t i) { return row(i).countPerStep; }));
    columns.push_back(averageColumn(
        Text::tr("Expected a step"), Text::tr("By the number of layers of a Llama: 7 x layers + 1 matrix products."),
        [row](std::size_t i) {
            return row(i).expectedPerStep ? std::optional(double(*row(i).expectedPerStep)) : std::nullopt;
        }));
    columns.push_back(textColumn(Text::tr("To ask"), Text::tr("Where the share is out of the range."),
                                 [row](std::size_t i) { return coreSentence(row(i).question); }));
    return columns;
}

} // namespace decodescope
