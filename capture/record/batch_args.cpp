// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/batch_args.h"

#include "capture/record/event_args.h"
#include "capture/record/op_inputs.h"
#include "core/base/text_hash.h"

#include <string>
#include <type_traits>

namespace decodescope {

namespace {

constexpr std::size_t kMostKernels = 1 << 15; // the nodes of some graphs

std::string inputsText(const HostRecord& op)
{
    std::string text;
    appendOpInputs(text, op.inputs != nullptr ? op.inputs->words : std::span<const std::int64_t>());
    return text;
}

// Adds the object that `textOf` makes and that begins with these numbers: by its pattern, which is made if need be.
template <std::size_t kLeading, class TextOf>
std::uint32_t addByPattern(ArgsEncoder& encoder, ArgsPattern& pattern,
                           const std::array<std::int64_t, kLeading>& leading, const TextOf& textOf)
{
    const auto known = encoder.addLike(pattern, leading);
    return known ? *known : encoder.learn(textOf(), kLeading, pattern);
}

} // namespace

BatchArgs::BatchArgs(bool shapes, const GpuProperties& gpu)
    : m_shapes(shapes)
    , m_gpu(gpu)
{
}

std::uint32_t BatchArgs::add(std::string_view object)
{
    const auto known = m_encoder.addKnown(object);
    return known ? *known : m_encoder.learn(object);
}

std::uint32_t BatchArgs::addOp(const HostRecord& op)
{
    ArgsPattern& pattern = m_shapes && op.inputs != nullptr ? op.inputs->args : m_opWithoutInputs;
    const auto id = static_cast<std::int64_t>(op.id);
    return addByPattern(m_encoder, pattern, std::array<std::int64_t, 3>{id, 0, id - 1},
                        [&] { return opArgs(op.id, m_shapes ? inputsText(op) : std::string()); });
}

std::uint32_t BatchArgs::addCall(const HostRecord& call)
{
    const auto textOf = [&call] { return callArgs(call); };
    const std::int64_t cbid = call.cbid;
    const std::int64_t correlation = call.correlation;
    if (call.id == 0)
        return addByPattern(m_encoder, m_calls[0], std::array{cbid, correlation}, textOf);
    return addByPattern(m_encoder, m_calls[1], std::array{static_cast<std::int64_t>(call.id), cbid, correlation},
                        textOf);
}

std::size_t BatchArgs::HashOfLaunched::operator()(const Launched& launched) const
{
    static_assert(std::has_unique_object_representations_v<Launched>); // no bytes between the members
    return hashOfText({reinterpret_cast<const char*>(&launched), sizeof(launched)});
}

std::uint32_t BatchArgs::addKernel(const GpuRecord& kernel, std::uint64_t externalId, std::uint32_t correlation,
                                   const ModuleScope* module)
{
    const Launched launched{module,
                            kernel.staticSharedBytes,
                            kernel.dynamicSharedBytes,
                            kernel.graphNodeId,
                            kernel.grid,
                            kernel.block,
                            kernel.registersPerThread,
                            kernel.device,
                            kernel.context,
                            kernel.stream,
                            kernel.graphId,
                            externalId != 0 ? 1u : 0u};
    if (m_kernels.size() >= kMostKernels)
        m_kernels.clear();
    ArgsPattern& pattern = m_kernels[launched];
    const auto textOf = [&] {
        std::string text = kernelArgs(kernel, externalId, correlation, m_gpu);
        return module != nullptr ? withModule(std::move(text), *module) : text;
    };
    // In the order of kernelArgs(), up to the last one that the key does not have.
    const std::array<std::int64_t, 6> leading{
        static_cast<std::int64_t>(externalId), 0, kernel.device, kernel.context, kernel.stream, correlation};
    if (externalId != 0)
        return addByPattern(m_encoder, pattern, leading, textOf);
    return addByPattern(m_encoder, pattern, std::array{leading[1], leading[2], leading[3], leading[4], leading[5]},
                        textOf);
}

} // namespace decodescope
