// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/args_table.h"

#include <charconv>
#include <cstring>

namespace decodescope {

std::uint32_t ArgsBatch::add(std::string_view object)
{
    splitArgs(object, m_scratchShape, m_scratchSlots);
    auto found = m_shapeNumbers.find(m_scratchShape);
    if (found == m_shapeNumbers.end()) {
        found = m_shapeNumbers.emplace(m_scratchShape, static_cast<std::uint32_t>(m_shapes.size())).first;
        m_shapes.push_back(m_scratchShape);
    }
    m_records.push_back({found->second, static_cast<std::uint32_t>(m_slots.size())});
    m_slots.append(m_scratchSlots);
    return static_cast<std::uint32_t>(m_records.size() - 1);
}

void ArgsBatch::clear()
{
    m_shapes.clear();
    m_shapeNumbers.clear();
    m_records.clear();
    m_slots.clear();
}

void ArgsBatch::reserveLike(const ArgsBatch& other)
{
    m_shapes.reserve(other.m_shapes.size() + other.m_shapes.size() / 4);
    m_records.reserve(other.m_records.size() + other.m_records.size() / 4);
    m_slots.reserve(other.m_slots.size() + other.m_slots.size() / 4);
}

ArgsTable::Record ArgsTable::record(ArgsId id) const
{
    const std::size_t offset = index(id);
    const char* at = m_blocks[offset >> kBlockBits].get() + (offset & (kBlockSize - 1));
    const std::uint64_t number = readVarint(at);
    return {m_templates[static_cast<std::size_t>(number)], at};
}

const ArgsTemplate* ArgsTable::templateOf(ArgsId id) const
{
    return id == kNoArgs ? nullptr : record(id).shape;
}

std::string ArgsTable::text(ArgsId id) const
{
    std::string out;
    appendText(out, id);
    return out;
}

void ArgsTable::appendText(std::string& out, ArgsId id) const
{
    if (id == kNoArgs) {
        out += "{}";
        return;
    }
    auto [shape, slots] = record(id);
    std::size_t copied = 0;
    for (const std::uint32_t hole : shape->holes) {
        out.append(shape->text, copied, hole - copied);
        copied = hole;
        const ArgsSlot slot = readSlot(slots);
        if (slot.isInteger) {
            char digits[24];
            const auto written = std::to_chars(digits, digits + sizeof digits, slot.integer);
            out.append(digits, written.ptr);
        } else {
            out.append(slot.text);
        }
    }
    out.append(shape->text, copied);
}

namespace {
ArgsSlot slotAt(const char* slots, std::int32_t number)
{
    ArgsSlot slot = readSlot(slots);
    for (std::int32_t i = 0; i < number; ++i)
        slot = readSlot(slots);
    return slot;
}
} // namespace

std::optional<std::string> ArgsTable::value(ArgsId id, std::string_view key) const
{
    if (id == kNoArgs)
        return std::nullopt;
    const auto [shape, slots] = record(id);
    const ArgsMember* member = shape->find(key);
    if (member == nullptr)
        return std::nullopt;
    if (member->slot < 0)
        return shape->text.substr(member->valueBegin, member->valueEnd - member->valueBegin);
    const ArgsSlot slot = slotAt(slots, member->slot);
    return slot.isInteger ? std::to_string(slot.integer) : std::string(slot.text);
}

std::optional<std::int64_t> ArgsTable::integer(ArgsId id, std::string_view key) const
{
    if (id == kNoArgs)
        return std::nullopt;
    const auto [shape, slots] = record(id);
    const ArgsMember* member = shape->find(key);
    if (member == nullptr || member->slot < 0)
        return std::nullopt;
    const ArgsSlot slot = slotAt(slots, member->slot);
    if (slot.isInteger)
        return slot.integer;
    std::int64_t value = 0; // near the ends of int64, kept as text
    const char* end = slot.text.data() + slot.text.size();
    const auto parsed = std::from_chars(slot.text.data(), end, value);
    if (parsed.ec == std::errc() && parsed.ptr == end)
        return value;
    return std::nullopt;
}

std::uint32_t ArgsStore::templateNumber(const std::string& shape)
{
    const auto found = m_shapeNumbers.find(shape);
    if (found != m_shapeNumbers.end())
        return found->second;
    const auto number = static_cast<std::uint32_t>(m_table.m_templates.size());
    m_shapeNumbers.emplace(shape, number);
    const ArgsTemplate& stored = m_table.m_templateOwner->emplace_back(templateOfShape(shape));
    m_table.m_templates.push_back(&stored);
    m_table.m_templateBytes +=
        sizeof(ArgsTemplate) + stored.text.capacity() + shape.size() + stored.members.capacity() * sizeof(ArgsMember);
    return number;
}

std::optional<ArgsId> ArgsStore::place(std::string_view record)
{
    if (m_used + record.size() > ArgsTable::kBlockSize) {
        // The last id is kNoArgs, so the last block of a full table stays unused.
        if (m_table.m_blocks.size() + 1 >= (std::size_t{1} << (32 - ArgsTable::kBlockBits)))
            return std::nullopt;
        m_table.m_blocks.emplace_back(new char[ArgsTable::kBlockSize]);
        m_used = 0;
    }
    std::memcpy(m_table.m_blocks.back().get() + m_used, record.data(), record.size());
    const auto id = static_cast<ArgsId>(((m_table.m_blocks.size() - 1) << ArgsTable::kBlockBits) + m_used);
    m_used += record.size();
    return id;
}

std::size_t ArgsStore::append(const ArgsBatch& batch, std::vector<ArgsId>& ids)
{
    m_batchToTable.clear();
    for (const std::string& shape : batch.m_shapes)
        m_batchToTable.push_back(templateNumber(shape));
    ids.clear();
    ids.reserve(batch.m_records.size());
    std::size_t lost = 0;
    for (std::size_t i = 0; i < batch.m_records.size(); ++i) {
        const ArgsBatch::Record& record = batch.m_records[i];
        const std::size_t slotsEnd =
            i + 1 < batch.m_records.size() ? batch.m_records[i + 1].slotsBegin : batch.m_slots.size();
        m_scratch.clear();
        writeVarint(m_scratch, m_batchToTable[record.shape]);
        m_scratch.append(batch.m_slots, record.slotsBegin, slotsEnd - record.slotsBegin);
        const std::optional<ArgsId> id = place(m_scratch);
        lost += id ? 0 : 1;
        ids.push_back(id.value_or(kNoArgs));
    }
    return lost;
}

} // namespace decodescope
