// SPDX-License-Identifier: GPL-3.0-or-later
// What is written on slices: as much of a name as fits, never half a word.
#pragma once

#include "core/trace/trace.h"
#include "ui/timeline/glyph_texts.h"

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
    // where enough is left to be told apart, else empty. Operators are always without "aten::".
    QString fitting(const Trace& trace, NameId name, EventKind kind, double width);
    QString fitting(const QString& text, double width);
    double height() const { return m_texts.height(); } // of a line
    double width(const QString& text) { return m_texts.width(text); }

    // For tooltips and titles too: kernels by their short name, others as they are.
    static QString shortName(std::string_view name, EventKind kind);

private:
    struct Known
    {
        QString whole;
        QString bare; // without namespace: "mm" of "inductor::mm"
        double wholeWidth = 0;
        double bareWidth = 0;
    };
    QString cut(const QString& text, double width);

    GlyphTexts m_texts;
    QHash<std::uint32_t, Known> m_known; // by NameId
};

} // namespace decodescope
