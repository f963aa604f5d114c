// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/compare.h"

#include "core/query/distribution.h"
#include "core/query/gpu_operations.h"
#include "core/query/step_choice.h"
#include "core/query/steps.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <tuple>

namespace decodescope {

namespace {

// What one side has of one row.
struct Tally
{
    std::vector<std::pair<std::uint32_t, Ns>> uses; // step of the side, and length, of each operation
    std::vector<Ns> time;                           // of the steps in which it occurs
    std::vector<Ns> count;                          // likewise
    Part part = Part::other;
    std::string op;
};

struct SideTally
{
    std::size_t steps = 1;
    std::map<std::string, Tally> rows;
    CompareTotals totals;
};

// The value of this rank, from 1, of values that are not negative; those of further steps, up to `steps` in all, are 0.
// Nothing is kept for these: a trace may have many names and many steps. Reorders the values.
Ns ranked(std::vector<Ns>& values, std::size_t steps, std::size_t rank)
{
    const std::size_t zeros = steps - values.size();
    if (rank <= zeros)
        return 0;
    const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank - zeros - 1);
    std::ranges::nth_element(values, nth);
    return *nth;
}

Ns medianOver(std::vector<Ns> values, std::size_t steps)
{
    return ranked(values, steps, (steps + 1) / 2); // as percentile() has it
}

// See Spread.
Spread spreadOver(std::vector<Ns> values, std::size_t steps)
{
    if (values.empty())
        return {};
    const std::size_t leftOut = steps / 10;
    const Ns low = ranked(values, steps, 1 + leftOut);
    const Ns high = ranked(values, steps, steps - leftOut);
    return {medianOver(std::move(values), steps), low, high};
}

Spread spreadOf(const std::vector<Ns>& values)
{
    return spreadOver(values, values.size());
}

double medianCount(const std::vector<Ns>& counts, std::size_t steps)
{
    return static_cast<double>(medianOver(counts, steps));
}

std::vector<std::size_t> stepsOf(const CompareSide& side)
{
    return side.steps.empty() ? stepsToCount(*side.trace) : side.steps;
}

class SideCounter
{
public:
    SideCounter(const CompareSide& side, CompareGrouping grouping)
        : m_side(side)
        , m_trace(*side.trace)
        , m_grouping(grouping)
        , m_steps(stepsOf(side))
    {
        m_tally.steps = std::max<std::size_t>(1, m_steps.size());
        m_slotOfStep.resize(m_trace.steps().size(), -1);
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            m_slotOfStep[m_steps[i]] = static_cast<std::int32_t>(i);
    }

    SideTally count(std::stop_token stop)
    {
        const std::vector<GpuOperationUse> operations = gpuOperationsByBegin(m_trace, stop);
        for (const GpuOperationUse& use : operations) {
            if (use.implausible)
                continue;
            if (const auto slot = slotOf(use))
                add(use, *slot);
        }
        for (auto& [name, tally] : m_tally.rows)
            sumUp(tally);
        addTotals(operations, stop);
        return std::move(m_tally);
    }

private:
    std::optional<std::size_t> slotOf(const GpuOperationUse& use) const
    {
        if (m_trace.steps().empty())
            return 0;
        if (use.step < 0 || m_slotOfStep[static_cast<std::size_t>(use.step)] < 0)
            return std::nullopt;
        return static_cast<std::size_t>(m_slotOfStep[static_cast<std::size_t>(use.step)]);
    }

    void add(const GpuOperationUse& use, std::size_t slot)
    {
        const Part part = m_side.labels ? m_side.labels->of(use.index).part : Part::other;
        const EventId op =
            m_grouping == CompareGrouping::part || use.launch == kNoEvent ? kNoEvent : m_trace.enclosingOp(use.launch);
        const std::string_view opName = op == kNoEvent ? std::string_view("(no operator)") : m_trace.name(op);
        std::string key;
        switch (m_grouping) {
        case CompareGrouping::part:
            key = partName(part);
            break;
        case CompareGrouping::kernel:
            key = m_trace.name(use.event);
            break;
        case CompareGrouping::op:
            key = opName;
            break;
        }
        Tally& tally = m_tally.rows[key];
        tally.uses.emplace_back(static_cast<std::uint32_t>(slot), use.range.length());
        tally.part = part;
        tally.op = opName;
    }

