// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/live_trace.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace decodescope {

namespace {

struct WholeSteps
{
    std::size_t count = 0;
    Ns end = kMinNs; // of the latest
};

WholeSteps wholeStepsIn(const EventBatch& batch)
{
    WholeSteps steps;
    for (const BatchEvent& event : batch.events) {
        if (event.phase != Phase::complete || batch.strings.text(event.category) != "user_annotation" ||
            !batch.strings.text(event.name).starts_with("ProfilerStep#"))
            continue;
        ++steps.count;
        steps.end = std::max(steps.end, saturatingAdd(event.time, event.duration));
    }
    return steps;
}

void appendFrom(TraceBuilder& builder, const EventBatch& batch, Ns border)
{
    const auto isBefore = [border](const BatchEvent& event) { return event.time < border; };
    if (std::none_of(batch.events.begin(), batch.events.end(), isBefore)) {
        builder.append(batch);
        return;
    }
    EventBatch kept = batch;
    std::erase_if(kept.events, isBefore);
    builder.append(kept);
}

void noteInMetadata(TraceSource& source, std::uint64_t maxBytes, std::size_t droppedSteps)
{
    for (auto& [key, text] : source.metadata) {
        if (key != "decodescope")
            continue;
        auto own = nlohmann::ordered_json::parse(text, nullptr, false);
        if (!own.is_object())
            return;
        own["memory_bound"] = {{"max_trace_bytes", maxBytes}, {"dropped_steps", droppedSteps}};
        text = own.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    }
}

} // namespace

LiveTrace::LiveTrace(std::uint64_t maxBytes)
    : m_maxBytes(maxBytes)
    , m_builder(std::make_unique<TraceBuilder>())
{
}

void LiveTrace::append(const EventBatch& batch)
{
    m_builder->append(batch);
    if (m_maxBytes == 0)
        return;
    keepNames(batch);
    const WholeSteps steps = wholeStepsIn(batch);
    m_steps += steps.count;
    if (m_next)
        appendFrom(*m_next, batch, m_border);
    else if (steps.count > 0 && m_builder->bytes() >= m_maxBytes / 3)
        startNext(batch, steps.end);
    takeTurns();
}

void LiveTrace::keepNames(const EventBatch& batch)
{
    const auto copied = [&](const BatchKey& key) {
        return BatchKey{key.number, m_names.strings.add(batch.strings.text(key.text)), key.present};
    };
    for (BatchMetadata metadata : batch.metadata) {
        const BatchThread& thread = batch.threads[metadata.thread];
        metadata.thread = m_names.threadNumber({copied(thread.pid), copied(thread.tid)});
        metadata.text = m_names.strings.add(batch.strings.text(metadata.text));
        m_names.metadata.push_back(metadata);
    }
}

void LiveTrace::startNext(const EventBatch& batch, Ns border)
{
    m_next = std::make_unique<TraceBuilder>();
    m_border = border;
    m_stepsBefore = m_steps;
    m_next->append(m_names);
    appendFrom(*m_next, batch, border);
}

void LiveTrace::takeTurns()
{
    if (!m_next || m_steps == m_stepsBefore || m_builder->bytes() < m_maxBytes / 3 * 2)
        return;
    m_builder = std::move(m_next);
    m_steps -= m_stepsBefore;
    m_droppedSteps += m_stepsBefore;
    ++m_generation;
}

void LiveTrace::setGpuCompleteUntil(Ns t)
{
    m_builder->setGpuCompleteUntil(t);
    if (m_next)
        m_next->setGpuCompleteUntil(t);
}

std::shared_ptr<const Trace> LiveTrace::snapshot()
{
    if (m_next)
        m_next->snapshot();
    return m_builder->snapshot();
}

std::string LiveTrace::droppedText() const
{
    if (m_droppedSteps == 0)
        return {};
    return (m_droppedSteps == 1 ? std::string("The oldest step was")
                                : "The oldest " + std::to_string(m_droppedSteps) + " steps were") +
           " dropped, since the trace may take " + std::to_string(m_maxBytes / 1'000'000) + " MB of memory.";
}

std::shared_ptr<const Trace> LiveTrace::finish(TraceSource description, std::uint64_t lostRecords)
{
    m_next.reset();
    if (m_droppedSteps > 0) {
        noteInMetadata(description, m_maxBytes, m_droppedSteps);
        m_builder->report().add(WarningKind::limitReached, -1, droppedText(), m_droppedSteps);
    }
    if (lostRecords > 0)
        m_builder->report().add(WarningKind::droppedRecords, -1,
                                "Some records could not be delivered; the trace has holes.", lostRecords);
    m_builder->source() = std::move(description);
    m_builder->finish();
    return m_builder->snapshot();
}

} // namespace decodescope
