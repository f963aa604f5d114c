// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/glyph_texts.h"

#include <QPainter>

namespace decodescope {

namespace {

constexpr qsizetype kMostLaidOut = 2000;
constexpr QChar kEllipsis(0x2026);

// Letters that stand for themselves wherever they are: no marks, no joined scripts, no halves of surrogates.
bool isSimple(QChar c)
{
    const char16_t u = c.unicode();
    return (u >= 0x20 && u < 0x250 && u != 0xad) || (u >= 0x2010 && u <= 0x2027) || (u >= 0x2030 && u <= 0x205e) ||
           (u >= 0x2190 && u <= 0x22ff);
}

} // namespace

void GlyphTexts::setFont(const QFont& font)
{
    m_font = font;
    m_metrics = QFontMetricsF(font);
    m_raw = QRawFont::fromFont(font);
    m_latin = {};
    m_others.clear();
    m_laidOut.clear();
    m_run.setRawFont(m_raw);
}

const GlyphTexts::Letter& GlyphTexts::letter(QChar c)
{
    Letter& known = c.unicode() < m_latin.size() ? m_latin[c.unicode()] : m_others[c.unicode()];
    if (!known.isKnown) {
        known.isKnown = true;
        const QList<quint32> glyphs = isSimple(c) ? m_raw.glyphIndexesForString(QString(c)) : QList<quint32>();
        if (glyphs.size() == 1 && glyphs.front() != 0) {
            known.glyph = glyphs.front();
            known.advance = m_raw.advancesForGlyphIndexes(glyphs).front().x();
        }
    }
    return known;
}

std::optional<double> GlyphTexts::simpleWidth(QStringView text)
{
    double sum = 0;
    for (const QChar c : text) {
        const Letter& one = letter(c);
        if (one.glyph == 0)
            return std::nullopt;
        sum += one.advance;
    }
    return sum;
}

double GlyphTexts::width(QStringView text)
{
    const auto simple = simpleWidth(text);
    return simple ? *simple : m_metrics.horizontalAdvance(text.toString());
}

QString GlyphTexts::cut(QStringView text, double width, int fewest)
{
    const Letter ellipsis = letter(kEllipsis);
    if (ellipsis.glyph == 0 || !simpleWidth(text)) {
        const QString cutText = m_metrics.elidedText(text.toString(), Qt::ElideRight, width);
        return cutText.size() > fewest ? cutText : QString();
    }
    double sum = ellipsis.advance;
    qsizetype letters = 0;
    for (; letters < text.size(); ++letters) {
        sum += letter(text[letters]).advance;
        if (sum > width)
            break;
    }
    return letters >= fewest ? text.left(letters).toString() + kEllipsis : QString();
}

void GlyphTexts::draw(QPainter& painter, QPointF topLeft, const QString& text)
{
    m_glyphs.clear();
    m_positions.clear();
    double x = 0;
    for (const QChar c : text) {
        const Letter& one = letter(c);
        if (one.glyph == 0) {
            painter.drawStaticText(topLeft, laidOut(text));
            return;
        }
        m_glyphs.push_back(one.glyph);
        m_positions.emplace_back(x, 0);
        x += one.advance;
    }
    m_run.setRawData(m_glyphs.data(), m_positions.data(), static_cast<int>(m_glyphs.size()));
    painter.drawGlyphRun(topLeft + QPointF(0, m_metrics.ascent()), m_run);
}

const QStaticText& GlyphTexts::laidOut(const QString& text)
{
    const auto known = m_laidOut.constFind(text);
    if (known != m_laidOut.constEnd())
        return *known;
    if (m_laidOut.size() >= kMostLaidOut)
        m_laidOut.clear();
    QStaticText fresh(text);
    fresh.setTextFormat(Qt::PlainText);
    fresh.setPerformanceHint(QStaticText::AggressiveCaching);
    fresh.prepare({}, m_font);
    return *m_laidOut.insert(text, fresh);
}

} // namespace decodescope
