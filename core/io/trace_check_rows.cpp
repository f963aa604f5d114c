// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_check_rows.h"

#include <algorithm>

namespace decodescope {

namespace {
std::string rowText(const CheckedRow& row)
{
    return "pid " + std::to_string(row.pid) + ", tid " + std::to_string(row.tid);
}
} // namespace

void CheckReport::add(CheckRule rule, std::int64_t offset, std::string_view example, std::uint64_t count)
{
    CheckRow& row = m_rows[rule];
    row.rule = rule;
    const bool isFirst = row.count == 0;
    row.count += count;
    if (isFirst || offset < row.firstOffset) {
        row.firstOffset = offset;
        row.example = example;
    }
}

std::vector<CheckRow> CheckReport::rows() const
{
    std::vector<CheckRow> rows;
    for (const auto& [rule, row] : m_rows)
        rows.push_back(row);
    return rows;
}

std::uint32_t RowCheck::rowNumber(const CheckedRow& row, std::int64_t offset)
{
    const auto [found, isNew] = m_rowNumbers.try_emplace(row, static_cast<std::uint32_t>(m_rows.size()));
    if (isNew) {
        m_rows.push_back(row);
        m_processes.try_emplace(row.pid, Use{offset});
    }
    return found->second;
}

void RowCheck::addSlice(const CheckedRow& row, TimeRange range, bool isGpuOperation, bool isHost, std::int64_t offset)
{
    m_slices.push_back({range.begin, range.end, rowNumber(row, offset), offset});
    Use& process = m_processes[row.pid];
    process.isUsed = true;
    process.hasGpuOperations |= isGpuOperation;
    process.hasHost |= isHost;
}

void RowCheck::addPoint(const CheckedRow& row, std::int64_t offset)
{
    rowNumber(row, offset);
}

void RowCheck::addFlow(char phase, std::string key, const CheckedRow& row, Ns time, std::int64_t offset)
{
    FlowKey& flow = m_flows.try_emplace(std::move(key), FlowKey{0, 0, offset}).first->second;
    flow.starts += phase == 's' ? 1 : 0;
    flow.ends += phase == 'f' ? 1 : 0;
    m_flowPlaces.push_back({rowNumber(row, offset), time, offset});
}

void RowCheck::addAsync(char phase, std::string key, std::int64_t offset)
{
    auto& [open, first] = m_async.try_emplace(std::move(key), 0, offset).first->second;
    if (phase == 'b')
        ++open;
    else if (open > 0)
        --open;
    else
        m_strayAsyncEnds.emplace_back(offset, key);
}

void RowCheck::addName(std::string_view what, const CheckedRow& row)
{
    Named& named = what.starts_with("process_") ? m_processNames[row.pid] : m_rowNames[row];
    named.name |= what.ends_with("_name");
    named.sortIndex |= what.ends_with("_sort_index");
}

void RowCheck::checkNesting(CheckReport& report)
{
    std::ranges::sort(m_slices, [](const Slice& a, const Slice& b) {
        if (a.row != b.row)
            return a.row < b.row;
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<Ns> open;
    for (std::size_t i = 0; i < m_slices.size(); ++i) {
        const Slice& slice = m_slices[i];
        if (i > 0 && slice.row != m_slices[i - 1].row)
            open.clear();
        while (!open.empty() && open.back() <= slice.begin)
            open.pop_back();
        if (!open.empty() && open.back() < slice.end)
            report.add(CheckRule::nesting, slice.offset,
                       rowText(m_rows[slice.row]) + ": the slice crosses the end of the one around it");
        else if (slice.end > slice.begin)
            open.push_back(slice.end);
    }
}

// m_slices are sorted by row and begin.
void RowCheck::checkFlowPlaces(CheckReport& report)
{
    std::ranges::sort(m_flowPlaces, [](const FlowPlace& a, const FlowPlace& b) {
        return a.row != b.row ? a.row < b.row : a.time < b.time;
    });
    std::size_t next = 0;
    Ns latestEnd = kMinNs; // of the slices that begin no later than the place
    Ns lastPoint = kMinNs; // the last slice without length
    for (std::size_t i = 0; i < m_flowPlaces.size(); ++i) {
        const FlowPlace& place = m_flowPlaces[i];
        if (i == 0 || place.row != m_flowPlaces[i - 1].row)
            latestEnd = lastPoint = kMinNs;
        while (next < m_slices.size() && m_slices[next].row < place.row)
            ++next;
        for (; next < m_slices.size() && m_slices[next].row == place.row && m_slices[next].begin <= place.time;
             ++next) {
            latestEnd = std::max(latestEnd, m_slices[next].end);
            if (m_slices[next].begin == m_slices[next].end)
                lastPoint = m_slices[next].begin;
        }
        if (latestEnd <= place.time && lastPoint != place.time)
            report.add(CheckRule::flowSlices, place.offset,
                       rowText(m_rows[place.row]) + ": no slice lies where the flow begins or ends");
    }
}

void RowCheck::checkNames(CheckReport& report)
{
    for (const auto& [pid, use] : m_processes) {
        const Named named = m_processNames[pid];
        if (!named.name || !named.sortIndex)
            report.add(CheckRule::rowNames, use.offset,
                       "pid " + std::to_string(pid) + " has no process_name or process_sort_index");
        if (use.hasGpuOperations && use.hasHost)
            report.add(CheckRule::gpuRows, use.offset,
                       "pid " + std::to_string(pid) + " has GPU operations and a CPU's events");
    }
    for (const auto& [row, number] : m_rowNumbers) {
        const Named named = m_rowNames[row];
        if (!named.name || !named.sortIndex)
            report.add(CheckRule::rowNames, m_processes[row.pid].offset,
                       rowText(row) + " has no thread_name or thread_sort_index");
    }
}

void RowCheck::finish(CheckReport& report)
{
    checkNesting(report);
    checkFlowPlaces(report);
    checkNames(report);
    for (const auto& [key, flow] : m_flows) {
        if (flow.starts != 1 || flow.ends == 0)
            report.add(CheckRule::flowPairs, flow.offset,
                       key + ": " + std::to_string(flow.starts) + " s and " + std::to_string(flow.ends) + " f");
    }
    for (const auto& [key, open] : m_async) {
        if (open.first > 0)
            report.add(CheckRule::asyncPairs, open.second, key + ": a b without its e");
    }
    for (const auto& [offset, key] : m_strayAsyncEnds)
        report.add(CheckRule::asyncPairs, offset, key + ": an e without its b");
}

} // namespace decodescope
