// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of arguments, each once: a decode calls its operators with the same ones in every step.
#pragma once

#include "core/trace/args_encoder.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace decodescope {

struct InputList
{
    std::vector<std::int64_t> words; // see op_inputs.h; never written again
    InputList* follower = nullptr;   // the table's: the list that came after this one the last time
    ArgsPattern args;                // the pump's alone: of the operators that were called with this list
};

// Used by the decode thread. The pump reads the lists that records point to: words of megabytes a step would have to go
// from one core's cache to the other's and back, where a pointer does.
class InputTable
{
public:
    using Lists = std::deque<InputList>; // never moves what it holds
    static constexpr std::size_t kMostLists = 1 << 16;

    InputTable();
    InputTable(const InputTable&) = delete;
    InputTable& operator=(const InputTable&) = delete;

    // O(words). The list lives as long as somebody holds the lists() of this moment. Layers and steps repeat each
    // other, so mostly it is the one that followed last time, and nothing is to be looked up.
    InputList* intern(std::span<const std::int64_t> words)
    {
        InputList* list = m_last->follower;
        if (list == nullptr || !isOf(*list, words)) {
            list = find(words);
            m_last->follower = list;
        }
        m_last = list;
        return list;
    }

    const std::shared_ptr<Lists>& lists() const { return m_lists; }
    bool isFull() const { return m_lists->size() >= kMostLists; }
    // Begins anew, with other lists().
    void renew();

private:
    static bool isOf(const InputList& list, std::span<const std::int64_t> words)
    {
        return list.words.size() == words.size() &&
               std::memcmp(list.words.data(), words.data(), words.size_bytes()) == 0;
    }
    InputList* find(std::span<const std::int64_t> words);

    std::shared_ptr<Lists> m_lists;
    std::unordered_map<std::string_view, InputList*> m_byWords; // keys are the bytes of the lists' own words
    InputList m_none;                                           // before the first one
    InputList* m_last = &m_none;
};

} // namespace decodescope
