// SPDX-License-Identifier: GPL-3.0-or-later
// The "args" of a batch's rows: their text is made once, and only its numbers again for the rows that repeat it.
#pragma once

#include "capture/model/gpu_device.h"
#include "capture/model/module_scope.h"
#include "capture/record/gpu_records.h"
#include "capture/record/host_records.h"
#include "core/trace/args_encoder.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace decodescope {

// Each add() returns the number of what it added in the batch. Used by one thread.
class BatchArgs
{
public:
    BatchArgs(bool shapes, const GpuProperties& gpu);

    // They go into `batch` from now on; it must outlive the calls that follow.
    void startBatch(ArgsBatch& batch) { m_encoder.startBatch(batch); }

    // O(length).
    std::uint32_t add(std::string_view object);
    // See event_args.h. O(1) where one like it was added before, else O(length).
    std::uint32_t addOp(const HostRecord& op);
    std::uint32_t addCall(const HostRecord& call);
    // `module`: nullptr, or what lives as long as this object.
    std::uint32_t addKernel(const GpuRecord& kernel, std::uint64_t externalId, std::uint32_t correlation,
                            const ModuleScope* module);

private:
    // What the arguments of a kernel are made of, but for External id and correlation id.
    struct Launched
    {
        const ModuleScope* module;
        std::int64_t staticSharedBytes;
        std::int64_t dynamicSharedBytes;
        std::uint64_t graphNodeId;
        std::array<std::int32_t, 3> grid;
        std::array<std::int32_t, 3> block;
        std::uint32_t registersPerThread;
        std::uint32_t device;
        std::uint32_t context;
        std::uint32_t stream;
        std::uint32_t graphId;
        std::uint32_t isLinked;
        friend bool operator==(const Launched&, const Launched&) = default;
    };
    struct HashOfLaunched
    {
        std::size_t operator()(const Launched& launched) const;
    };

    const bool m_shapes;
    const GpuProperties m_gpu;
    ArgsEncoder m_encoder;
    ArgsPattern m_opWithoutInputs;
    std::array<ArgsPattern, 2> m_calls; // without and with an External id
    std::unordered_map<Launched, ArgsPattern, HashOfLaunched> m_kernels;
};

} // namespace decodescope
