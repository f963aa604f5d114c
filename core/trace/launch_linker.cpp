// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/launch_linker.h"

#include <algorithm>

namespace decodescope {

namespace {
bool byLaunchThenEvent(const GpuOperation& a, const GpuOperation& b)
{
    return a.launch != b.launch ? a.launch < b.launch : a.event < b.event;
}
} // namespace

LaunchLinker::LaunchLinker()
{
    constexpr float kLowest = 0.75F; // and up to twice as many a bucket, since a table doubles
    for (std::size_t i = 0; i < m_launches.size(); ++i)
        m_launches[i].max_load_factor(kLowest * (1 + static_cast<float>(i) / static_cast<float>(m_launches.size())));
}

void LaunchLinker::addApiCall(const ApiCall& call)
{
    const Key key{call.source, call.correlation};
    const auto [found, isNew] = launchesOf(key).try_emplace(key, Launch{call.event, call.track, call.range, false});
    if (isNew) {
        if (m_waiting.contains(key))
            m_lateLaunches.push_back(key);
        return;
    }
    Launch& known = found->second;
    const bool sameCall = known.track == call.track && known.range.overlaps(call.range);
    if (!sameCall) {
        m_turnedAmbiguous |= !known.ambiguous;
        known.ambiguous = true;
    } else if (call.range.contains(known.range) && call.range != known.range) {
        m_turnedAmbiguous = true; // links made to the inner call move to the outer one
        known.event = call.event;
        known.range = call.range;
    }
}

void LaunchLinker::addGpuOperation(EventId event, std::uint32_t source, std::int64_t correlation)
{
    m_new.push_back({event, {source, correlation}, true});
}

void LaunchLinker::addGpuOperationWithoutId(EventId event)
{
    m_new.push_back({event, {}, false});
}

void LaunchLinker::update(ChunkedVector<GpuOperation>& operations, ChunkedVector<GpuOperation>& byLaunch)
{
    std::vector<GpuOperation> added;
    for (const Operation& operation : m_new) {
        GpuOperation row{operation.event, kNoEvent};
        if (operation.hasKey) {
            const auto& launches = launchesOf(operation.key);
            const auto found = launches.find(operation.key);
            if (found == launches.end()) {
                m_waiting.emplace(operation.key, operations.size());
            } else {
                m_linked.emplace_back(operation.key, operations.size());
                if (found->second.ambiguous)
                    ++m_ambiguous;
                else
                    row.launch = found->second.event;
            }
        }
        operations.push_back(row);
        if (row.launch != kNoEvent)
            added.push_back(row);
    }
    m_new.clear();

    for (const Key& key : m_lateLaunches) {
        const auto [first, last] = m_waiting.equal_range(key);
        for (auto waiting = first; waiting != last; ++waiting) {
            const GpuOperation row{operations[waiting->second].event, launchesOf(key).at(key).event};
            operations.set(waiting->second, row);
            m_linked.emplace_back(key, waiting->second);
            added.push_back(row);
        }
        m_waiting.erase(first, last);
    }
    m_lateLaunches.clear();

    if (m_turnedAmbiguous)
        relinkAll(operations, byLaunch);
    else
        mergeByLaunch(byLaunch, added);
    m_turnedAmbiguous = false;
}

void LaunchLinker::relinkAll(ChunkedVector<GpuOperation>& operations, ChunkedVector<GpuOperation>& byLaunch)
{
    std::vector<GpuOperation> rows(operations.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = {operations[i].event, kNoEvent};
    m_ambiguous = 0;
    for (const auto& [key, i] : m_linked) {
        const Launch& launch = launchesOf(key).at(key);
        m_ambiguous += launch.ambiguous ? 1 : 0;
        rows[i].launch = launch.ambiguous ? kNoEvent : launch.event;
    }
    operations.truncate(0);
    operations.append(rows.data(), rows.size());
    std::erase_if(rows, [](const GpuOperation& row) { return row.launch == kNoEvent; });
    byLaunch.truncate(0);
    mergeByLaunch(byLaunch, rows);
}

// Launches are numbered roughly in the order in which their kernels come, so the tail that has to be laid down again is
// short.
void LaunchLinker::mergeByLaunch(ChunkedVector<GpuOperation>& byLaunch, std::vector<GpuOperation>& added)
{
    if (added.empty())
        return;
    std::sort(added.begin(), added.end(), byLaunchThenEvent);
    std::size_t keep = byLaunch.size();
    while (keep > 0 && byLaunchThenEvent(added.front(), byLaunch[keep - 1]))
        --keep;
    const auto middle = static_cast<std::ptrdiff_t>(added.size());
    for (std::size_t i = keep; i < byLaunch.size(); ++i)
        added.push_back(byLaunch[i]);
    std::inplace_merge(added.begin(), added.begin() + middle, added.end(), byLaunchThenEvent);
    byLaunch.truncate(keep);
    byLaunch.append(added.data(), added.size());
}

} // namespace decodescope
