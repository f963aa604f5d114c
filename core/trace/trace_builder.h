// SPDX-License-Identifier: GPL-3.0-or-later
// The only writer of a trace.
#pragma once

#include "core/trace/event_batch.h"
#include "core/trace/nesting.h"
#include "core/trace/trace.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace decodescope {

// Takes batches from producers and keeps one Trace that grows. snapshot() publishes it: cheap, so a live capture does
// it thirty times a second and a file reader now and then while it reads. All calls from one thread (at a time).
//
// What is derived (lanes, links, steps, spans) is brought up to date by snapshot(), for what came since the last one.
class TraceBuilder
{
public:
    TraceBuilder();
    ~TraceBuilder();
    TraceBuilder(const TraceBuilder&) = delete;
    TraceBuilder& operator=(const TraceBuilder&) = delete;

    // Starts a source; later batches belong to it. Times of its events get source.shift added. The first source need
    // not be announced.
    void beginSource(TraceSource source);
    // The current source's description, to complete it when its metadata come at the end of a file.
    TraceSource& source();

    // Takes a batch over. O(events + texts new in the batch).
    void append(const EventBatch& batch);
    ImportReport& report();
    void setGpuCompleteUntil(Ns t);

    // The input has ended: open B and b slices run to the end of the recording and are marked; totals of what was odd
    // go into the report. Call once before the last snapshot().
    void finish();

    std::shared_ptr<const Trace> snapshot();

    std::size_t eventCount() const;
    std::size_t bytes() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace decodescope
