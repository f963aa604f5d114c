// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/name_cache.h"

#include "core/label/kernel_name.h"

#include <algorithm>
#include <initializer_list>

namespace decodescope {
namespace {

GpuOperationKind operationKind(EventKind kind)
{
    switch (kind) {
    case EventKind::memcpy:
        return GpuOperationKind::memcpy;
    case EventKind::memset:
        return GpuOperationKind::memset;
    default:
        return GpuOperationKind::kernel;
    }
}

bool hasOne(const std::vector<std::string>& operators, std::initializer_list<std::string_view> wanted)
{
    return std::ranges::any_of(operators, [&wanted](const std::string& name) {
        return std::ranges::any_of(wanted, [&name](std::string_view word) { return name == word; });
    });
}

// A fused kernel serves several parts; the one that says most about its place comes first.
OpClass classOfFused(const std::vector<std::string>& operators)
{
    if (hasOne(operators, {"rsqrt", "native_layer_norm", "layer_norm", "rms_norm", "_fused_rms_norm", "var_mean"}))
        return OpClass::norm;
    if (hasOne(operators, {"index_copy", "index_put", "slice_scatter"}))
        return OpClass::cacheWrite;
    if (hasOne(operators, {"argmax", "multinomial"}))
        return OpClass::sample;
    if (hasOne(operators, {"_scaled_dot_product_cudnn_attention", "_scaled_dot_product_flash_attention",
                           "_scaled_dot_product_efficient_attention", "scaled_dot_product_attention"}))
        return OpClass::copy;
    if (hasOne(operators, {"silu", "gelu", "relu", "tanh", "erf", "sigmoid"}))
        return hasOne(operators, {"mul"}) ? OpClass::gatedActivation : OpClass::activation;
    if (hasOne(operators, {"_softmax", "softmax"}))
        return OpClass::softmax;
    if (hasOne(operators, {"neg", "cat", "cos", "sin"}))
        return OpClass::rope;
    if (hasOne(operators, {"embedding"}))
        return OpClass::embedding;
    if (hasOne(operators, {"le", "where", "ge", "lt", "gt"}))
        return OpClass::compare;
    return hasOne(operators, {"add"}) ? OpClass::add : OpClass::copy;
}

OpClass classOfFamily(KernelFamily family)
{
    switch (family) {
    case KernelFamily::gemm:
    case KernelFamily::gemv:
        return OpClass::linear;
    case KernelFamily::attention:
        return OpClass::attention;
    case KernelFamily::softmax:
        return OpClass::softmax;
    case KernelFamily::norm:
        return OpClass::norm;
    case KernelFamily::sampling:
        return OpClass::sample;
    case KernelFamily::communication:
        return OpClass::communication;
    case KernelFamily::copy:
        return OpClass::copy;
    default:
        return OpClass::unknown;
    }
}

} // namespace

NameCache::NameCache(const Trace& trace, const KernelRules& kernelRules, const PartRules& partRules)
    : m_trace(trace)
    , m_kernelRules(kernelRules)
    , m_partRules(partRules)
{
}

NameCache::Operator NameCache::operatorNamed(NameId name)
{
    const auto [entry, isNew] = m_operators.try_emplace(name);
    if (isNew) {
        const std::string_view text = m_trace.text(name);
        entry->second = {m_partRules.classOfOperator(text), text.starts_with("aten::")};
    }
    return entry->second;
}

NameCache::Kernel NameCache::kernelNamed(NameId name, EventKind kind)
{
    const auto [entry, isNew] = m_kernels.try_emplace(name);
    if (isNew)
        entry->second = classify(name, kind);
    return entry->second;
}

OpClass NameCache::classOfFunctor(const std::string& functor) const
{
    if (functor.ends_with("_copy") && functor != "index_copy") // to another type
        return OpClass::copy;
    if (functor.starts_with("compare"))
        return OpClass::compare;
    const OpClass opClass = m_partRules.classOfOperator("aten::" + functor);
    return opClass == OpClass::unknown ? m_partRules.classOfOperator("aten::" + functor + "_") : opClass;
}

NameCache::Kernel NameCache::classify(NameId name, EventKind kind)
{
    if (kind != EventKind::kernel)
        return {OpClass::copy, false, false};
    const std::string_view text = m_trace.text(name);
    if (const std::vector<std::string> operators = fusedOperators(text); !operators.empty())
        return {classOfFused(operators), hasOne(operators, {"embedding"}), true};
    if (const OpClass opClass = m_partRules.classOfKernel(text); opClass != OpClass::unknown)
        return {opClass, opClass == OpClass::embedding, false};
    // Generic kernels of ATen name the operator that they compute.
    if (const std::string functor = decodeKernelName(text).functor; !functor.empty()) {
        const OpClass opClass = classOfFunctor(functor);
        if (opClass != OpClass::unknown)
            return {opClass, false, false};
    }
    return {classOfFamily(m_kernelRules.match(text).family), false, false};
}

KernelFamily NameCache::family(NameId kernel, NameId op, EventKind kind)
{
    const std::uint64_t key =
        (std::uint64_t{static_cast<std::uint32_t>(kernel)} << 32) | static_cast<std::uint32_t>(op);
    const auto [entry, isNew] = m_families.try_emplace(key);
    if (isNew)
        entry->second = m_kernelRules.match(m_trace.text(kernel), m_trace.text(op), operationKind(kind)).family;
    return entry->second;
}

} // namespace decodescope