    static void sumUp(Tally& tally)
    {
        std::ranges::sort(tally.uses);
        for (std::size_t i = 0; i < tally.uses.size(); ++i) {
            if (i == 0 || tally.uses[i].first != tally.uses[i - 1].first) {
                tally.time.push_back(0);
                tally.count.push_back(0);
            }
            tally.time.back() = saturatingAdd(tally.time.back(), tally.uses[i].second);
            ++tally.count.back();
        }
        tally.uses = {};
    }

    void addTotals(const std::vector<GpuOperationUse>& operations, std::stop_token stop)
    {
        CompareTotals& totals = m_tally.totals;
        totals.steps = m_steps.size();
        const std::vector<StepSummary> rows = stepSummaries(m_trace, operations, stop);
        std::vector<Ns> length, busy, sum, kernels;
        for (const std::size_t step : m_steps) {
            if (step >= rows.size())
                continue;
            length.push_back(m_trace.steps()[step].range.length());
            busy.push_back(rows[step].gpuBusyInStep);
            sum.push_back(rows[step].kernelSum);
            kernels.push_back(static_cast<Ns>(rows[step].kernels));
        }
        totals.step = spreadOf(length);
        totals.busy = spreadOf(busy);
        totals.kernelSum = spreadOf(sum);
        totals.kernels = static_cast<double>(median(kernels));
    }

    const CompareSide& m_side;
    const Trace& m_trace;
    CompareGrouping m_grouping;
    std::vector<std::size_t> m_steps;
    std::vector<std::int32_t> m_slotOfStep;
    SideTally m_tally;
};

// Joins kernels that stand on one side only and do the same work under another name.
void joinRenamed(std::vector<CompareRow>& rows, const SideTally& a, const SideTally& b)
{
    using Work = std::tuple<Part, std::string, double>;
    const auto workOf = [](const SideTally& side, const std::string& name) {
        const Tally& tally = side.rows.at(name);
        return Work(tally.part, tally.op, medianCount(tally.count, side.steps));
    };
    std::map<Work, std::vector<std::size_t>> goneBy, newBy;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].presence == CompareRow::Presence::onlyA)
            goneBy[workOf(a, rows[i].name)].push_back(i);
        if (rows[i].presence == CompareRow::Presence::onlyB)
            newBy[workOf(b, rows[i].name)].push_back(i);
    }
    std::vector<bool> isJoined(rows.size(), false);
    for (const auto& [work, gone] : goneBy) {
        const auto found = newBy.find(work);
        if (gone.size() != 1 || found == newBy.end() || found->second.size() != 1)
            continue; // several could be meant: no guess
        CompareRow& to = rows[found->second.front()];
        const CompareRow& from = rows[gone.front()];
        to.nameInA = from.name;
        to.a = from.a;
        to.countA = from.countA;
        to.presence = CompareRow::Presence::renamed;
        isJoined[gone.front()] = true;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (isJoined[i])
            continue;
        if (kept != i)
            rows[kept] = std::move(rows[i]);
        ++kept;
    }
    rows.resize(kept);
}

} // namespace

Comparison compareTraces(const CompareSide& a, const CompareSide& b, CompareGrouping grouping, std::stop_token stop)
{
    const SideTally tallyA = SideCounter(a, grouping).count(stop);
    const SideTally tallyB = SideCounter(b, grouping).count(stop);
    Comparison result;
    result.a = tallyA.totals;
    result.b = tallyB.totals;
    std::map<std::string, CompareRow> rows;
    for (const auto& [name, tally] : tallyA.rows) {
        CompareRow& row = rows[name];
        row.a = spreadOver(tally.time, tallyA.steps);
        row.countA = medianCount(tally.count, tallyA.steps);
        row.presence = CompareRow::Presence::onlyA;
    }
    for (const auto& [name, tally] : tallyB.rows) {
        const auto [found, isNew] = rows.try_emplace(name);
        found->second.b = spreadOver(tally.time, tallyB.steps);
        found->second.countB = medianCount(tally.count, tallyB.steps);
        found->second.presence = isNew ? CompareRow::Presence::onlyB : CompareRow::Presence::both;
    }
    for (auto& [name, row] : rows) {
        row.name = name;
        result.rows.push_back(std::move(row));
    }
    if (grouping == CompareGrouping::kernel)
        joinRenamed(result.rows, tallyA, tallyB);
    if (stop.stop_requested())
        return {};
    std::ranges::stable_sort(result.rows, [](const CompareRow& x, const CompareRow& y) {
        return std::abs(x.difference()) > std::abs(y.difference());
    });
    return result;
}

} // namespace decodescope
