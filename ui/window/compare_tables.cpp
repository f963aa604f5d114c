// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/compare_tables.h"

#include "ui/model/core_texts.h"
#include "ui/panels/columns.h"
#include "ui/style/palette.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <optional>

namespace decodescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(CompareTables)
};

QString signedDurationText(Ns time)
{
    if (time == 0)
        return durationText(0);
    return (time > 0 ? QStringLiteral("+") : QStringLiteral("\u2212")) + durationText(std::abs(time));
}

std::optional<double> ratioOf(Ns a, Ns b)
{
    if (a <= 0)
        return std::nullopt;
    return double(b) / double(a);
}

QString ratioText(std::optional<double> ratio)
{
    if (!ratio)
        return QStringLiteral("\u2013");
    return QLocale().toString(*ratio, 'f', *ratio < 10 ? 2 : 1) + QStringLiteral(" \u00d7");
}

bool overlap(const Spread& a, const Spread& b)
{
    return a.low <= b.high && b.low <= a.high;
}

QString spreadText(const Spread& spread)
{
    return spread.low == spread.high ? durationText(spread.low)
                                     : Text::tr("%1 to %2").arg(durationText(spread.low), durationText(spread.high));
}

QString verdictText(const CompareRow& row, bool isSpreadKnown)
{
    switch (row.presence) {
    case CompareRow::Presence::onlyA:
        return Text::tr("vanished");
    case CompareRow::Presence::onlyB:
        return Text::tr("new");
    case CompareRow::Presence::renamed:
    case CompareRow::Presence::both:
        break;
    }
    QString text;
    if (row.difference() == 0 && row.countA == row.countB)
        text = Text::tr("equal");
    else if (!isSpreadKnown)
        text = Text::tr("noise not known");
    else if (row.isWithinSpread())
        text = Text::tr("within noise");
    else
        text = row.difference() < 0 ? Text::tr("faster") : Text::tr("slower");
    if (row.presence == CompareRow::Presence::renamed)
        text = Text::tr("renamed, %1").arg(text);
    return text;
}

TableColumn countsColumn(const QString& title, const std::shared_ptr<const Comparison>& comparison,
                         double CompareRow::*member)
{
    return {title,
            Text::tr("Operations a step, median."),
            [comparison, member](std::size_t row) { return QLocale().toString(comparison->rows[row].*member, 'f', 0); },
            [comparison, member](std::size_t row) { return QVariant(comparison->rows[row].*member); },
            {},
            true};
}

void spreadColumns(const std::shared_ptr<const Comparison>& comparison, const QString& side, Spread CompareRow::*member,
                   std::vector<TableColumn>& columns)
{
    columns.push_back(timeColumn(Text::tr("%1 low").arg(side), Text::tr("The step with the least."),
                                 [comparison, member](std::size_t i) { return (comparison->rows[i].*member).low; }));
    columns.push_back(timeColumn(Text::tr("%1 high").arg(side), Text::tr("The step with the most."),
                                 [comparison, member](std::size_t i) { return (comparison->rows[i].*member).high; }));
}

TableColumn nameColumn(const std::shared_ptr<const Comparison>& comparison, CompareGrouping grouping, bool isDark)
{
    const auto name = [comparison](std::size_t i) { return QString::fromStdString(comparison->rows[i].name); };
    switch (grouping) {
    case CompareGrouping::kernel:
        return kernelColumn(Text::tr("Kernel"),
                            [comparison](std::size_t i) { return std::string_view(comparison->rows[i].name); });
    case CompareGrouping::op:
        return textColumn(Text::tr("Operator"), Text::tr("The innermost one around the launch."), name);
    case CompareGrouping::part:
        break;
    }
    // Copied in English, as every name of a part is.
    TableColumn column = textColumn(Text::tr("Model part"), {},
                                    [comparison](std::size_t i) { return coreText(comparison->rows[i].name); });
    column.value = [name](std::size_t i) { return QVariant(name(i)); };
    column.color = [comparison, isDark](std::size_t i) { return partColor(comparison->rows[i].name, isDark); };
    return column;
}

} // namespace

