// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/number_text.h"

#include <QLocale>

#include <array>
#include <cmath>

namespace decodescope {

namespace {

struct Unit
{
    double ns;
    int decimalsToNs;
    const char* name;
};
constexpr std::array<Unit, 4> kUnits{{{1e9, 9, "s"}, {1e6, 6, "ms"}, {1e3, 3, "\u00b5s"}, {1.0, 0, "ns"}}};

const Unit& unitFor(double absoluteNs)
{
    for (const Unit& unit : kUnits)
        if (absoluteNs >= unit.ns)
            return unit;
    return kUnits.back();
}

// Four digits: 1.234, 12.34, 123.4, 1234; one decimal at least above 100, two below.
int decimalsFor(double value)
{
    const double absolute = std::abs(value);
    return absolute >= 1000.0 ? 0 : absolute >= 100.0 ? 1 : 2;
}

} // namespace

QString NumberAndUnit::text() const
{
    return unit.isEmpty() ? number : number + QChar(QChar::Nbsp) + unit;
}

NumberAndUnit durationParts(Ns duration)
{
    const Unit& unit = unitFor(std::abs(double(duration)));
    const double value = double(duration) / unit.ns;
    const int decimals = unit.decimalsToNs == 0 ? 0 : decimalsFor(value);
    return {QLocale().toString(value, 'f', decimals), QString::fromUtf8(unit.name)};
}

QString durationText(Ns duration)
{
    return durationParts(duration).text();
}

QString exactDurationText(Ns duration)
{
    const Unit& unit = unitFor(std::abs(double(duration)));
    return NumberAndUnit{QLocale().toString(double(duration) / unit.ns, 'f', unit.decimalsToNs),
                         QString::fromUtf8(unit.name)}
        .text();
}

QString relativeTimeText(Ns time, Ns origin)
{
    const Ns distance = saturatingSub(time, origin);
    const QString text = exactDurationText(distance);
    return distance < 0 ? text : QLatin1Char('+') + text;
}

NumberAndUnit shareParts(double share)
{
    return {QLocale().toString(share * 100.0, 'f', 1), QStringLiteral("%")};
}

QString shareText(double share)
{
    return shareParts(share).text();
}

QString countText(std::uint64_t count)
{
    return QLocale().toString(qulonglong(count));
}

int pluralOf(std::uint64_t count)
{
    constexpr std::uint64_t kMillion = 1'000'000; // the forms of large numbers go by their last digits
    return int(count < kMillion ? count : kMillion + count % kMillion);
}

QString bytesText(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(qint64(bytes), 1, QLocale::DataSizeSIFormat);
}

} // namespace decodescope
