// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/raster.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace decodescope {

namespace {

constexpr qsizetype kMostTexts = 4000;
constexpr double kTextPadding = 4; // logical pixels
constexpr double kFigureGap = 8;
constexpr int kGapTint = 30; // of 256

QRgb mixed(QRgb a, QRgb b, int partOfB) // of 256
{
    const int partOfA = 256 - partOfB;
    const auto channel = [&](int shift) {
        const int x = static_cast<int>((a >> shift) & 0xff);
        const int y = static_cast<int>((b >> shift) & 0xff);
        return static_cast<QRgb>((x * partOfA + y * partOfB) >> 8) << shift;
    };
    return 0xff000000u | channel(16) | channel(8) | channel(0);
}

QRgb barColor(const Theme& theme, BarColor color)
{
    switch (color) {
    case BarColor::busy:
        return theme.busy.rgb();
    case BarColor::counter:
        return theme.counter.rgb();
    case BarColor::counterFill:
        return mixed(theme.canvas.rgb(), theme.counter.rgb(), 70);
    case BarColor::dot:
        return theme.dot.rgb();
    case BarColor::instant:
        return theme.text.rgb();
    case BarColor::axis:
        break;
    }
    return theme.rowLine.rgb();
}

// Between lanes, and between slices.
int separator(const QImage& image)
{
    return std::max(1, static_cast<int>(std::lround(image.devicePixelRatio())));
}

QRgb* line(QImage& image, int y)
{
    return reinterpret_cast<QRgb*>(image.scanLine(y));
}

} // namespace

void Raster::setFont(const QFont& font)
{
    m_font = font;
    m_texts.clear();
}

void Raster::paint(QImage& image, int top, int bottom, const DrawList& list, const RasterBackground& background)
{
    const int width = image.width();
    m_background.assign(static_cast<std::size_t>(width), m_theme->canvas.rgb());
    if (background.rangeX) {
        const int from = std::clamp(background.rangeX->first, 0, width);
        const int to = std::clamp(background.rangeX->second, from, width);
        std::fill(m_background.begin() + from, m_background.begin() + to, m_theme->rangeFill.rgb());
    }
    if (background.completeUntilX >= 0) {
        for (int x = background.completeUntilX; x < width; ++x)
            m_background[static_cast<std::size_t>(x)] =
                mixed(m_background[static_cast<std::size_t>(x)], m_theme->control.rgb(), 96);
    }
    for (const int x : background.gridX) {
        if (x >= 0 && x < width)
            m_background[static_cast<std::size_t>(x)] = m_theme->grid.rgb();
    }
    const int rowsEnd = std::clamp(background.rowsEndY, top, bottom);
    // Lines of lanes are painted as a whole below.
    std::vector<bool> isLane(static_cast<std::size_t>(std::max(0, bottom)), false);
    const int gap = separator(image);
    for (const DrawnLane& lane : list.lanes) {
        if (lane.runCount > 0)
            std::fill(isLane.begin() + std::clamp(lane.y, 0, bottom),
                      isLane.begin() + std::clamp(lane.y + lane.height - gap, std::clamp(lane.y, 0, bottom), bottom),
                      true);
    }
    for (int y = top; y < rowsEnd; ++y) {
        if (!isLane[static_cast<std::size_t>(y)])
            std::memcpy(line(image, y), m_background.data(), m_background.size() * sizeof(QRgb));
    }
    for (int y = rowsEnd; y < bottom; ++y)
        std::fill_n(line(image, y), width, m_theme->canvas.rgb());
    const int thickness = std::max(1, static_cast<int>(image.devicePixelRatio()));
    for (const int y : list.rowLines) {
        for (int i = std::max(y - thickness, top); i < std::min(y, bottom); ++i)
            std::fill_n(line(image, i), width, m_theme->rowLine.rgb());
    }
    paintLanes(image, top, bottom, list);
    paintGaps(image, top, bottom, list);
    paintBars(image, top, bottom, list);
    paintTexts(image, top, bottom, list);
}

void Raster::paintLanes(QImage& image, int top, int bottom, const DrawList& list) const
{
    const Palette& palette = Palette::of(m_theme->isDark);
    const int width = image.width();
    const int gap = separator(image);
    const QRgb canvas = m_theme->canvas.rgb();
    std::vector<QRgb> pixels(static_cast<std::size_t>(width));
    for (const DrawnLane& lane : list.lanes) {
        const int from = std::max(lane.y, top);
        const int to = std::min(lane.y + lane.height - gap, bottom);
        if (to <= from || lane.runCount == 0)
            continue;
        pixels = m_background;
        for (const DrawnRun& run : list.runsOf(lane)) {
            QRgb color = palette.color(run.color);
            if (run.covered < 255) // never faint: a single short slice stays in sight
                color = mixed(canvas, color, 160 + run.covered * 96 / 255);
            if (run.isDim)
                color = mixed(canvas, color, 64);
            const int first = std::clamp(run.x, 0, width);
            int last = std::clamp(run.x + run.width, first, width);
            if (run.width > 3 * gap && last < width)
                last -= gap;
            std::fill(pixels.begin() + first, pixels.begin() + last, color);
            if (run.isUnfinished) { // fades out to the right
                const int fade = std::min(last - first, 24 * gap);
                for (int i = 0; i < fade; ++i)
                    pixels[static_cast<std::size_t>(last - 1 - i)] = mixed(canvas, color, i * 256 / fade);
            }
        }
        for (int y = from; y < to; ++y)
            std::memcpy(line(image, y), pixels.data(), pixels.size() * sizeof(QRgb));
    }
}

