// SPDX-License-Identifier: GPL-3.0-or-later
// The "args" and names of events, letter by letter as torch.profiler writes them.
#pragma once

#include "capture/model/gpu_device.h"
#include "capture/model/module_scope.h"
#include "capture/record/gpu_records.h"
#include "capture/record/host_records.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace decodescope {

// `inputs` is what appendOpInputs() made, or empty when shapes are not recorded.
std::string opArgs(std::uint64_t id, std::string_view inputs);
std::string annotationArgs(std::uint64_t id);
std::string moduleArgs(const HostRecord& module);
std::string callArgs(const HostRecord& call);

// externalId 0: not linked, then there is no such member. `correlation` is that of the call, see LinkTable. Every other
// field that it reads belongs into BatchArgs::Launched.
std::string kernelArgs(const GpuRecord& kernel, std::uint64_t externalId, std::uint32_t correlation,
                       const GpuProperties& gpu);
// Of a memcpy or a memset.
std::string transferArgs(const GpuRecord& transfer, std::uint64_t externalId, std::uint32_t correlation);
// The same with the members of `module` behind them, as a module's own row has them.
std::string withModule(std::string args, const ModuleScope& module);
std::string syncArgs(const GpuRecord& sync, std::uint32_t correlation);

// "layers.7.self_attn.q_proj", the module's name in Hugging Face's model; "layers.7" for a whole layer.
std::string moduleName(const HostRecord& module);
// "Memcpy HtoD (Pageable -> Device)", "Memset (Device)".
std::string transferName(const GpuRecord& transfer);
// "Stream Synchronize", "Context Sync"
std::string_view syncName(std::uint32_t type);
// "Buffer Flush"
std::string_view overheadName(std::uint32_t kind);

} // namespace decodescope
