// SPDX-License-Identifier: GPL-3.0-or-later
// Rules, kept as data, that tell what operators, kernels and modules stand for.
#pragma once

#include "core/base/result.h"
#include "core/label/label.h"
#include "core/label/name_pattern.h"
#include "core/label/op_class.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// The word of a rules file's "format".
inline constexpr std::string_view kPartRulesFormat = "decodescope-part-rules";

// Names of operators, or function names of kernels, that belong to one class.
struct OpClassRule
{
    OpClass opClass = OpClass::unknown;
    std::vector<NamePattern> names;
};

// A rule on Python stacks. It holds when the innermost module or one of the last `depth` Python functions matches (a
// rule with neither holds anywhere), the outermost operator matches `op` where that is given, and the stack is inside
// of a layer where `layer` is set. The first rule that holds decides.
struct StackRule
{
    std::string name;
    Part part = Part::other;
    bool linear = false; // the part follows from the module's place among its parent's matrices
    bool layer = false;
    int depth = 0;
    std::vector<NamePattern> module;
    std::vector<NamePattern> frames;
    std::vector<NamePattern> op;
};

// Attribute names of modules ("q_proj") that say their part.
struct AttributeRule
{
    Part part = Part::other;
    std::vector<NamePattern> names;
};

// Immutable after loading; any thread may ask.
class PartRules
{
public:
    // The rules of resources/part_rules.json, compiled into the program; parsed at the first call.
    static const PartRules& builtIn();
    // {"format": "decodescope-part-rules", "version": 1, "operators": [...], "kernels": [...], "stack": [...],
    // "layerModules": [...], "attributes": [...]}; each list may be absent. Errors name the place.
    static Result<PartRules> fromJson(std::string_view json, const std::string& source);
    static Result<PartRules> fromFile(const std::filesystem::path& path);

    // These rules, asked before `later`.
    PartRules followedBy(const PartRules& later) const;

    // O(patterns x length); callers keep the answer per distinct name. `unknown` where no rule knows the name.
    OpClass classOfOperator(std::string_view name) const;
    OpClass classOfKernel(std::string_view name) const;
    // Part::other where no rule knows the attribute.
    Part partOfAttribute(std::string_view attribute) const;
    // Whether a module ("LlamaDecoderLayer_7") is a layer of the model.
    bool isLayerModule(std::string_view module) const;

    // Of all lists.
    std::size_t size() const;
    const std::vector<StackRule>& stackRules() const { return m_stack; }
    const std::vector<OpClassRule>& operatorRules() const { return m_operators; }
    const std::vector<OpClassRule>& kernelRules() const { return m_kernels; }

private:
    friend class PartRulesReader;
    std::vector<OpClassRule> m_operators;
    std::vector<OpClassRule> m_kernels;
    std::vector<StackRule> m_stack;
    std::vector<AttributeRule> m_attributes;
    std::vector<NamePattern> m_layerModules;
};

} // namespace decodescope
