// SPDX-License-Identifier: GPL-3.0-or-later
// Short texts in one font, measured and drawn without laying each of them out.
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QGlyphRun>
#include <QHash>
#include <QPointF>
#include <QRawFont>
#include <QStaticText>
#include <QString>
#include <QStringView>

#include <array>
#include <optional>
#include <vector>

class QPainter;

namespace decodescope {

// A timeline writes hundreds of texts a frame that it has never written before: durations, names cut to their slice.
// Where every letter is one glyph of the font, as in Latin without combining marks, a text is its glyphs in a row, and
// these are looked up once a letter. Other texts are laid out by Qt and kept. One per canvas; UI thread.
class GlyphTexts
{
public:
    explicit GlyphTexts(const QFont& font) { setFont(font); }
    void setFont(const QFont& font);

    // Logical pixels. O(letters).
    double width(QStringView text);
    double height() const { return m_metrics.height(); }
    // As much of the text as fits with an ellipsis; empty where fewer than `fewest` letters would be left.
    QString cut(QStringView text, double width, int fewest);
    // In the painter's pen; topLeft is that of a line of height().
    void draw(QPainter& painter, QPointF topLeft, const QString& text);

private:
    struct Letter
    {
        quint32 glyph = 0; // 0: the font has none, or it is not one for itself
        double advance = 0;
        bool isKnown = false;
    };
    const Letter& letter(QChar c);
    // Sum of advances of the letters; nullopt: not of simple letters.
    std::optional<double> simpleWidth(QStringView text);
    const QStaticText& laidOut(const QString& text);

    QFont m_font;
    QFontMetricsF m_metrics{QFont()};
    QRawFont m_raw;
    std::array<Letter, 0x250> m_latin{};
    QHash<char16_t, Letter> m_others;
    QHash<QString, QStaticText> m_laidOut;
    QGlyphRun m_run;
    std::vector<quint32> m_glyphs; // of m_run
    std::vector<QPointF> m_positions;
};

} // namespace decodescope
