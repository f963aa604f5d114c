// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/averages.h"

#include "core/query/gpu_operations.h"
#include "core/query/op_tree.h"
#include "core/query/step_index.h"
#include "core/trace/source_of.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace decodescope {

namespace {

constexpr std::string_view kAllSteps = "ProfilerStep*";
constexpr std::string_view kStepPrefix = "ProfilerStep#";

class Grouping
{
public:
    Grouping(const Trace& trace, const AverageOptions& options)
        : m_trace(trace)
        , m_options(options)
    {
    }

    void addCpu(const OpNode& node)
    {
        const EventKind kind = m_trace.kind(node.event);
        std::string shapes;
        if (m_options.byShape && kind == EventKind::cpuOp)
            shapes = m_trace.args().value(m_trace.events().args(node.event), "Input Dims").value_or("");
        AverageRow& row = rowFor(node.event, node.isStep, false, kind == EventKind::annotation, std::move(shapes));
        row.selfCpu += node.selfCpu();
        row.cpuTotal += node.range.length();
        row.selfDevice = saturatingAdd(row.selfDevice, node.ownDevice);
        row.deviceTotal = saturatingAdd(row.deviceTotal, node.deviceTotal);
    }

    void addDevice(EventId event)
    {
        const bool isAnnotation = m_trace.kind(event) == EventKind::gpuAnnotation;
        const bool isStep = isAnnotation && m_trace.name(event).starts_with(kStepPrefix);
        AverageRow& row = rowFor(event, isStep, true, isAnnotation, {});
        const Ns duration = m_trace.events().duration(event);
        row.selfDevice = saturatingAdd(row.selfDevice, duration);
        row.deviceTotal = saturatingAdd(row.deviceTotal, duration);
    }

    std::vector<AverageRow> take()
    {
        for (AverageRow& row : m_rows) {
            // Nodes come by thread, operations in the order of the file: mostly there is nothing to do.
            const auto order = [this](EventId id) { return orderOf(id); };
            if (!std::ranges::is_sorted(row.events, std::ranges::less{}, order))
                std::ranges::sort(row.events, std::ranges::less{}, order);
        }
        std::ranges::sort(m_rows, std::ranges::less{},
                          [this](const AverageRow& row) { return orderOf(row.events[0]); });
        return std::move(m_rows);
    }

private:
    std::tuple<Ns, Ns, EventId> orderOf(EventId id) const
    {
        const EventRow row = m_trace.event(id);
        return {row.begin, -row.duration, id};
    }

    AverageRow& rowFor(EventId event, bool isStep, bool onDevice, bool isAnnotation, std::string shapes)
    {
        const std::string_view name = isStep ? kAllSteps : m_trace.name(event);
        const NameId nameId = isStep ? kEmptyName : m_trace.events().name(event);
        std::uint64_t shape = 0;
        if (!shapes.empty())
            shape = m_shapes.try_emplace(shapes, m_shapes.size() + 1).first->second;
        const std::uint64_t bits = (isStep ? 4u : 0u) + (onDevice ? 2u : 0u) + (isAnnotation ? 1u : 0u);
        const std::uint64_t key = (shape << 35) | (std::uint64_t{index(nameId)} << 3) | bits;
        const auto [found, isNew] = m_rowOfKey.try_emplace(key, m_rows.size());
        if (isNew) {
            AverageRow row;
            row.name = name;
            row.onDevice = onDevice;
            row.isAnnotation = isAnnotation;
            row.shapes = std::move(shapes);
            m_rows.push_back(std::move(row));
        }
        AverageRow& row = m_rows[found->second];
        ++row.calls;
        row.events.push_back(event);
        return row;
    }

