// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of arguments, each once: a decode calls its operators with the same ones in every step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace decodescope {

struct InputList
{
    std::vector<std::int64_t> words; // see op_inputs.h; never written again
    std::string text;                // the pump's alone: what it has made of them; "" until then
};

// Used by the decode thread. The pump reads the lists that records point to: words of megabytes a step would have to go
// from one core's cache to the other's and back, where a pointer does.
class InputTable
{
public:
    using Lists = std::deque<InputList>; // never moves what it holds
    static constexpr std::size_t kMostLists = 1 << 16;

    InputTable();

    // O(words). The list lives as long as somebody holds the lists() of this moment.
    InputList* intern(std::span<const std::int64_t> words);

    const std::shared_ptr<Lists>& lists() const { return m_lists; }
    bool isFull() const { return m_lists->size() >= kMostLists; }
    // Begins anew, with other lists().
    void renew();

private:
    struct Entry
    {
        std::uint64_t hash = 0;
        InputList* list = nullptr;
    };
    InputList* add(std::uint64_t hash, std::span<const std::int64_t> words);
    void place(const Entry& entry);

    std::shared_ptr<Lists> m_lists;
    std::vector<Entry> m_entries; // open addressing, a power of two
};

} // namespace decodescope
