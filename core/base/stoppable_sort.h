// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting of many items that can be given up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stop_token>
#include <vector>

namespace decodescope {

// Sorts by `less`, a strict order without equal items. Looks at `stop` every few ten milliseconds; false when stopped:
// the items are then in any order. O(n log n).
template <class T, class Less>
bool sortUnlessStopped(std::vector<T>& items, Less less, const std::stop_token& stop)
{
    constexpr std::size_t kRun = std::size_t{1} << 17;
    const auto place = [&](std::size_t i) {
        return items.begin() + static_cast<std::ptrdiff_t>(std::min(i, items.size()));
    };
    for (std::size_t i = 0; i < items.size(); i += kRun) {
        if (stop.stop_requested())
            return false;
        std::sort(place(i), place(i + kRun), less);
    }
    for (std::size_t width = kRun; width < items.size(); width *= 2) {
        for (std::size_t i = 0; i + width < items.size(); i += 2 * width) {
            if (stop.stop_requested())
                return false;
            // Recordings are nearly in order already: most runs only need to be looked at where they meet.
            if (less(*place(i + width), *(place(i + width) - 1)))
                std::inplace_merge(place(i), place(i + width), place(i + 2 * width), less);
        }
    }
    return true;
}

} // namespace decodescope