std::vector<TableColumn> compareColumns(const std::shared_ptr<const Comparison>& comparison, CompareGrouping grouping,
                                        bool isDark)
{
    const auto row = [comparison](std::size_t i) -> const CompareRow& { return comparison->rows[i]; };
    const bool isSpreadKnown = comparison->a.steps > 1 && comparison->b.steps > 1;
    std::vector<TableColumn> columns;
    columns.push_back(nameColumn(comparison, grouping, isDark));
    const bool isAnyRenamed = std::any_of(comparison->rows.begin(), comparison->rows.end(), [](const CompareRow& one) {
        return one.presence == CompareRow::Presence::renamed;
    });
    if (isAnyRenamed)
        columns.push_back(kernelColumn(Text::tr("Name in A"), [row](std::size_t i) {
            return std::string_view(row(i).nameInA.empty() ? row(i).name : row(i).nameInA);
        }));
    columns.push_back(textColumn(Text::tr("Change"),
                                 Text::tr("Within noise: what the steps of A and of B took overlaps, so the difference "
                                          "may be chance."),
                                 [row, isSpreadKnown](std::size_t i) { return verdictText(row(i), isSpreadKnown); }));
    columns.push_back(timeColumn(Text::tr("A, a step"), Text::tr("GPU time a step, median."),
                                 [row](std::size_t i) { return row(i).a.median; }));
    columns.push_back(timeColumn(Text::tr("B, a step"), Text::tr("GPU time a step, median."),
                                 [row](std::size_t i) { return row(i).b.median; }));
    columns.push_back({Text::tr("Difference"),
                       Text::tr("B less A."),
                       [row](std::size_t i) { return signedDurationText(row(i).difference()); },
                       [row](std::size_t i) { return QVariant(qlonglong(row(i).difference())); },
                       {},
                       true});
    columns.push_back(
        {Text::tr("Ratio"),
         Text::tr("B by A."),
         [row](std::size_t i) { return ratioText(ratioOf(row(i).a.median, row(i).b.median)); },
         [row](std::size_t i) { return QVariant(ratioOf(row(i).a.median, row(i).b.median).value_or(HUGE_VAL)); },
         {},
         true});
    columns.push_back(countsColumn(Text::tr("Count A"), comparison, &CompareRow::countA));
    columns.push_back(countsColumn(Text::tr("Count B"), comparison, &CompareRow::countB));
    spreadColumns(comparison, Text::tr("A"), &CompareRow::a, columns);
    spreadColumns(comparison, Text::tr("B"), &CompareRow::b, columns);
    return columns;
}

QString compareTotalsText(const CompareTotals& totals)
{
    if (totals.steps == 0)
        return Text::tr("no steps");
    QString text = totals.steps == 1
                       ? Text::tr("one step, %1").arg(durationText(totals.step.median))
                       : Text::tr("%1 steps, median %2").arg(totals.steps).arg(durationText(totals.step.median));
    if (totals.steps > 1)
        text += QStringLiteral(" (") + spreadText(totals.step) + QLatin1Char(')');
    return text + Text::tr(", GPU busy %1, %2 kernels")
                      .arg(durationText(totals.busy.median), countText(std::uint64_t(std::llround(totals.kernels))));
}

QString compareSentence(const Comparison& comparison)
{
    const CompareTotals& a = comparison.a;
    const CompareTotals& b = comparison.b;
    if (a.steps == 0 || b.steps == 0)
        return Text::tr("At least one of the traces has no steps: all of it counts as one.");
    const Ns difference = b.step.median - a.step.median;
    const auto change = [](const Spread& from, const Spread& to) {
        return QStringLiteral("%1 \u2192 %2 (%3)")
            .arg(durationText(from.median), durationText(to.median), ratioText(ratioOf(from.median, to.median)));
    };
    QString text = difference == 0 ? Text::tr("A step takes as long in B as in A, %1.").arg(durationText(a.step.median))
                                   : Text::tr("A step: %1.").arg(change(a.step, b.step));
    if (difference != 0 && a.steps > 1 && b.steps > 1)
        text +=
            QLatin1Char(' ') + (overlap(a.step, b.step) ? Text::tr("That is within noise: the steps of both overlap.")
                                                        : Text::tr("That is more than the steps of either differ."));
    else if (difference != 0)
        text += QLatin1Char(' ') + Text::tr("With one step on a side nobody knows how much of that is noise.");
    return text + QLatin1Char(' ') +
           Text::tr("GPU busy: %1. Kernels: %2 \u2192 %3.")
               .arg(change(a.busy, b.busy), countText(std::uint64_t(std::llround(a.kernels))),
                    countText(std::uint64_t(std::llround(b.kernels))));
}

} // namespace decodescope
