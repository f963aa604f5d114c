// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/event_args.h"

#include "capture/record/json_text.h"
#include "capture/record/occupancy.h"

#include <array>
#include <utility>

namespace decodescope {

namespace {

// Members are written one after the other; the first one has no comma before it.
class Members
{
public:
    Members() { m_text.reserve(320); }

    Members& key(std::string_view name)
    {
        m_text += m_text.size() > 1 ? ", \"" : "\"";
        m_text += name;
        m_text += "\": ";
        return *this;
    }
    Members& integer(std::string_view name, std::int64_t value)
    {
        key(name);
        appendInteger(m_text, value);
        return *this;
    }
    Members& fixed6(std::string_view name, double value)
    {
        key(name);
        appendFixed6(m_text, value);
        return *this;
    }
    Members& word(std::string_view name, std::string_view value)
    {
        key(name);
        appendQuoted(m_text, value);
        return *this;
    }
    Members& triple(std::string_view name, const std::array<std::int32_t, 3>& values)
    {
        key(name);
        m_text += '[';
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0)
                m_text += ", ";
            appendInteger(m_text, values[i]);
        }
        m_text += ']';
        return *this;
    }
    std::string& text() { return m_text; }
    std::string finish()
    {
        m_text += '}';
        return std::move(m_text);
    }

private:
    std::string m_text = "{";
};

std::string_view memoryName(std::uint8_t kind)
{
    // CUpti_ActivityMemoryKind, in torch's words.
    static constexpr std::array<std::string_view, 8> kNames = {
        "Unknown", "Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static"};
    return kind < kNames.size() ? kNames[kind] : kNames[0];
}

std::string_view copyName(std::uint8_t kind)
{
    // CUpti_ActivityMemcpyKind.
    static constexpr std::array<std::string_view, 11> kNames = {"Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                                                "AtoD",    "DtoA", "DtoD", "HtoH", "PtoP"};
    return kind < kNames.size() ? kNames[kind] : kNames[0];
}

} // namespace

std::string opArgs(std::uint64_t id, std::string_view inputs)
{
    Members members;
    members.integer("External id", static_cast<std::int64_t>(id)).integer("Record function id", 0);
    if (!inputs.empty()) {
        members.text() += ", ";
        members.text() += inputs.substr(0, inputs.size() - 2); // without the ", " behind the last one
    }
    return members.integer("Ev Idx", static_cast<std::int64_t>(id) - 1).finish();
}

std::string annotationArgs(std::uint64_t id)
{
    return opArgs(id, {});
}

std::string moduleArgs(const HostRecord& module)
{
    Members members;
    if (module.number >= 0)
        members.integer("layer", module.number);
    if (*module.name != '\0')
        members.word("part", module.name);
    return members.finish();
}

std::string callArgs(const HostRecord& call)
{
    Members members;
    if (call.id != 0)
        members.integer("External id", static_cast<std::int64_t>(call.id));
    return members.integer("cbid", call.cbid).integer("correlation", call.correlation).finish();
}

std::string kernelArgs(const GpuRecord& kernel, std::uint64_t externalId, std::uint32_t correlation,
                       const GpuProperties& gpu)
{
    Members members;
    if (externalId != 0)
        members.integer("External id", static_cast<std::int64_t>(externalId));
    members.integer("queued", 0)
        .integer("device", kernel.device)
        .integer("context", kernel.context)
        .integer("stream", kernel.stream)
        .integer("correlation", correlation)
        .integer("registers per thread", kernel.registersPerThread)
        .integer("shared memory", kernel.staticSharedBytes + kernel.dynamicSharedBytes)
        .fixed6("blocks per SM", blocksPerMultiprocessor(kernel, gpu))
        .fixed6("warps per SM", warpsPerMultiprocessor(kernel, gpu))
        .triple("grid", kernel.grid)
        .triple("block", kernel.block);
    if (const auto occupancy = estimatedOccupancyPercent(kernel, gpu))
        members.integer("est. achieved occupancy %", *occupancy);
    if (kernel.graphId != 0) {
        members.integer("graph id", kernel.graphId)
            .integer("graph node id", static_cast<std::int64_t>(kernel.graphNodeId));
    }
    return members.finish();
}

