// SPDX-License-Identifier: GPL-3.0-or-later
// What rules say of the names of one trace, asked once a name.
#pragma once

#include "core/label/kernel_rules.h"
#include "core/label/part_rules.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace decodescope {

// Used by one thread; trace and rules must outlive it.
class NameCache
{
public:
    NameCache(const Trace& trace, const KernelRules& kernelRules, const PartRules& partRules);

    struct Operator
    {
        OpClass opClass = OpClass::unknown;
        bool isAten = false; // what it is called with, it computes: nothing inside of it says more
    };
    struct Kernel
    {
        OpClass opClass = OpClass::unknown;
        bool embeds = false; // a fused kernel with an embedding in it
        bool isFused = false;
    };
    Operator operatorNamed(NameId name);
    Kernel kernelNamed(NameId name, EventKind kind);
    // `op`: name of the innermost operator; kEmptyName: none.
    KernelFamily family(NameId kernel, NameId op, EventKind kind);

    const Trace& trace() const { return m_trace; }
    const PartRules& partRules() const { return m_partRules; }

private:
    Kernel classify(NameId name, EventKind kind);
    OpClass classOfFunctor(const std::string& functor) const;

    const Trace& m_trace;
    const KernelRules& m_kernelRules;
    const PartRules& m_partRules;
    std::unordered_map<NameId, Operator> m_operators;
    std::unordered_map<NameId, Kernel> m_kernels;
    std::unordered_map<std::uint64_t, KernelFamily> m_families;
};

} // namespace decodescope
