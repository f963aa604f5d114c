// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/args_encoder.h"

#include "core/base/json_number.h"

#include <atomic>
#include <cstring>

namespace decodescope {

namespace {

constexpr std::size_t kMaxKnown = 50'000;
constexpr std::size_t kMaxKnownBytes = std::size_t{32} << 20;
constexpr std::size_t kMaxSlotBytes = kMaxArgsNumber + 10;
constexpr std::size_t kMaxIntegerSlotBytes = 10;
constexpr std::size_t kMaxLeading = 8; // more are not worth a pattern

bool isDigit(char c)
{
    return static_cast<unsigned char>(c - '0') < 10;
}

char* putVarint(char* out, std::uint64_t value)
{
    while (value >= 0x80) {
        *out++ = static_cast<char>(value | 0x80);
        value >>= 7;
    }
    *out++ = static_cast<char>(value);
    return out;
}

char* putInteger(char* out, std::int64_t value)
{
    const std::uint64_t zigzag = (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
    return putVarint(out, zigzag << 1);
}

// Encodes the number at `at` as writeSlot() of args_template.cpp does, and moves `at` behind it; nullptr if there is
// none.
char* putNumber(const char*& at, const char* end, char* out)
{
    constexpr std::ptrdiff_t kSafeDigits = 17;
    const char* digit = at;
    const bool negative = digit < end && *digit == '-';
    digit += negative ? 1 : 0;
    const char* first = digit;
    std::uint64_t value = 0;
    while (digit < end && isDigit(*digit) && digit - first < kSafeDigits)
        value = value * 10 + static_cast<std::uint64_t>(*digit++ - '0');
    const bool plain = digit > first && (digit - first == 1 || *first != '0') && !(negative && *first == '0') &&
                       (digit == end || !isArgsNumberByte(*digit));
    if (plain) {
        at = digit;
        const std::uint64_t zigzag = negative ? value * 2 - 1 : value * 2;
        return putVarint(out, zigzag << 1);
    }
    while (digit < end && isArgsNumberByte(*digit))
        ++digit;
    const std::string_view number(at, static_cast<std::size_t>(digit - at));
    if (number.size() > kMaxArgsNumber || !isJsonNumber(number))
        return nullptr;
    std::string slot; // rare enough: fractions and huge integers
    writeArgsSlot(slot, number);
    slot.copy(out, slot.size());
    at = digit;
    return out + slot.size();
}

} // namespace

void ArgsEncoder::startBatch(ArgsBatch& batch)
{
    m_batch = &batch;
    ++m_batchCount;
}

bool ArgsEncoder::writeSlots(const Known& known, std::string_view object)
{
    const char* at = object.data();
    const char* end = at + object.size();
    const char* text = known.split.text.data();
    std::size_t copied = 0;
    m_slots.resize(std::max(m_slots.size(), known.split.holes.size() * kMaxSlotBytes));
    char* out = m_slots.data();
    for (const std::uint32_t hole : known.split.holes) {
        const std::size_t size = hole - copied;
        if (static_cast<std::size_t>(end - at) < size || std::memcmp(at, text + copied, size) != 0)
            return false;
        at += size;
        copied = hole;
        out = putNumber(at, end, out);
        if (out == nullptr)
            return false;
    }
    const std::size_t rest = known.split.text.size() - copied;
    if (static_cast<std::size_t>(end - at) != rest || std::memcmp(at, text + copied, rest) != 0)
        return false;
    m_slotsSize = static_cast<std::size_t>(out - m_slots.data());
    return true;
}

void ArgsEncoder::noteSuccessor(std::uint32_t known)
{
    if (m_last != kNone) {
        auto& next = m_known[m_last].next;
        if (next[0] != known)
            next = {known, next[0]};
    }
    m_last = known;
}

// Its slots are to be appended.
void ArgsEncoder::addRecord(Known& shape)
{
    if (shape.batch != m_batchCount) {
        shape.batch = m_batchCount;
        shape.number = static_cast<std::uint32_t>(m_batch->m_shapes.size());
        m_batch->m_shapes.push_back(shape.shape);
    }
    m_batch->m_records.push_back({shape.number, static_cast<std::uint32_t>(m_batch->m_slots.size())});
}

std::uint32_t ArgsEncoder::addRecord(std::uint32_t known, const char* slots, std::size_t size)
{
    noteSuccessor(known);
    addRecord(m_known[known]);
    m_batch->m_slots.append(slots, size);
    return static_cast<std::uint32_t>(m_batch->m_records.size() - 1);
}

std::optional<std::uint32_t> ArgsEncoder::addKnown(std::string_view object)
{
    if (m_last != kNone) {
        for (const std::uint32_t next : m_known[m_last].next) {
            if (next != kNone && writeSlots(m_known[next], object))
                return addRecord(next, m_slots.data(), m_slotsSize);
        }
    }
    splitArgs(object, m_scratchShape, m_scratchSlots);
    const auto found = m_numbers.find(m_scratchShape);
    if (found == m_numbers.end() || !writeSlots(m_known[found->second], object))
        return std::nullopt;
    return addRecord(found->second, m_slots.data(), m_slotsSize);
}

std::uint32_t ArgsEncoder::learn(std::string_view object)
{
    splitArgs(object, m_scratchShape, m_scratchSlots);
    auto found = m_numbers.find(m_scratchShape);
    if (found == m_numbers.end()) {
        m_knownBytes += 2 * m_scratchShape.size();
        if (m_known.size() >= kMaxKnown || m_knownBytes > kMaxKnownBytes)
            forgetAll();
        found = m_numbers.emplace(m_scratchShape, static_cast<std::uint32_t>(m_known.size())).first;
        m_known.push_back({m_scratchShape, templateOfShape(m_scratchShape)});
    }
    return addRecord(found->second, m_scratchSlots.data(), m_scratchSlots.size());
}

std::uint32_t ArgsEncoder::learn(std::string_view object, std::size_t leading, ArgsPattern& pattern)
{
    const std::uint32_t number = learn(object);
    pattern = {};
    const std::size_t holes = m_known[m_last].split.holes.size();
    if (leading > holes || leading > kMaxLeading)
        return number;
    const char* rest = m_scratchSlots.data();
    for (std::size_t i = 0; i < leading; ++i) {
        if (!readSlot(rest).isInteger)
            return number;
    }
    pattern.m_generation = m_generation;
    pattern.m_known = m_last;
    pattern.m_leading = static_cast<std::uint32_t>(leading);
    pattern.m_slots = m_scratchSlots.substr(static_cast<std::size_t>(rest - m_scratchSlots.data()));
    return number;
}

std::optional<std::uint32_t> ArgsEncoder::addLike(const ArgsPattern& pattern, std::span<const std::int64_t> leading)
{
    if (pattern.m_generation != m_generation || pattern.m_leading != leading.size())
        return std::nullopt;
    std::array<char, kMaxLeading * kMaxIntegerSlotBytes> slots;
    char* out = slots.data();
    for (const std::int64_t value : leading) {
        if (value <= -kMaxArgsInteger || value >= kMaxArgsInteger)
            return std::nullopt;
        out = putInteger(out, value);
    }
    addRecord(m_known[pattern.m_known]);
    m_batch->m_slots.append(slots.data(), static_cast<std::size_t>(out - slots.data())).append(pattern.m_slots);
    return static_cast<std::uint32_t>(m_batch->m_records.size() - 1);
}

std::uint64_t ArgsEncoder::newGeneration()
{
    static std::atomic<std::uint64_t> last = 0;
    return ++last;
}

void ArgsEncoder::forgetAll()
{
    m_generation = newGeneration();
    m_known.clear();
    m_numbers.clear();
    m_knownBytes = 0;
    m_last = kNone;
}

} // namespace decodescope