    const Trace& m_trace;
    const AverageOptions& m_options;
    std::vector<AverageRow> m_rows;
    std::unordered_map<std::string, std::uint64_t> m_shapes;   // numbered from 1; 0: none
    std::unordered_map<std::uint64_t, std::size_t> m_rowOfKey; // shape, name and what the row is, packed
};

void addGpuOperations(const Trace& trace, const AverageOptions& options, Grouping& grouping)
{
    const StepIndex steps(trace);
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const GpuOperation operation = trace.gpuOperation(i);
        if ((trace.events().flags(operation.event) & EventFlag::implausible) != 0)
            continue;
        if (options.scope.step) {
            if (operation.launch == kNoEvent)
                continue;
            const Track& track = trace.track(trace.events().track(operation.launch));
            if (steps.at(track.process, trace.events().begin(operation.launch)) != options.scope.step)
                continue;
        }
        if (options.scope.range && !options.scope.range->contains(trace.events().begin(operation.event)))
            continue;
        grouping.addDevice(operation.event);
    }
}

// Annotation ranges on the GPU, and waits: by where they begin, since nothing launches them. The range of a step itself
// is known by its name: it begins when its first kernel does, which may be late.
void addOtherDeviceEvents(const Trace& trace, const AverageOptions& options, Grouping& grouping)
{
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto id = static_cast<EventId>(i);
        const EventKind kind = trace.kind(id);
        if (kind != EventKind::gpuAnnotation && kind != EventKind::sync)
            continue;
        const EventRow row = trace.event(id);
        if (row.type != EventType::slice || row.has(EventFlag::implausible))
            continue;
        if (options.scope.range && !options.scope.range->contains(row.begin))
            continue;
        if (options.scope.step) {
            const Step& step = trace.steps()[*options.scope.step];
            const bool sameSource = sourceOf(trace, row.track) == sourceOf(trace, trace.events().track(step.event));
            const bool isOtherStep = trace.text(row.name).starts_with(kStepPrefix);
            if (!sameSource || (isOtherStep ? row.name != step.name : !step.range.contains(row.begin)))
                continue;
        }
        grouping.addDevice(id);
    }
}

} // namespace

std::vector<AverageRow> keyAverages(const Trace& trace, const AverageOptions& options, std::stop_token stop)
{
    Grouping grouping(trace, options);
    for (const OpNode& node : buildOpTree(trace, options.scope, stop)) {
        if (!node.folded)
            grouping.addCpu(node);
    }
    addGpuOperations(trace, options, grouping);
    addOtherDeviceEvents(trace, options, grouping);
    if (stop.stop_requested())
        return {};
    return grouping.take();
}

AverageTotals totalsOf(const std::vector<AverageRow>& rows)
{
    AverageTotals totals;
    for (const AverageRow& row : rows) {
        totals.selfCpu = saturatingAdd(totals.selfCpu, row.selfCpu);
        if (row.onDevice && !row.isAnnotation)
            totals.selfDevice = saturatingAdd(totals.selfDevice, row.selfDevice);
    }
    return totals;
}

AverageRoles rolesOf(const Trace& trace, const Labels* labels, const AverageRow& row)
{
    AverageRoles roles;
    if (!labels || !row.onDevice || row.isAnnotation)
        return roles;
    std::map<Part, Ns> times;
    std::map<KernelFamily, Ns> families; // an operator may make a difference to the family of one name
    for (const EventId event : row.events) {
        const auto operation = trace.gpuOperationIndex(event);
        if (!operation)
            continue; // a wait
        const Label& label = labels->of(*operation);
        families[label.family] += trace.events().duration(event);
        if (label.source != LabelSource::none)
            times[label.part] += trace.events().duration(event);
    }
    for (const auto& [part, time] : times)
        roles.parts.push_back(part);
    std::ranges::stable_sort(roles.parts, [&times](Part a, Part b) { return times.at(a) > times.at(b); });
    const auto most = std::ranges::max_element(families, {}, [](const auto& entry) { return entry.second; });
    roles.isGpuOperation = most != families.end();
    if (roles.isGpuOperation)
        roles.family = most->first;
    return roles;
}

} // namespace decodescope
