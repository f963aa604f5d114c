// SPDX-License-Identifier: GPL-3.0-or-later
// How the model tells a recorder which of its modules is at work, without adding an operator.
#pragma once

namespace decodescope {

// One module of the model. `part` is one of: embedding, position, norm, q_proj, k_proj, v_proj, rope, kv_cache, mask,
// attention, o_proj, residual, gate_proj, up_proj, activation, gate_mul, down_proj, lm_head, sampling. The empty word
// stands for a whole decoder layer, the scope around that layer's parts.
struct ModuleScope
{
    int layer = -1;        // 0, 1, ...; -1 outside the decoder layers
    const char* part = ""; // never null; a string literal, so it may be kept and compared by pointer
};

// Told of every module that the model enters and leaves, on the thread that runs the model. Scopes nest strictly:
// layer, part, and for Qwen3 norm inside q_proj and k_proj; an operator belongs to the innermost scope. A call that
// fails half way still leaves every scope that it entered.
class ModuleScopeSink
{
public:
    virtual void enter(const ModuleScope& scope) noexcept = 0;
    virtual void leave() noexcept = 0;

protected:
    ~ModuleScopeSink() = default;
};

// Enters now, leaves at the end of the block. A null sink costs one comparison.
class ModuleScopeGuard
{
public:
    ModuleScopeGuard(ModuleScopeSink* sink, int layer, const char* part) noexcept
        : m_sink(sink)
    {
        if (m_sink)
            m_sink->enter({layer, part});
    }
    ~ModuleScopeGuard()
    {
        if (m_sink)
            m_sink->leave();
    }
    ModuleScopeGuard(const ModuleScopeGuard&) = delete;
    ModuleScopeGuard& operator=(const ModuleScopeGuard&) = delete;

private:
    ModuleScopeSink* m_sink;
};

} // namespace decodescope
