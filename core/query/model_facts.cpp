// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/model_facts.h"

#include "core/base/plain_number.h"
#include "core/query/distribution.h"
#include "core/query/recording.h"
#include "core/query/step_index.h"
#include "core/trace/cut_out.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>

namespace decodescope {

namespace {

using Implementation = AttentionImplementation;

struct Sign
{
    std::string_view text; // in a kernel's or an operator's name
    Implementation implementation;
};

// The first sign that is found anywhere decides; the more special come first. aten's own operators name the backend,
// the kernels of other libraries are known by their names.
constexpr std::array<Sign, 17> kSigns{{
    {"_scaled_dot_product_cudnn_attention", Implementation::cudnn},
    {"_scaled_dot_product_flash_attention", Implementation::flash},
    {"_scaled_dot_product_efficient_attention", Implementation::memEfficient},
    {"_scaled_dot_product_attention_math", Implementation::math},
    {"native_sdpa", Implementation::cudnn},
    {"BatchDecodeWithPagedKVCache", Implementation::paged},
    {"BatchPrefillWithPagedKVCache", Implementation::paged},
    {"paged_attention", Implementation::paged},
    {"kernel_unified_attention", Implementation::paged},
    {"pa_fwd", Implementation::paged},
    {"flash_fwd", Implementation::flash},
    {"_flash_attention_forward", Implementation::flash},
    {"flash::", Implementation::flash},
    {"FlashAttn", Implementation::flash},
    {"attn_fwd", Implementation::flash},
    {"fmha_cutlass", Implementation::memEfficient},
    {"fmha", Implementation::memEfficient},
}};

// Of a count of each step: steps that are not whole would make it too small.
double medianOfWhole(const Trace& trace, const std::vector<Ns>& counts)
{
    const std::vector<bool> whole = wholeSteps(trace);
    std::vector<Ns> kept;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (whole[i])
            kept.push_back(counts[i]);
    }
    return static_cast<double>(median(kept));
}

// Of events that begin in steps: the median over steps.
class PerStep
{
public:
    PerStep(const Trace& trace, const StepIndex& steps)
        : m_trace(trace)
        , m_steps(steps)
        , m_counts(trace.steps().size())
    {
    }
    void count(EventId event)
    {
        const Track& track = m_trace.track(m_trace.events().track(event));
        if (const auto step = m_steps.at(track.process, m_trace.events().begin(event)))
            ++m_counts[*step];
    }
    double middle() const { return medianOfWhole(m_trace, m_counts); }

private:
    const Trace& m_trace;
    const StepIndex& m_steps;
    std::vector<Ns> m_counts;
};

AttentionFacts attentionFacts(const Trace& trace, std::stop_token stop)
{
    AttentionFacts facts;
    std::size_t best = kSigns.size();
    std::vector<std::uint8_t> isSdpa(trace.strings().size());
    std::vector<std::uint8_t> isSoftmax(trace.strings().size());
    std::vector<std::size_t> signOf(trace.strings().size(), kSigns.size());
    for (std::size_t i = 0; i < isSdpa.size(); ++i) {
        const std::string_view name = trace.text(static_cast<NameId>(i));
        isSdpa[i] = name == "aten::scaled_dot_product_attention";
        isSoftmax[i] = name == "aten::softmax";
        // A kernel that torch.compile fused is called after the operators around it, too.
        const auto sign = name.starts_with("triton_") && name.find("_fused_") != std::string_view::npos
                              ? kSigns.end()
                              : std::ranges::find_if(kSigns, [&](const Sign& entry) {
                                    return name.find(entry.text) != std::string_view::npos;
                                });
        signOf[i] = static_cast<std::size_t>(sign - kSigns.begin());
    }
    const StepIndex steps(trace);
    PerStep sdpa(trace, steps);
    PerStep softmax(trace, steps);
    for (std::size_t i = 0; i < trace.eventCount() && !stop.stop_requested(); ++i) {
        const auto id = static_cast<EventId>(i);
        const EventKind kind = trace.kind(id);
        if (kind != EventKind::cpuOp && kind != EventKind::kernel)
            continue;
        const NameId name = trace.events().name(id);
        if (kind == EventKind::cpuOp && isSdpa[index(name)])
            sdpa.count(id);
        if (kind == EventKind::cpuOp && isSoftmax[index(name)])
            softmax.count(id);
        if (signOf[index(name)] < best) {
            best = signOf[index(name)];
            facts.evidence = trace.text(name);
        }
    }
    facts.callsPerStep = sdpa.middle();
    if (best < kSigns.size()) {
        facts.implementation = kSigns[best].implementation;
    } else if (facts.callsPerStep == 0 && softmax.middle() > 1) {
        facts.implementation = Implementation::math; // matrix products and a softmax, call by call
        facts.evidence = "aten::softmax";
        facts.callsPerStep = softmax.middle();
    }
    return facts;
}

// Largest layer of any label, plus one.
int layersOf(const Trace& trace, const Labels& labels)
{
    int layers = 0;
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i)
        layers = std::max(layers, labels.of(i).layer + 1);
    return layers;
}

} // namespace

