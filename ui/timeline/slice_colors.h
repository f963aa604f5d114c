// SPDX-License-Identifier: GPL-3.0-or-later
// Which colour a slice has, and whether it stands out.
#pragma once

#include "core/label/label.h"
#include "core/query/launch_cursor.h"
#include "core/query/matched_lanes.h"
#include "core/trace/trace.h"
#include "ui/model/timeline_state.h"
#include "ui/style/palette.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace decodescope {

class Labels;

// What the colour of a slice says.
enum class ColorMode : std::uint8_t { part, name, category, duration };

class SliceColors
{
public:
    // O(names of the trace) for those that are new.
    void setTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const Labels> labels);
    void setMode(ColorMode mode) { m_mode = mode; }
    ColorMode mode() const { return m_mode; }
    void setHighlight(const Highlight& highlight) { m_highlight = highlight; }

    // By part: what has no part is `other` where the trace has parts, so that a colour of a part means that part; in a
    // trace without parts kernels are told apart by name, copies and memsets by kind.
    ColorIndex colorOf(EventId event) const;
    // The same for slices one after the other: `operations` finds each where the last one was.
    ColorIndex colorOf(EventId event, LaunchCursor& operations) const;
    // The label of a GPU operation; no label: the part `other`, found by nothing.
    Label labelOf(EventId event) const;
    bool isHighlighting() const { return !m_highlight.isEmpty(); }
    bool isHighlighted(EventId event) const;
    // All slices that are highlighted. For a worker, with a copy of this. O(slices).
    MatchedLanes matches(std::stop_token stop) const;

private:
    std::uint32_t hashOf(NameId name) const { return m_hashes[index(name)]; }

    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const Labels> m_labels;
    bool m_knowsParts = false;           // m_labels has parts at all
    std::vector<std::uint32_t> m_hashes; // by NameId
    ColorMode m_mode = ColorMode::part;
    Highlight m_highlight;
};

} // namespace decodescope
