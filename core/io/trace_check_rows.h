// SPDX-License-Identifier: GPL-3.0-or-later
// The part of the check that needs all of a file: rows, flows, pairs.
#pragma once

#include "core/base/time.h"
#include "core/io/trace_check.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace decodescope {

class CheckReport
{
public:
    void add(CheckRule rule, std::int64_t offset, std::string_view example, std::uint64_t count = 1);
    std::vector<CheckRow> rows() const;

private:
    std::map<CheckRule, CheckRow> m_rows;
};

struct CheckedRow
{
    std::int64_t pid = 0;
    std::int64_t tid = 0;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 of a defaulted <=> for a pointer
    friend auto operator<=>(const CheckedRow&, const CheckedRow&) = default;
};

// Gathers what events say; finish() compares.
class RowCheck
{
public:
    void addSlice(const CheckedRow& row, TimeRange range, bool isGpuOperation, bool isHost, std::int64_t offset);
    void addPoint(const CheckedRow& row, std::int64_t offset);
    void addFlow(char phase, std::string key, const CheckedRow& row, Ns time, std::int64_t offset);
    void addAsync(char phase, std::string key, std::int64_t offset);
    void addName(std::string_view what, const CheckedRow& row);

    void finish(CheckReport& report);

private:
    struct Slice
    {
        Ns begin;
        Ns end;
        std::uint32_t row;
        std::int64_t offset;
    };
    struct FlowPlace
    {
        std::uint32_t row;
        Ns time;
        std::int64_t offset;
    };
    struct FlowKey
    {
        std::uint64_t starts = 0;
        std::uint64_t ends = 0;
        std::int64_t offset = 0;
    };
    struct Named
    {
        bool name = false;
        bool sortIndex = false;
    };
    struct Use
    {
        std::int64_t offset = 0;
        bool isUsed = false;
        bool hasGpuOperations = false;
        bool hasHost = false;
    };

    std::uint32_t rowNumber(const CheckedRow& row, std::int64_t offset);
    void checkNesting(CheckReport& report);
    void checkFlowPlaces(CheckReport& report);
    void checkNames(CheckReport& report);

    std::vector<Slice> m_slices;
    std::vector<FlowPlace> m_flowPlaces;
    std::unordered_map<std::string, FlowKey> m_flows;
    std::unordered_map<std::string, std::pair<std::int64_t, std::int64_t>> m_async; // open begins, first offset
    std::map<CheckedRow, std::uint32_t> m_rowNumbers;
    std::vector<CheckedRow> m_rows;
    std::map<std::int64_t, Use> m_processes;
    std::map<std::int64_t, Named> m_processNames;
    std::map<CheckedRow, Named> m_rowNames;
    std::vector<std::pair<std::int64_t, std::string>> m_strayAsyncEnds;
};

} // namespace decodescope
