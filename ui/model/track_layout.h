// SPDX-License-Identifier: GPL-3.0-or-later
// Where each row of the timeline is, and what the user did to the rows.
#pragma once

#include "ui/model/track_rows.h"

#include <QObject>

#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace decodescope {

// Sizes in logical pixels, from the font.
struct RowMetrics
{
    int lane = 18;       // one lane of nested slices
    int singleLane = 26; // the lane of a row that has but one
    int plot = 34;       // counters and what is derived
    int group = 22;
    int gap = 4;     // above and below
    int header = 36; // a title and a subtitle
    friend bool operator==(const RowMetrics&, const RowMetrics&) = default;
};

struct PlacedRow
{
    TrackRow row;
    int top = 0; // logical pixels from the top of all rows
    int height = 0;
    int lanesTop = 0; // of the first lane or the plot
    int laneHeight = 0;
    int shownLanes = 0;
    bool isCollapsed = false;
    bool isPinned = false;

    int bottom() const { return top + height; }
};

// Lives in the UI thread. Rows keep what the user did to them while the trace grows; reset() forgets it.
class TrackLayout : public QObject
{
    Q_OBJECT
public:
    explicit TrackLayout(QObject* parent = nullptr);

    void setMetrics(const RowMetrics& metrics);
    void reset();
    // O(tracks).
    void setTrace(const Trace& trace, bool hasLabels);

    // What is to be drawn, from top to bottom, the pinned rows first.
    std::span<const PlacedRow> rows() const { return m_rows; }
    int pinnedHeight() const { return m_pinnedHeight; } // these do not scroll
    int height() const { return m_height; }
    // Index among rows(), or nullopt. O(log rows).
    std::optional<std::size_t> rowAt(int y) const;
    std::optional<std::size_t> find(RowId id) const;
    // All rows, also hidden ones, in order: for a menu.
    std::span<const TrackRow> allRows() const { return m_all; }

    bool isHidden(RowId id) const;
    void setHidden(RowId id, bool hidden);
    // Of all tracks of a kind; Python functions, GPU annotations and the profiler's own rows are hidden at first.
    bool isKindHidden(TrackKind kind) const { return m_hiddenKinds.contains(kind); }
    void setKindHidden(TrackKind kind, bool hidden);
    // A heading hides its rows; a row of lanes shows only its first.
    void setCollapsed(RowId id, bool collapsed);
    void setPinned(RowId id, bool pinned);
    // 1: as high as the font asks for.
    double stretch(RowId id) const { return choice(id).stretch; }
    void setStretch(RowId id, double stretch);
    void setFilter(const QString& text);

Q_SIGNALS:
    void changed();

private:
    struct Choice
    {
        std::optional<bool> isHidden; // wins over the kind's
        bool isCollapsed = false;
        bool isPinned = false;
        double stretch = 1;
    };
    void place();
    void append(const TrackRow& row);
    const Choice& choice(RowId id) const;

    RowMetrics m_metrics;
    std::vector<TrackRow> m_all;
    std::vector<PlacedRow> m_rows;
    std::map<RowId, Choice> m_choices;
    std::set<TrackKind> m_hiddenKinds;
    QString m_filter;
    int m_pinnedHeight = 0;
    int m_height = 0;
};

} // namespace decodescope
