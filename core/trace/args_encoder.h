// SPDX-License-Identifier: GPL-3.0-or-later
// Puts arguments into batches at the speed of a comparison.
#pragma once

#include "core/trace/args_table.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace decodescope {

// What one encoder knows of an object, without its first numbers: see ArgsEncoder::addLike(). A plain value.
class ArgsPattern
{
private:
    friend class ArgsEncoder;
    std::uint64_t m_generation = 0; // 0: of nothing
    std::uint32_t m_known = 0;
    std::uint32_t m_leading = 0; // numbers that are not in it
    std::string m_slots;         // the others
};

// A program repeats itself: what followed a shape last time follows it again, so most arguments are recognised by
// comparing them with one or two templates that are known already. Lives longer than its batches; used by one thread.
// Memory is bounded: it forgets everything when it knows too much.
class ArgsEncoder
{
public:
    // Records go into `batch` from now on; it must outlive the calls that follow.
    void startBatch(ArgsBatch& batch);

    // Adds an object whose shape was learned; nullopt for any other, and for numbers that are not JSON's. O(length).
    std::optional<std::uint32_t> addKnown(std::string_view object);
    // Adds any object and learns its shape, which should be strict JSON. O(length).
    std::uint32_t learn(std::string_view object);

    // The same, and makes the pattern of all objects that differ from this one in their first `leading` top-level
    // numbers alone; a pattern of nothing where these are not integers.
    std::uint32_t learn(std::string_view object, std::size_t leading, ArgsPattern& pattern);
    // Adds the object of a pattern with these numbers in front: neither is its text made, nor is it taken apart.
    // nullopt when the pattern is not for so many numbers, of another encoder, or forgotten. O(slots).
    std::optional<std::uint32_t> addLike(const ArgsPattern& pattern, std::span<const std::int64_t> leading);

private:
    struct Known
    {
        std::string shape;
        ArgsTemplate split;
        std::array<std::uint32_t, 2> next{kNone, kNone}; // what followed, the latest first
        std::uint64_t batch = 0;                         // the last batch that has it ...
        std::uint32_t number = 0;                        // ... as this shape
    };
    static constexpr std::uint32_t kNone = 0xffffffffu;

    bool writeSlots(const Known& known, std::string_view object);
    void addRecord(Known& shape);
    std::uint32_t addRecord(std::uint32_t known, const char* slots, std::size_t size);
    void noteSuccessor(std::uint32_t known);
    void forgetAll();
    static std::uint64_t newGeneration();

    ArgsBatch* m_batch = nullptr;
    std::uint64_t m_batchCount = 0;
    std::uint64_t m_generation = newGeneration(); // of what is known: no other encoder has it
    std::vector<Known> m_known;
    std::unordered_map<std::string, std::uint32_t> m_numbers; // of shapes
    std::size_t m_knownBytes = 0;
    std::uint32_t m_last = kNone;
    std::vector<char> m_slots;
    std::size_t m_slotsSize = 0;
    std::string m_scratchShape;
    std::string m_scratchSlots;
};

} // namespace decodescope
