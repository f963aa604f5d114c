// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of columns that tables are made of.
#pragma once

#include "core/label/kernel_name.h"
#include "ui/model/number_text.h"
#include "ui/model/table_model.h"

#include <string_view>

namespace decodescope {

inline QString fromUtf8View(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

// `get` gives a row's text (QString), time (Ns), number (unsigned) or part of one (double).
template <class Get>
TableColumn textColumn(const QString& title, const QString& explanation, Get get)
{
    return {title, explanation, [get](std::size_t row) { return QString(get(row)); }, {}, {}, false};
}

// A kernel's name: short, and in full where it is copied, sorted and in the tooltip. `get` gives the full one.
template <class Get>
TableColumn kernelColumn(const QString& title, Get get)
{
    return {title,
            {},
            [get](std::size_t row) { return QString::fromStdString(shortKernelName(get(row))); },
            [get](std::size_t row) { return QVariant(fromUtf8View(get(row))); },
            {},
            false};
}

template <class Get>
TableColumn timeColumn(const QString& title, const QString& explanation, Get get)
{
    return {title,
            explanation,
            [get](std::size_t row) { return durationText(get(row)); },
            [get](std::size_t row) { return QVariant(qlonglong(get(row))); },
            {},
            true};
}

template <class Get>
TableColumn countColumn(const QString& title, const QString& explanation, Get get)
{
    return {title,
            explanation,
            [get](std::size_t row) { return countText(get(row)); },
            [get](std::size_t row) { return QVariant(qulonglong(get(row))); },
            {},
            true};
}

template <class Get>
TableColumn shareColumn(const QString& title, const QString& explanation, Get get)
{
    return {title,
            explanation,
            [get](std::size_t row) { return shareText(get(row)); },
            [get](std::size_t row) { return QVariant(double(get(row))); },
            {},
            true};
}

inline double shareOf(double part, double whole)
{
    return whole > 0.0 ? part / whole : 0.0;
}

} // namespace decodescope
