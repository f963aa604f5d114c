// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/attention_backend.h"

#include <ATen/Context.h>

namespace decodescope {

AttentionBackendGuard::AttentionBackendGuard(AttentionBackend backend)
    : m_isChanged(backend != AttentionBackend::automatic)
{
    if (!m_isChanged)
        return;
    m_before = current();
    apply({backend == AttentionBackend::flash, backend == AttentionBackend::memEfficient,
           backend == AttentionBackend::math, backend == AttentionBackend::cudnn});
}

AttentionBackendGuard::~AttentionBackendGuard()
{
    if (m_isChanged)
        apply(m_before);
}

AttentionBackendGuard::Flags AttentionBackendGuard::current()
{
    const at::Context& context = at::globalContext();
    return {context.userEnabledFlashSDP(), context.userEnabledMemEfficientSDP(), context.userEnabledMathSDP(),
            context.userEnabledCuDNNSDP()};
}

void AttentionBackendGuard::apply(const Flags& flags)
{
    at::Context& context = at::globalContext();
    context.setSDPUseFlash(flags.flash);
    context.setSDPUseMemEfficient(flags.memEfficient);
    context.setSDPUseMath(flags.math);
    context.setSDPUseCuDNN(flags.cudnn);
}

} // namespace decodescope
