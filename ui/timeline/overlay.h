// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn over the rows: selection, links, ranges, the pointer.
#pragma once

#include "core/query/link_chain.h"
#include "ui/style/theme.h"
#include "ui/timeline/scene.h"
#include "ui/timeline/slice_tip.h"

#include <QFont>
#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

class QPainter;

namespace decodescope {

class TimelineState;
class TrackLayout;

struct OverlayInput
{
    const Trace& trace;
    const TrackLayout& layout;
    const Scene& scene;
    const TimelineState& state;
    const Theme& theme;
    const LinkChain& chain;
    QFont font;
    QSizeF size;                 // of the canvas; logical pixels, as everything here
    std::optional<Ns> snappedAt; // the edge that a drag sticks to
    std::vector<TipLine> tip;    // empty: none
    QPointF pointer;
};

// Cost: what is selected and near the pointer, never the number of slices.
class Overlay
{
public:
    void paint(QPainter& painter, const OverlayInput& in);
    // A linked slice out of sight has a marker at the edge; a click there goes to it. kNoEvent: no marker.
    EventId markerAt(QPointF position) const;

private:
    struct Marker
    {
        QRectF box;
        EventId target = kNoEvent;
    };
    static void paintNamesakes(QPainter& painter, const OverlayInput& in);
    void paintMarks(QPainter& painter, const OverlayInput& in);
    void paintRange(QPainter& painter, const OverlayInput& in) const;
    void paintLinks(QPainter& painter, const OverlayInput& in);
    void paintMarker(QPainter& painter, const OverlayInput& in, const Scene::Spot& spot, EventId target);
    static void paintTip(QPainter& painter, const OverlayInput& in);

    std::vector<Marker> m_markers;
    std::vector<QRectF> m_markTexts; // at the foot
};

} // namespace decodescope