// A tint, and a line of the cause's colour along the bottom of the lane: idle time is seen, and stays quieter than
// work.
void Raster::paintGaps(QImage& image, int top, int bottom, const DrawList& list) const
{
    const Palette& palette = Palette::of(m_theme->isDark);
    const int gap = separator(image);
    const int lineHeight = 2 * gap;
    for (const DrawnGap& drawn : list.gaps) {
        const QRgb color = palette.color(drawn.color);
        const int first = std::clamp(drawn.x, 0, image.width());
        const int last = std::clamp(drawn.x + drawn.width - gap, first, image.width());
        const int end = drawn.y + drawn.height - gap;
        for (int y = std::max(drawn.y, top); y < std::min(end, bottom); ++y) {
            QRgb* pixels = line(image, y);
            if (y >= end - lineHeight)
                std::fill(pixels + first, pixels + last, color);
            else
                std::transform(pixels + first, pixels + last, pixels + first,
                               [color](QRgb below) { return mixed(below, color, kGapTint); });
        }
    }
}

void Raster::paintBars(QImage& image, int top, int bottom, const DrawList& list) const
{
    const int width = image.width();
    for (const DrawnBar& bar : list.bars) {
        const QRgb color = barColor(*m_theme, bar.color);
        const int first = std::clamp(bar.x, 0, width);
        const int last = std::clamp(bar.x + bar.width, first, width);
        for (int y = std::max(bar.y, top); y < std::min(bar.y + bar.height, bottom); ++y)
            std::fill(line(image, y) + first, line(image, y) + last, color);
    }
}

const QStaticText& Raster::prepared(const QString& text)
{
    const auto known = m_texts.constFind(text);
    if (known != m_texts.constEnd())
        return *known;
    if (m_texts.size() >= kMostTexts)
        m_texts.clear();
    QStaticText fresh(text);
    fresh.setTextFormat(Qt::PlainText);
    fresh.setPerformanceHint(QStaticText::AggressiveCaching);
    fresh.prepare({}, m_font);
    return *m_texts.insert(text, fresh);
}

void Raster::paintTexts(QImage& image, int top, int bottom, const DrawList& list)
{
    if (list.labels.empty() && list.notes.empty() && list.gaps.empty())
        return;
    const Palette& palette = Palette::of(m_theme->isDark);
    const double ratio = image.devicePixelRatio();
    QPainter painter(&image);
    painter.setClipRect(QRectF(0, top / ratio, image.width() / ratio, (bottom - top) / ratio));
    painter.setFont(m_font);
    const double textHeight = QFontMetricsF(m_font).height();
    for (const DrawnLabel& label : list.labels) {
        if (label.y + label.height <= top || label.y >= bottom)
            continue;
        const double y = label.y / ratio + (label.height / ratio - 1 - textHeight) / 2;
        const double x = label.x / ratio + kTextPadding;
        QColor color = QColor(palette.text(label.on));
        if (label.isDim)
            color = m_theme->textFaint;
        painter.setPen(color);
        const QStaticText& text = prepared(label.text);
        painter.drawStaticText(QPointF(x, y), text);
        if (label.figure.isEmpty())
            continue;
        const double right = x + text.size().width() + kFigureGap;
        color.setAlphaF(0.72F);
        painter.setPen(color);
        painter.drawStaticText(QPointF(right, y), prepared(label.figure));
    }
    painter.setPen(m_theme->textDim);
    for (const DrawnGap& gap : list.gaps) {
        if (gap.text.isEmpty() || gap.y + gap.height <= top || gap.y >= bottom)
            continue;
        const QStaticText& text = prepared(gap.text);
        painter.drawStaticText(QPointF(gap.x / ratio + (gap.width / ratio - text.size().width()) / 2,
                                       gap.y / ratio + (gap.height / ratio - 2 - textHeight) / 2),
                               text);
    }
    painter.setPen(m_theme->textFaint);
    for (const DrawnNote& note : list.notes) {
        const QStaticText& text = prepared(note.text);
        const QRectF box(note.x / ratio - text.size().width(), note.y / ratio - textHeight / 2, text.size().width(),
                         textHeight);
        painter.fillRect(box.adjusted(-3, 1, 3, -1), m_theme->canvas);
        painter.drawStaticText(box.topLeft(), text);
    }
}

} // namespace decodescope
