// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/input_table.h"

#include <algorithm>

namespace decodescope {

namespace {

std::string_view bytesOf(std::span<const std::int64_t> words)
{
    return {reinterpret_cast<const char*>(words.data()), words.size_bytes()};
}

} // namespace

InputTable::InputTable()
    : m_lists(std::make_shared<Lists>())
    , m_guesses(std::size_t{1} << kGuessBits)
{
}

InputList* InputTable::find(std::span<const std::int64_t> words)
{
    const auto known = m_byWords.find(bytesOf(words));
    if (known != m_byWords.end())
        return known->second;
    InputList& list = m_lists->emplace_back();
    list.words.assign(words.begin(), words.end());
    m_byWords.emplace(bytesOf(list.words), &list);
    return &list;
}

void InputTable::renew()
{
    m_byWords.clear();
    m_lists = std::make_shared<Lists>();
    std::fill(m_guesses.begin(), m_guesses.end(), nullptr);
    m_last = nullptr;
}

} // namespace decodescope
