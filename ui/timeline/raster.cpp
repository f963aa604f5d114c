// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/raster.h"

#include "ui/timeline/row_colors.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace decodescope {

namespace {

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

void Raster::makeBackground(int width, int bottom, const RasterBackground& background)
{
    const auto paintOver = [&](std::vector<QRgb>& pixels) {
        for (int x = std::max(background.completeUntilX, 0); background.completeUntilX >= 0 && x < width; ++x)
            pixels[static_cast<std::size_t>(x)] =
                mixed(pixels[static_cast<std::size_t>(x)], m_theme->control.rgb(), 96);
        for (const int x : background.gridX) {
            if (x >= 0 && x < width)
                pixels[static_cast<std::size_t>(x)] = m_theme->grid.rgb();
        }
    };
    m_background.assign(static_cast<std::size_t>(width), m_theme->canvas.rgb());
    m_outside = m_background;
    if (background.rangeX) {
        const int from = std::clamp(background.rangeX->first, 0, width);
        const int to = std::clamp(background.rangeX->second, from, width);
        std::fill(m_background.begin() + from, m_background.begin() + to, m_theme->rangeFill.rgb());
    }
    paintOver(m_background);
    paintOver(m_outside);
    m_isInRange.assign(static_cast<std::size_t>(std::max(0, bottom)), background.rangeY.empty());
    for (const auto& [from, to] : background.rangeY)
        std::fill(m_isInRange.begin() + std::clamp(from, 0, std::max(0, bottom)),
                  m_isInRange.begin() + std::clamp(to, std::clamp(from, 0, std::max(0, bottom)), std::max(0, bottom)),
                  true);
}

void Raster::paint(QImage& image, int top, int bottom, const DrawList& list, const RasterBackground& background)
{
    const int width = image.width();
    makeBackground(width, bottom, background);
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
            std::memcpy(line(image, y), behind(y).data(), m_background.size() * sizeof(QRgb));
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
    const int width = image.width();
    const int gap = separator(image);
    const Palette& palette = Palette::of(m_theme->isDark);
    const QRgb canvas = m_theme->canvas.rgb();
    std::vector<QRgb> pixels(static_cast<std::size_t>(width));
    for (const DrawnLane& lane : list.lanes) {
        const int from = std::max(lane.y, top);
        const int to = std::min(lane.y + lane.height - gap, bottom);
        if (to <= from || lane.runCount == 0)
            continue;
        pixels = behind(from);
        for (const DrawnRun& run : list.runsOf(lane)) {
            const QRgb color = runColor(palette, canvas, run);
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

void Raster::paintTexts(QImage& image, int top, int bottom, const DrawList& list)
{
    if (list.labels.empty() && list.notes.empty() && list.gaps.empty())
        return;
    const Palette& palette = Palette::of(m_theme->isDark);
    const double ratio = image.devicePixelRatio();
    QPainter painter(&image);
    painter.setClipRect(QRectF(0, top / ratio, image.width() / ratio, (bottom - top) / ratio));
    const double textHeight = m_texts.height();
    for (const DrawnLabel& label : list.labels) {
        if (label.y + label.height <= top || label.y >= bottom)
            continue;
        const double y = label.y / ratio + (label.height / ratio - 1 - textHeight) / 2;
        const double x = label.x / ratio + kLabelPadding;
        QColor color = QColor(palette.text(label.on));
        if (label.isDim)
            color = m_theme->textFaint;
        painter.setPen(color);
        m_texts.draw(painter, QPointF(x, y), label.text);
        if (label.figure.isEmpty())
            continue;
        const double right = x + m_texts.width(label.text) + kLabelFigureGap;
        color.setAlphaF(0.72F);
        painter.setPen(color);
        m_texts.draw(painter, QPointF(right, y), label.figure);
    }
    painter.setPen(m_theme->textDim);
    for (const DrawnGap& gap : list.gaps) {
        if (gap.text.isEmpty() || gap.y + gap.height <= top || gap.y >= bottom)
            continue;
        m_texts.draw(painter,
                     QPointF(gap.x / ratio + (gap.width / ratio - m_texts.width(gap.text)) / 2,
                             gap.y / ratio + (gap.height / ratio - 2 - textHeight) / 2),
                     gap.text);
    }
    painter.setPen(m_theme->textFaint);
    for (const DrawnNote& note : list.notes) {
        const double textWidth = m_texts.width(note.text);
        const QRectF box(note.x / ratio - textWidth, note.y / ratio - textHeight / 2, textWidth, textHeight);
        painter.fillRect(box.adjusted(-3, 1, 3, -1), m_theme->canvas);
        m_texts.draw(painter, box.topLeft(), note.text);
    }
}

} // namespace decodescope