std::string_view attentionName(AttentionImplementation implementation)
{
    switch (implementation) {
    case Implementation::flash:
        return "flash";
    case Implementation::cudnn:
        return "cudnn";
    case Implementation::memEfficient:
        return "mem-efficient";
    case Implementation::math:
        return "math";
    case Implementation::paged:
        return "paged";
    case Implementation::unknown:
        break;
    }
    return "not found";
}

ModelFacts modelFacts(const Trace& trace, const Labels* labels, std::span<const LinearCall> linears,
                      std::stop_token stop)
{
    ModelFacts facts;
    facts.attention = attentionFacts(trace, stop);
    std::vector<Ns> linearsOfStep(trace.steps().size());
    for (const LinearCall& call : linears) {
        if (call.step >= 0)
            ++linearsOfStep[static_cast<std::size_t>(call.step)];
    }
    facts.linearsPerStep = medianOfWhole(trace, linearsOfStep);
    if (labels) {
        facts.layers = layersOf(trace, *labels);
        std::set<Part> parts;
        for (const Part part : partsOfLinears(trace, *labels, linears)) {
            if (isFfnPart(part) || isAttentionProjection(part))
                parts.insert(part);
        }
        facts.knowsLinearsALayer = !parts.empty();
        if (facts.knowsLinearsALayer)
            facts.linearsALayer = static_cast<int>(parts.size());
    }
    if (facts.layers > 0) {
        facts.layersFrom = "labels";
    } else if (facts.attention.callsPerStep > 0) {
        facts.layers = static_cast<int>(facts.attention.callsPerStep);
        facts.layersFrom = "attention calls a step";
    }
    for (const TraceSource& source : trace.sources()) {
        for (const DeviceInfo& device : devicesOf(source)) {
            if (facts.computeMajor == 0) {
                facts.computeMajor = device.computeMajor;
                facts.computeMinor = device.computeMinor;
            }
        }
    }
    return facts;
}

int expectedLinears(const ModelFacts& facts)
{
    return facts.linearsALayer * facts.layers + 1;
}

std::string expectedLinearsText(const ModelFacts& facts)
{
    return std::to_string(facts.linearsALayer) + " x " + plainCount(facts.layers, "layer") +
           " + 1 = " + std::to_string(expectedLinears(facts));
}

bool isFfnPart(Part part)
{
    constexpr std::array kParts{Part::gateProj, Part::upProj, Part::gateUpProj,
                                Part::downProj, Part::fcIn,   Part::fcOut};
    return std::ranges::find(kParts, part) != kParts.end();
}

bool isAttentionProjection(Part part)
{
    constexpr std::array kParts{Part::qProj, Part::kProj, Part::vProj, Part::qkvProj, Part::oProj};
    return std::ranges::find(kParts, part) != kParts.end();
}

std::string attentionReason(const ModelFacts& facts)
{
    if (facts.attention.implementation == Implementation::unknown)
        return "no kernel or operator of attention is known in this trace";
    std::string reason = "by " + facts.attention.evidence;
    if (facts.computeMajor == 0)
        return reason;
    const std::string card = "sm_" + std::to_string(facts.computeMajor) + std::to_string(facts.computeMinor);
    if (facts.attention.implementation == Implementation::flash)
        return reason + "; flash needs sm_80 or later, this card is " + card;
    if (facts.computeMajor < 8)
        return reason + "; flash needs sm_80 or later and this card is " + card;
    if (facts.attention.implementation == Implementation::math)
        return reason + "; the card (" + card + ") could run flash: look at mask, type and head size";
    return reason + "; flash would run on this card (" + card + ") too";
}

std::vector<Part> partsOfLinears(const Trace& trace, const Labels& labels, std::span<const LinearCall> linears)
{
    std::unordered_map<EventId, std::size_t> callOf;
    for (std::size_t i = 0; i < linears.size(); ++i)
        callOf.emplace(linears[i].op, i);
    std::vector<Part> parts(linears.size(), Part::other);
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const GpuOperation operation = trace.gpuOperation(i);
        const Part part = labels.of(i).part;
        if (operation.launch == kNoEvent || part == Part::other)
            continue;
        for (EventId op = trace.enclosingOp(operation.launch); op != kNoEvent; op = trace.enclosingOp(op)) {
            const auto call = callOf.find(op);
            if (call == callOf.end())
                continue;
            if (parts[call->second] == Part::other)
                parts[call->second] = part;
            break;
        }
    }
    return parts;
}

} // namespace decodescope
