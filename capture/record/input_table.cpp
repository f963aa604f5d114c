// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/input_table.h"

namespace decodescope {

namespace {

std::string_view bytesOf(std::span<const std::int64_t> words)
{
    return {reinterpret_cast<const char*>(words.data()), words.size_bytes()};
}

} // namespace

InputTable::InputTable()
    : m_lists(std::make_shared<Lists>())
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
    m_none.follower = nullptr;
    m_last = &m_none;
}

} // namespace decodescope
