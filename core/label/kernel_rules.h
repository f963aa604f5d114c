// SPDX-License-Identifier: GPL-3.0-or-later
// Ordered rules, kept as data, that tell a kernel's family from its name.
#pragma once

#include "core/base/result.h"
#include "core/label/kernel_family.h"
#include "core/label/name_pattern.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// The word of a rules file's "format".
inline constexpr std::string_view kKernelRulesFormat = "decodescope-kernel-rules";

// The first rule whose every stated condition holds decides. A condition is a list: one of it is enough. `unless` is
// the reverse: none of it may match the whole name. Patterns: see NamePattern.
struct KernelRule
{
    std::string name;
    std::string purpose;
    KernelFamily family = KernelFamily::other;
    std::vector<GpuOperationKind> kinds; // what the trace calls the operation
    std::vector<NamePattern> function;   // function without return type, template arguments and parameters
    std::vector<NamePattern> text;       // the whole name
    std::vector<NamePattern> op;         // the launching operator; an operation without one does not match
    std::vector<NamePattern> unless;
};

struct KernelFamilyMatch
{
    KernelFamily family = KernelFamily::other;
    std::optional<std::size_t> rule; // row of KernelRules::rules(); none: no rule knows the name
};

// Immutable after loading; any thread may match.
class KernelRules
{
public:
    // The rules of resources/kernel_rules.json, compiled into the program; parsed at the first call.
    static const KernelRules& builtIn();
    // A rules file: {"format": "decodescope-kernel-rules", "version": 1, "rules": [{"name", "purpose", "family",
    // ...}]}. Unknown keys, unknown words and bad patterns are errors that name the place: line of `source` or JSON
    // pointer.
    static Result<KernelRules> fromJson(std::string_view json, const std::string& source);
    static Result<KernelRules> fromFile(const std::filesystem::path& path);

    // These rules, asked before `later`: how a user's own file goes ahead of the built-in ones.
    KernelRules followedBy(const KernelRules& later) const;

    // O(rules x length), the length cut at kMaxKernelNameBytes: 5 to 50 us. Callers keep the answer per distinct name.
    KernelFamilyMatch match(std::string_view name, std::string_view op = {},
                            GpuOperationKind kind = GpuOperationKind::kernel) const;

    const std::vector<KernelRule>& rules() const { return m_rules; }

private:
    std::vector<KernelRule> m_rules;
};

} // namespace decodescope
