// SPDX-License-Identifier: GPL-3.0-or-later
// Where each row of the timeline is, and what the user did to the rows.
#pragma once

#include "ui/model/track_rows.h"

#include <QObject>

#include <functional>
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

// What the user did to the rows. A value.
struct RowArrangement
{
    struct Choice
    {
        std::optional<bool> isHidden; // wins over the kind's
        bool isCollapsed = false;
        bool isPinned = false;
        double stretch = 1;
        friend bool operator==(const Choice&, const Choice&) = default;
    };
    std::map<RowId, Choice> choices;
    // Python functions, GPU annotations and the profiler's own rows.
    std::set<TrackKind> hiddenKinds{TrackKind::python, TrackKind::gpuAnnotation, TrackKind::other};
    std::vector<RowId> order; // of all rows; empty: the natural one
    friend bool operator==(const RowArrangement&, const RowArrangement&) = default;
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
    // Logical pixels that there are for the rows: where they need less, lanes and plots grow to use them, up to a
    // limit.
    void setRoom(int height);

    // What is to be drawn, from top to bottom, the pinned rows first.
    std::span<const PlacedRow> rows() const { return m_rows; }
    int pinnedHeight() const { return m_pinnedHeight; } // these do not scroll
    int height() const { return m_height; }
    // Index among rows(), or nullopt. O(log rows).
    std::optional<std::size_t> rowAt(int y) const;
    std::optional<std::size_t> find(RowId id) const;
    // All rows, also hidden ones, in order: for a menu.
    std::span<const TrackRow> allRows() const { return m_all; }

    const RowArrangement& arrangement() const { return m_arrangement; }
    void setArrangement(RowArrangement arrangement); // does not emit arranged()
    bool isHidden(RowId id) const;
    void setHidden(RowId id, bool hidden);
    // Of all tracks of a kind.
    bool isKindHidden(TrackKind kind) const { return m_arrangement.hiddenKinds.contains(kind); }
    void setKindHidden(TrackKind kind, bool hidden);
    // A heading hides its rows; a row of lanes shows only its first.
    void setCollapsed(RowId id, bool collapsed);
    void setPinned(RowId id, bool pinned);
    // 1: as high as the font asks for.
    double stretch(RowId id) const { return choice(id).stretch; }
    void setStretch(RowId id, double stretch);
    // Order, heights, pins and what is hidden become what they were at first.
    void restoreUsual();
    RowId headingOf(RowId id) const; // the row itself where it has none
    // Puts a row, a heading with its rows, before or after one of the same heading; nothing else happens.
    void moveBeside(RowId id, RowId sibling, bool isAfter);
    // The row of the same heading that is shown before (-1) or after (+1) this one.
    std::optional<RowId> sibling(RowId id, int direction) const;
    void setFilter(const QString& text);
    const QString& filter() const { return m_filter; }

Q_SIGNALS:
    void changed();
    // One of the setters has changed the arrangement, which was `before`.
    void arranged(const decodescope::RowArrangement& before);

private:
    bool isHidden(const TrackRow& row) const;
    void place();
    void placeGrown(double growth);
    void append(const TrackRow& row, double growth);
    void edit(const std::function<void(RowArrangement&)>& change);
    const RowArrangement::Choice& choice(RowId id) const;

    RowMetrics m_metrics;
    std::vector<TrackRow> m_natural;
    std::vector<TrackRow> m_all; // as the user has ordered them
    std::vector<PlacedRow> m_rows;
    RowArrangement m_arrangement;
    QString m_filter;
    int m_room = 0;
    int m_pinnedHeight = 0;
    int m_height = 0;
};

} // namespace decodescope
