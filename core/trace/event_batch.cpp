// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/event_batch.h"

#include <algorithm>

namespace decodescope {

BatchStrings::BatchStrings()
{
    m_texts.emplace_back();
    m_numbers.emplace(m_texts.back(), 0);
}

std::uint32_t BatchStrings::add(std::string_view text)
{
    const auto found = m_numbers.find(text);
    if (found != m_numbers.end())
        return found->second;
    const auto number = static_cast<std::uint32_t>(m_texts.size());
    m_numbers.emplace(m_texts.emplace_back(text), number);
    return number;
}

std::uint32_t EventBatch::threadNumber(const BatchThread& thread)
{
    // Few threads alternate, so the newest are the likeliest.
    const auto found = std::find(threads.rbegin(), threads.rend(), thread);
    if (found != threads.rend())
        return static_cast<std::uint32_t>(threads.rend() - found - 1);
    threads.push_back(thread);
    return static_cast<std::uint32_t>(threads.size() - 1);
}

} // namespace decodescope
