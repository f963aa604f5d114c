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

    // Of the operator `op`, a name that is compared by pointer. O(words). The list lives as long as somebody holds the
    // lists() of this moment. Layers and steps repeat each other, so mostly it is the one that came here the last time,
    // and nothing is to be looked up.
    InputList* intern(std::span<const std::int64_t> words, const char* op)
    {
        m_history = (m_history ^ hashOf(m_last)) << kHistoryShift ^ hashOf(op);
        InputList*& guess = m_guesses[m_history * kMultiplier >> (64 - kGuessBits)];
        if (guess == nullptr || !isOf(*guess, words))
            guess = find(words);
        m_last = guess;
        return guess;
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
    static std::uint64_t hashOf(const void* pointer)
    {
        return reinterpret_cast<std::uintptr_t>(pointer) * kMultiplier >> 32;
    }
    InputList* find(std::span<const std::int64_t> words);

    static constexpr std::uint64_t kMultiplier = 0x9e3779b97f4a7c15ull;
    static constexpr unsigned kHistoryShift = 16; // the last four operators and their lists say where we are
    static constexpr unsigned kGuessBits = 14;

    std::shared_ptr<Lists> m_lists;
    std::unordered_map<std::string_view, InputList*> m_byWords; // keys are the bytes of the lists' own words
    std::vector<InputList*> m_guesses;                          // by hash of the history; others may share a place
    std::uint64_t m_history = 0;
    const InputList* m_last = nullptr;
};

} // namespace decodescope
