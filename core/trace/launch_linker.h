// SPDX-License-Identifier: GPL-3.0-or-later
// Ties GPU operations to the API calls that launched them, by correlation id.
#pragma once

#include "core/base/chunked_vector.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace decodescope {

// Ids are unique within one process of one source. Calls and operations may come in any order. A runtime call and the
// driver call inside it may carry one id: the outer one is the launch. Where one id is on calls of several threads or
// processes, nothing in the file decides between them, so there is no link.
class LaunchLinker
{
public:
    LaunchLinker();

    struct ApiCall
    {
        EventId event = kNoEvent;
        TrackId track = kNoTrack;
        TimeRange range;
        std::uint32_t source = 0;
        std::int64_t correlation = 0;
    };
    void addApiCall(const ApiCall& call);
    void addGpuOperation(EventId event, std::uint32_t source, std::int64_t correlation);
    void addGpuOperationWithoutId(EventId event);

    // Brings both columns up to date: all operations by event id, and those with a launch by (launch, event).
    void update(ChunkedVector<GpuOperation>& operations, ChunkedVector<GpuOperation>& byLaunch);

    // Operations whose id is on calls of several processes.
    std::uint64_t ambiguousCount() const { return m_ambiguous; }

private:
    struct Key
    {
        std::uint32_t source;
        std::int64_t correlation;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash
    {
        std::size_t operator()(const Key& key) const
        {
            return static_cast<std::size_t>(static_cast<std::uint64_t>(key.correlation) * 0x9e3779b97f4a7c15ull) ^
                   (std::size_t{key.source} << 40);
        }
    };
    struct Launch
    {
        EventId event = kNoEvent;
        TrackId track = kNoTrack;
        TimeRange range;
        bool ambiguous = false;
    };
    struct Operation
    {
        EventId event = kNoEvent;
        Key key{};
        bool hasKey = false;
    };
    void relinkAll(ChunkedVector<GpuOperation>& operations, ChunkedVector<GpuOperation>& byLaunch);
    static void mergeByLaunch(ChunkedVector<GpuOperation>& byLaunch, std::vector<GpuOperation>& added);

    // A hash table over all launches would now and then stop a live capture for as long as it takes to lay it out anew.
    // Of many small ones each does that at a time of its own, since they hold different loads; the hash fills them
    // so evenly that otherwise all would do it at once.
    static constexpr std::size_t kShardBits = 8;
    std::unordered_map<Key, Launch, KeyHash>& launchesOf(const Key& key)
    {
        return m_launches[KeyHash{}(key) >> (8 * sizeof(std::size_t) - kShardBits)];
    }

    std::array<std::unordered_map<Key, Launch, KeyHash>, std::size_t{1} << kShardBits> m_launches;
    std::vector<Operation> m_new;                                 // since the last update
    std::vector<Key> m_lateLaunches;                              // calls that came after an update
    std::unordered_multimap<Key, std::size_t, KeyHash> m_waiting; // operations without a launch: their index
    std::deque<std::pair<Key, std::size_t>> m_linked;             // kept only to undo links that turn out ambiguous
    bool m_turnedAmbiguous = false;
    std::uint64_t m_ambiguous = 0;
};

} // namespace decodescope
