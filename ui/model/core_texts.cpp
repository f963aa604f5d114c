// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/core_texts.h"

#include "core/query/gpu_profile.h"

#include <QCoreApplication>

#include <string>

namespace decodescope {

namespace {

// Core's own words again, for lupdate to find; tst_translations says when one is missing.
[[maybe_unused]] constexpr const char* kTexts[] = {
    // Model parts, and groups of them. Those that are a module's name in the model's code stay as they are.
    QT_TRANSLATE_NOOP("core", "embedding"),
    QT_TRANSLATE_NOOP("core", "position"),
    QT_TRANSLATE_NOOP("core", "norm"),
    QT_TRANSLATE_NOOP("core", "q_proj"),
    QT_TRANSLATE_NOOP("core", "k_proj"),
    QT_TRANSLATE_NOOP("core", "v_proj"),
    QT_TRANSLATE_NOOP("core", "qkv_proj"),
    QT_TRANSLATE_NOOP("core", "o_proj"),
    QT_TRANSLATE_NOOP("core", "rope"),
    QT_TRANSLATE_NOOP("core", "kv_cache"),
    QT_TRANSLATE_NOOP("core", "mask"),
    QT_TRANSLATE_NOOP("core", "attention"),
    QT_TRANSLATE_NOOP("core", "gate_proj"),
    QT_TRANSLATE_NOOP("core", "up_proj"),
    QT_TRANSLATE_NOOP("core", "gate_up_proj"),
    QT_TRANSLATE_NOOP("core", "down_proj"),
    QT_TRANSLATE_NOOP("core", "fc_in"),
    QT_TRANSLATE_NOOP("core", "fc_out"),
    QT_TRANSLATE_NOOP("core", "router"),
    QT_TRANSLATE_NOOP("core", "experts"),
    QT_TRANSLATE_NOOP("core", "activation"),
    QT_TRANSLATE_NOOP("core", "gate_mul"),
    QT_TRANSLATE_NOOP("core", "residual"),
    QT_TRANSLATE_NOOP("core", "lm_head"),
    QT_TRANSLATE_NOOP("core", "sampling"),
    QT_TRANSLATE_NOOP("core", "communication"),
    QT_TRANSLATE_NOOP("core", "copy"),
    QT_TRANSLATE_NOOP("core", "other"),
    QT_TRANSLATE_NOOP("core", "attn proj"),
    QT_TRANSLATE_NOOP("core", "FFN in"),
    // Families of kernels that are not a part's name too.
    QT_TRANSLATE_NOOP("core", "gemm"),
    QT_TRANSLATE_NOOP("core", "gemv"),
    QT_TRANSLATE_NOOP("core", "elementwise"),
    QT_TRANSLATE_NOOP("core", "reduction"),
    QT_TRANSLATE_NOOP("core", "softmax"),
    QT_TRANSLATE_NOOP("core", "gather"),
    QT_TRANSLATE_NOOP("core", "fused"),
    QT_TRANSLATE_NOOP("core", "memory"),
    // What the GPU waited for.
    QT_TRANSLATE_NOOP("core", "the profiler's own work"),
    QT_TRANSLATE_NOOP("core", "the host waited for the GPU"),
    QT_TRANSLATE_NOOP("core", "the host was allocating or freeing memory"),
    QT_TRANSLATE_NOOP("core", "the host was in a call that copies memory"),
    QT_TRANSLATE_NOOP("core", "between two steps"),
    QT_TRANSLATE_NOOP("core", "the host was inside the operator that launches next, before its launch"),
    QT_TRANSLATE_NOOP("core", "the host was inside operators that launch nothing here"),
    QT_TRANSLATE_NOOP("core", "the host was between operators: Python and dispatch"),
    QT_TRANSLATE_NOOP("core", "the launch was on its way; the kernel began as soon as it could"),
    QT_TRANSLATE_NOOP("core", "the kernel was in the queue: dependency, resource, or the change of kernels"),
    QT_TRANSLATE_NOOP("core", "the launch is not in the trace"),
    // Kinds of warnings.
    QT_TRANSLATE_NOOP("core", "truncated_input"),
    QT_TRANSLATE_NOOP("core", "invalid_json"),
    QT_TRANSLATE_NOOP("core", "non_standard_json"),
    QT_TRANSLATE_NOOP("core", "invalid_utf8"),
    QT_TRANSLATE_NOOP("core", "missing_field"),
    QT_TRANSLATE_NOOP("core", "bad_field"),
    QT_TRANSLATE_NOOP("core", "negative_length"),
    QT_TRANSLATE_NOOP("core", "implausible_length"),
    QT_TRANSLATE_NOOP("core", "stray_time"),
    QT_TRANSLATE_NOOP("core", "missing_length"),
    QT_TRANSLATE_NOOP("core", "unknown_phase"),
    QT_TRANSLATE_NOOP("core", "unknown_metadata"),
    QT_TRANSLATE_NOOP("core", "unmatched_end"),
    QT_TRANSLATE_NOOP("core", "unfinished_slice"),
    QT_TRANSLATE_NOOP("core", "overlap"),
    QT_TRANSLATE_NOOP("core", "too_deep"),
    QT_TRANSLATE_NOOP("core", "ambiguous_correlation"),
    QT_TRANSLATE_NOOP("core", "launch_not_recorded"),
    QT_TRANSLATE_NOOP("core", "kernel_before_launch"),
    QT_TRANSLATE_NOOP("core", "covered_kernel"),
    QT_TRANSLATE_NOOP("core", "dangling_flow"),
    QT_TRANSLATE_NOOP("core", "no_timed_events"),
    QT_TRANSLATE_NOOP("core", "limit_reached"),
    QT_TRANSLATE_NOOP("core", "dropped_records"),
};

} // namespace

QString partText(Part part)
{
    return coreText(partName(part));
}

QString partGroupText(Part part)
{
    return coreText(partGroupName(part));
}

QString familyText(KernelFamily family)
{
    return coreText(familyName(family));
}

QString warningText(WarningKind kind)
{
    return coreText(warningName(kind));
}

QString coreText(std::string_view english)
{
    return QCoreApplication::translate("core", std::string(english).c_str());
}

} // namespace decodescope
