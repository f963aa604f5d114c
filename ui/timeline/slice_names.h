// SPDX-License-Identifier: GPL-3.0-or-later
// What is written on slices: as much of a name as fits, never half a word.
#pragma once

#include "core/trace/trace.h"

#include <QFontMetricsF>
#include <QHash>
#include <QString>

namespace decodescope {

// Remembers names and their widths; one per canvas.
class SliceNames
{
public:
    explicit SliceNames(const QFont& font);
    void setFont(const QFont& font);
    // Another trace: ids mean other names.
    void clear();

    // The whole name where it fits into width (logical pixels), else without its namespace, else cut with an ellipsis
    // where enough is left to be told apart, else empty.
    QString fitting(const Trace& trace, NameId name, EventKind kind, double width);
    QString fitting(const QString& text, double width);
    double width(const QString& text) const { return m_metrics.horizontalAdvance(text); }

    // For tooltips and titles too: kernels by their short name, others as they are.
    static QString shortName(std::string_view name, EventKind kind);

private:
    struct Known
    {
        QString whole;
        QString bare; // without namespace: "linear" of "aten::linear"
        double wholeWidth = 0;
        double bareWidth = 0;
    };
    QString cut(const QString& text, double width) const;

    QFontMetricsF m_metrics;
    QHash<std::uint32_t, Known> m_known; // by NameId
};

} // namespace decodescope
