// SPDX-License-Identifier: GPL-3.0-or-later
// A live capture's trace, within a bound of memory: the oldest steps go first.
#pragma once

#include "core/trace/trace_builder.h"

#include <cstdint>
#include <memory>
#include <string>

namespace decodescope {

// Two builders take turns. When the first has taken a third of the bound a second one starts behind the latest whole
// step and takes everything from there on too; when the first has taken two thirds it is dropped with all steps that
// the second one does not have. So at least half of what fits is always there, and a step is there as a whole or not at
// all. Kernels that run behind the border but were launched before it have no launch. One thread at a time.
class LiveTrace
{
public:
    // maxBytes 0: no bound. A bound below two steps cannot be kept.
    explicit LiveTrace(std::uint64_t maxBytes);

    // O(events).
    void append(const EventBatch& batch);
    void setGpuCompleteUntil(Ns t);
    // As TraceBuilder's; brings both builders up to date.
    std::shared_ptr<const Trace> snapshot();

    // Changes when steps are dropped: event ids of earlier snapshots mean other events then.
    unsigned generation() const { return m_generation; }
    std::size_t droppedSteps() const { return m_droppedSteps; }
    // One sentence for the user; "" when nothing was dropped.
    std::string droppedText() const;

    // The source has ended. `lostRecords`: how many it could not deliver. What was dropped and lost goes into the
    // trace's report, the former into its member "decodescope" too (memory_bound).
    std::shared_ptr<const Trace> finish(TraceSource description, std::uint64_t lostRecords);

private:
    void keepNames(const EventBatch& batch);
    void startNext(const EventBatch& batch, Ns border);
    void takeTurns();

    const std::uint64_t m_maxBytes;
    std::unique_ptr<TraceBuilder> m_builder;
    std::size_t m_steps = 0; // whole ones in m_builder
    std::unique_ptr<TraceBuilder> m_next;
    Ns m_border = 0;               // m_next has what begins from here on
    std::size_t m_stepsBefore = 0; // in m_builder and not in m_next
    EventBatch m_names;            // of all processes and threads; they come once
    unsigned m_generation = 0;
    std::size_t m_droppedSteps = 0;
};

} // namespace decodescope