std::string transferArgs(const GpuRecord& transfer, std::uint64_t externalId, std::uint32_t correlation)
{
    Members members;
    if (externalId != 0)
        members.integer("External id", static_cast<std::int64_t>(externalId));
    members.integer("device", transfer.device)
        .integer("context", transfer.context)
        .integer("stream", transfer.stream)
        .integer("correlation", correlation)
        .integer("bytes", static_cast<std::int64_t>(transfer.bytes));
    if (transfer.end > transfer.begin) {
        members.key("memory bandwidth (GB/s)");
        appendShortest(members.text(), static_cast<double>(transfer.bytes) /
                                           static_cast<double>(saturatingSub(transfer.end, transfer.begin)));
    }
    return members.finish();
}

std::string withModule(std::string args, const ModuleScope& module)
{
    HostRecord record;
    record.name = module.part;
    record.number = module.layer;
    const std::string members = moduleArgs(record);
    if (members.size() > 2) // more than {}
        args.replace(args.size() - 1, 1, ", ").append(members, 1);
    return args;
}

std::string syncArgs(const GpuRecord& sync, std::uint32_t correlation)
{
    Members members;
    members.word("cuda_sync_kind", syncName(sync.type));
    constexpr std::uint32_t kDevice = 4; // of the other types the call's stream or event is not known
    if (sync.type == kDevice)
        members.integer("stream", -1);
    return members.integer("correlation", correlation).integer("device", sync.device).finish();
}

std::string moduleName(const HostRecord& module)
{
    // The part's place in a decoder layer of Hugging Face's Llama.
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kPlaces = {{
        {"q_proj", "self_attn.q_proj"},
        {"k_proj", "self_attn.k_proj"},
        {"v_proj", "self_attn.v_proj"},
        {"rope", "self_attn.rope"},
        {"kv_cache", "self_attn.kv_cache"},
        {"attention", "self_attn.attention"},
        {"o_proj", "self_attn.o_proj"},
        {"gate_proj", "mlp.gate_proj"},
        {"up_proj", "mlp.up_proj"},
        {"activation", "mlp.activation"},
        {"gate_mul", "mlp.gate_mul"},
        {"down_proj", "mlp.down_proj"},
        {"embedding", "embed_tokens"},
    }};
    std::string_view part = module.name;
    for (const auto& [key, place] : kPlaces) {
        if (key == part)
            part = place;
    }
    if (module.number < 0)
        return std::string(part);
    std::string name = "layers.";
    appendInteger(name, module.number);
    if (!part.empty())
        name.append(".").append(part);
    return name;
}

std::string transferName(const GpuRecord& transfer)
{
    std::string name;
    if (transfer.kind == GpuRecordKind::memset) {
        name.append("Memset (").append(memoryName(transfer.sourceMemory)).append(")");
        return name;
    }
    name.append("Memcpy ").append(copyName(transfer.copyKind)).append(" (");
    name.append(memoryName(transfer.sourceMemory)).append(" -> ");
    name.append(memoryName(transfer.destinationMemory)).append(")");
    return name;
}

std::string_view syncName(std::uint32_t type)
{
    // CUpti_ActivitySynchronizationType, in torch's words.
    static constexpr std::array<std::string_view, 5> kNames = {"Unknown", "Event Sync", "Stream Wait Event",
                                                               "Stream Sync", "Context Sync"};
    return type < kNames.size() ? kNames[type] : kNames[0];
}

std::string_view overheadName(std::uint32_t kind)
{
    // CUpti_ActivityOverheadKind: the driver's compiler is 1, CUPTI's own reasons count from bit 16 on.
    static constexpr std::array<std::string_view, 9> kNames = {"Unknown",
                                                               "Buffer Flush",
                                                               "Instrumentation",
                                                               "Resource",
                                                               "Runtime Triggered Module Loading",
                                                               "Lazy Function Loading",
                                                               "Command Buffer Full",
                                                               "Activity Buffer Request",
                                                               "UVM Activity Init"};
    constexpr unsigned kCuptiShift = 16;
    if (kind == 1)
        return "Driver Compiler";
    return (kind >> kCuptiShift) < kNames.size() ? kNames[kind >> kCuptiShift] : kNames[0];
}

} // namespace decodescope
