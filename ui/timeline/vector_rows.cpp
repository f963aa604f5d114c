// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/vector_rows.h"

#include "ui/timeline/row_colors.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace decodescope {

namespace {

class RowPainter
{
public:
    RowPainter(QPainter& painter, const Scene& scene, const Theme& theme, const QFont& font, QSizeF size)
        : m_painter(painter)
        , m_theme(theme)
        , m_metrics(font)
        , m_size(size)
        , m_ratio(scene.view().pixelRatio)
    {
        painter.setFont(font);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }

    void paintBackground(const RasterBackground& background)
    {
        m_painter.fillRect(QRectF(QPointF(0, 0), m_size), m_theme.canvas);
        const double end = std::min(m_size.height(), background.rowsEndY / m_ratio);
        if (background.rangeX) {
            const auto fill = [&](double top, double bottom) {
                const double left = background.rangeX->first / m_ratio;
                m_painter.fillRect(QRectF(left, top, background.rangeX->second / m_ratio - left, bottom - top),
                                   m_theme.rangeFill);
            };
            if (background.rangeY.empty())
                fill(0, end);
            for (const auto& [top, bottom] : background.rangeY)
                fill(top / m_ratio, bottom / m_ratio);
        }
        for (const int x : background.gridX)
            m_painter.fillRect(QRectF(x / m_ratio, 0, 1, end), m_theme.grid);
    }

    void paint(const Scene::Band& band)
    {
        m_painter.setClipRect(
            QRectF(0, band.top / m_ratio, m_size.width(), std::max(0, band.bottom - band.top) / m_ratio));
        for (const int y : band.list.rowLines)
            m_painter.fillRect(QRectF(0, y / m_ratio - 1, m_size.width(), 1), m_theme.rowLine);
        for (const DrawnLane& lane : band.list.lanes)
            paintLane(lane, band.list);
        for (const DrawnGap& gap : band.list.gaps)
            paintGap(gap);
        for (const DrawnBar& bar : band.list.bars)
            m_painter.fillRect(box(bar.x, bar.y, bar.width, bar.height), QColor(barColor(m_theme, bar.color)));
        for (const DrawnLabel& label : band.list.labels)
            paintLabel(label);
        for (const DrawnNote& note : band.list.notes)
            paintNote(note);
        m_painter.setClipping(false);
    }

private:
    QRectF box(int x, int y, int width, int height) const
    {
        return {x / m_ratio, y / m_ratio, width / m_ratio, height / m_ratio};
    }

    void paintLane(const DrawnLane& lane, const DrawList& list)
    {
        for (const DrawnRun& run : list.runsOf(lane)) {
            QRectF rect = box(run.x, lane.y, run.width, lane.height);
            rect.adjust(0, 0, rect.width() > 3 ? -1 : 0, -1); // between neighbours, as on screen
            m_painter.fillRect(rect, QColor(runColor(Palette::of(m_theme.isDark), m_theme.canvas.rgb(), run)));
        }
    }

    void paintGap(const DrawnGap& gap)
    {
        const QRectF rect = box(gap.x, gap.y, gap.width, gap.height).adjusted(0, 0, -1, -1);
        QColor tint(Palette::of(m_theme.isDark).color(gap.color));
        m_painter.fillRect(QRectF(rect.left(), rect.bottom() - 2, rect.width(), 2), tint);
        tint.setAlpha(kGapTint);
        m_painter.fillRect(rect.adjusted(0, 0, 0, -2), tint);
        if (gap.text.isEmpty())
            return;
        m_painter.setPen(m_theme.textDim);
        m_painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, gap.text);
    }

    void paintLabel(const DrawnLabel& label)
    {
        const QRectF rect = box(label.x, label.y, label.width, label.height);
        const double baseline = rect.center().y() - 0.5 + (m_metrics.ascent() - m_metrics.descent()) / 2;
        const double left = rect.left() + kLabelPadding;
        QColor color(Palette::of(m_theme.isDark).text(label.on));
        if (label.isDim)
            color = m_theme.textFaint;
        m_painter.setPen(color);
        m_painter.drawText(QPointF(left, baseline), label.text);
        if (label.figure.isEmpty())
            return;
        color.setAlphaF(0.72F);
        m_painter.setPen(color);
        m_painter.drawText(QPointF(left + m_metrics.horizontalAdvance(label.text) + kLabelFigureGap, baseline),
                           label.figure);
    }

    void paintNote(const DrawnNote& note)
    {
        const double width = m_metrics.horizontalAdvance(note.text);
        const double y = note.y / m_ratio;
        const QRectF rect(note.x / m_ratio - width, y - m_metrics.height() / 2, width, m_metrics.height());
        m_painter.fillRect(rect.adjusted(-3, 1, 3, -1), m_theme.canvas);
        m_painter.setPen(m_theme.textFaint);
        m_painter.drawText(rect, Qt::AlignCenter | Qt::TextSingleLine, note.text);
    }

    QPainter& m_painter;
    const Theme& m_theme;
    QFontMetricsF m_metrics;
    QSizeF m_size;
    double m_ratio;
};

} // namespace

void paintVectorRows(QPainter& painter, const Scene& scene, const RasterBackground& background, const Theme& theme,
                     const QFont& font, QSizeF size)
{
    RowPainter rows(painter, scene, theme, font, size);
    rows.paintBackground(background);
    for (const Scene::Band& band : scene.bands()) {
        if (band.bottom > band.top)
            rows.paint(band);
    }
}

} // namespace decodescope
