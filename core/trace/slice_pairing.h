// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the end of slices that come as two events (B/E, b/e).
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace decodescope {

struct OpenSlice
{
    Ns begin = 0;
    NameId name = kEmptyName;
    CategoryId category{0};
    TrackId track = kNoTrack;
    ArgsId args = kNoArgs;
    ArgsId extra = kNoArgs;
    std::int64_t offset = -1;
};

// The open slices of one thread, or of one async id.
class OpenSlices
{
public:
    static constexpr std::size_t kSearched = 1024; // nothing nests deeper than this but by a fault

    void open(const OpenSlice& slice) { m_open.push_back(slice); }

    // Closes the innermost open slice of that name; an end without a name closes the innermost one. nullopt when there
    // is none among the kSearched innermost: the end was never begun. O(1) for ends in order.
    std::optional<OpenSlice> close(NameId name)
    {
        const std::size_t last = m_open.size() > kSearched ? m_open.size() - kSearched : 0;
        for (std::size_t i = m_open.size(); i-- > last;) {
            if (name != kEmptyName && m_open[i].name != name)
                continue;
            const OpenSlice found = m_open[i];
            m_open.erase(m_open.begin() + static_cast<std::ptrdiff_t>(i));
            return found;
        }
        return std::nullopt;
    }

    const std::vector<OpenSlice>& all() const { return m_open; }
    void clear() { m_open.clear(); }

private:
    std::vector<OpenSlice> m_open;
};

} // namespace decodescope
