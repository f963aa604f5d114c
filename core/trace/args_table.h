// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of all events, each to the byte, in a fraction of their size.
#pragma once

#include "core/base/chunked_vector.h"
#include "core/base/ids.h"
#include "core/trace/args_template.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace decodescope {

// Millions of events share few shapes of arguments: {"External id": 5, "Ev Idx": 4, "Input Dims": [[1, 2048]]} differs
// from its neighbours in two numbers. A record is the number of its template and the numbers that go into its holes.

// Producer side, one a batch: templates are numbered within the batch. Used by one thread.
class ArgsBatch
{
public:
    // Adds the text of one JSON object, braces included. Returns its number in this batch. O(length).
    std::uint32_t add(std::string_view object);

    std::size_t size() const { return m_records.size(); }
    void clear();
    // Makes room for as much as another batch has and a quarter more: the next one of the same producer needs no more.
    void reserveLike(const ArgsBatch& other);

private:
    friend class ArgsEncoder;
    friend class ArgsStore;
    struct Record
    {
        std::uint32_t shape;
        std::uint32_t slotsBegin; // in m_slots; ends where the next record's begin
    };
    std::vector<std::string> m_shapes;
    std::unordered_map<std::string, std::uint32_t> m_shapeNumbers;
    std::vector<Record> m_records;
    std::string m_slots;
    std::string m_scratchShape;
    std::string m_scratchSlots;
};

// Read side. A copy is a snapshot that shares all memory.
class ArgsTable
{
public:
    // The object's text, exactly as it was found. "{}" for kNoArgs. O(length).
    std::string text(ArgsId id) const;
    // Appends text(id). O(length).
    void appendText(std::string& out, ArgsId id) const;
    // The text of one top-level member's value, as found (strings with their quotes); nullopt when absent. The last one
    // of equal keys. O(members).
    std::optional<std::string> value(ArgsId id, std::string_view key) const;
    // A top-level member whose value is an integer; nullopt when absent or anything else. O(members), no allocation.
    std::optional<std::int64_t> integer(ArgsId id, std::string_view key) const;
    // Records of one template differ in top-level numbers only; kNoArgs has none (nullptr).
    const ArgsTemplate* templateOf(ArgsId id) const;

    std::size_t templateCount() const { return m_templates.size(); }
    std::size_t bytes() const { return m_blocks.size() * kBlockSize + m_templateBytes; }

private:
    friend class ArgsStore;
    static constexpr unsigned kBlockBits = 20;
    static constexpr std::size_t kBlockSize = std::size_t{1} << kBlockBits;

    struct Record
    {
        const ArgsTemplate* shape;
        const char* slots;
    };
    Record record(ArgsId id) const;

    ChunkedVector<const ArgsTemplate*> m_templates;
    std::shared_ptr<std::deque<ArgsTemplate>> m_templateOwner = std::make_shared<std::deque<ArgsTemplate>>();
    std::vector<std::shared_ptr<char[]>> m_blocks; // a record never crosses a block's end; ArgsId is its byte offset
    std::size_t m_templateBytes = 0;
};

// Write side, over the one table that it owns. Used by one thread.
class ArgsStore
{
public:
    // Takes over all records of a batch. ids[i] becomes the id of the batch's record i; kNoArgs where the table is full
    // (4 GiB of records): the count of those is returned. O(records + templates new in the batch).
    std::size_t append(const ArgsBatch& batch, std::vector<ArgsId>& ids);

    const ArgsTable& table() const { return m_table; }

private:
    std::uint32_t templateNumber(const std::string& shape);
    std::optional<ArgsId> place(std::string_view record);

    ArgsTable m_table;
    std::unordered_map<std::string, std::uint32_t> m_shapeNumbers;
    std::size_t m_used = ArgsTable::kBlockSize; // of the last block
    std::vector<std::uint32_t> m_batchToTable;
    std::string m_scratch;
};

} // namespace decodescope
