// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/part_rules.h"

#include "core/label/kernel_symbol.h"
#include "core/label/resources.h"
#include "core/label/rules_document.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace decodescope {

using Json = nlohmann::json;

namespace {

OpClass firstMatch(const std::vector<OpClassRule>& rules, std::string_view lowerName)
{
    for (const OpClassRule& rule : rules) {
        if (matchesAny(rule.names, lowerName))
            return rule.opClass;
    }
    return OpClass::unknown;
}

std::string knownParts()
{
    std::string words;
    for (std::size_t i = 0; i < kPartCount; ++i)
        words += (words.empty() ? "" : ", ") + std::string(partName(static_cast<Part>(i)));
    return words;
}

std::string knownClasses()
{
    std::string words;
    for (int i = 1; i <= static_cast<int>(OpClass::reduce); ++i) // without `unknown`
        words += (words.empty() ? "" : ", ") + std::string(opClassName(static_cast<OpClass>(i)));
    return words;
}

template <class T>
void appendTo(std::vector<T>& all, const std::vector<T>& later)
{
    all.insert(all.end(), later.begin(), later.end());
}

} // namespace

class PartRulesReader
{
public:
    explicit PartRulesReader(const std::string& source)
        : m_places(source)
    {
    }

    Result<PartRules> read(const Json& document)
    {
        if (auto checked = m_places.checkFormat(document, kPartRulesFormat); !checked)
            return tl::unexpected(std::move(checked.error()));
        for (const auto& [key, value] : document.items()) {
            if (key == "format" || key == "version")
                continue;
            auto done = readList(key, value);
            if (!done)
                return tl::unexpected(std::move(done.error()));
        }
        return std::move(m_rules);
    }

private:
    Result<void> readList(const std::string& key, const Json& value)
    {
        const std::string at = "/" + key;
        if (key == "layerModules")
            return m_places.readPatterns(value, at, m_rules.m_layerModules);
        if (key != "operators" && key != "kernels" && key != "stack" && key != "attributes")
            return m_places.wrong(at, "Unknown key; known are operators, kernels, stack, layerModules and attributes.");
        if (!value.is_array())
            return m_places.wrong(at, "Must be a list of rules.");
        for (std::size_t i = 0; i < value.size(); ++i) {
            const std::string here = at + "/" + std::to_string(i);
            if (!value[i].is_object())
                return m_places.wrong(here, "A rule is a JSON object.");
            Result<void> done = key == "operators" ? readClassRule(value[i], here, m_rules.m_operators)
                                : key == "kernels" ? readClassRule(value[i], here, m_rules.m_kernels)
                                : key == "stack"   ? readStackRule(value[i], here)
                                                   : readAttributeRule(value[i], here);
            if (!done)
                return done;
        }
        return {};
    }

    Result<void> readClassRule(const Json& object, const std::string& at, std::vector<OpClassRule>& into)
    {
        OpClassRule rule;
        for (const auto& [key, value] : object.items()) {
            const std::string here = at + "/" + key;
            if (key == "class") {
                const auto opClass = value.is_string() ? opClassFromName(value.get<std::string>()) : std::nullopt;
                if (!opClass)
                    return m_places.unknownWord(value, here, "class", knownClasses());
                rule.opClass = *opClass;
            } else if (key == "names") {
                if (auto done = m_places.readPatterns(value, here, rule.names); !done)
                    return done;
            } else {
                return m_places.wrong(here, "Unknown key; known are class and names.");
            }
        }
        if (rule.opClass == OpClass::unknown || rule.names.empty())
            return m_places.wrong(at, "A rule needs a class and names.");
        into.push_back(std::move(rule));
        return {};
    }

    Result<void> readStackRule(const Json& object, const std::string& at)
    {
        StackRule rule;
        bool hasPart = false;
        for (const auto& [key, value] : object.items()) {
            const std::string here = at + "/" + key;
            Result<void> done;
            if (key == "name" && value.is_string()) {
                rule.name = value.get<std::string>();
            } else if (key == "part") {
                done = readPart(value, here, rule.part);
                hasPart = true;
            } else if (key == "linear" && value.is_boolean()) {
                rule.linear = value.get<bool>();
            } else if (key == "layer" && value.is_boolean()) {
                rule.layer = value.get<bool>();
            } else if (key == "depth" && value.is_number_unsigned()) {
                rule.depth = static_cast<int>(std::min<std::uint64_t>(value.get<std::uint64_t>(), 64));
            } else if (key == "module" || key == "frames" || key == "op") {
                done = m_places.readPatterns(value, here,
                                             key == "op"       ? rule.op
                                             : key == "module" ? rule.module
                                                               : rule.frames);
            } else {
                return m_places.wrong(here,
                                      "Unknown key, or not a value for it; known are name, part, linear, layer, depth, "
                                      "module, frames and op.");
            }
            if (!done)
                return done;
        }
        if (rule.name.empty() || hasPart == rule.linear)
            return m_places.wrong(at, "A rule needs a name, and either a part or linear.");
        if (rule.module.empty() && rule.frames.empty() && rule.op.empty() && !rule.layer)
            return m_places.wrong(at,
                                  "A rule needs one of module, frames, op and layer, or it would decide everything.");
        m_rules.m_stack.push_back(std::move(rule));
        return {};
    }

    Result<void> readAttributeRule(const Json& object, const std::string& at)
    {
        AttributeRule rule;
        for (const auto& [key, value] : object.items()) {
            const std::string here = at + "/" + key;
            Result<void> done;
            if (key == "part")
                done = readPart(value, here, rule.part);
            else if (key == "names")
                done = m_places.readPatterns(value, here, rule.names);
            else
                return m_places.wrong(here, "Unknown key; known are part and names.");
            if (!done)
                return done;
        }
        if (rule.part == Part::other || rule.names.empty())
            return m_places.wrong(at, "A rule needs a part and names.");
        m_rules.m_attributes.push_back(std::move(rule));
        return {};
    }

    Result<void> readPart(const Json& value, const std::string& at, Part& into) const
    {
        const auto part = value.is_string() ? partFromName(value.get<std::string>()) : std::nullopt;
        if (!part)
            return m_places.unknownWord(value, at, "part", knownParts());
        into = *part;
        return {};
    }

    RulesPlaces m_places;
    PartRules m_rules;
};

const PartRules& PartRules::builtIn()
{
    static const PartRules rules = [] {
        auto parsed = fromJson(kPartRulesJson, "built-in part rules");
        if (!parsed) { // tests load them, so this is a broken build
            std::fprintf(stderr, "%s\n", parsed.error().text().c_str());
            std::abort();
        }
        return std::move(*parsed);
    }();
    return rules;
}

Result<PartRules> PartRules::fromJson(std::string_view json, const std::string& source)
{
    const auto document = parseRules(json, source);
    if (!document)
        return tl::unexpected(document.error());
    return PartRulesReader(source).read(*document);
}

Result<PartRules> PartRules::fromFile(const std::filesystem::path& path)
{
    const auto json = readRulesFile(path);
    if (!json)
        return tl::unexpected(json.error());
    return fromJson(*json, path.string());
}

PartRules PartRules::followedBy(const PartRules& later) const
{
    PartRules both = *this;
    appendTo(both.m_operators, later.m_operators);
    appendTo(both.m_kernels, later.m_kernels);
    appendTo(both.m_stack, later.m_stack);
    appendTo(both.m_attributes, later.m_attributes);
    appendTo(both.m_layerModules, later.m_layerModules);
    return both;
}

std::size_t PartRules::size() const
{
    return m_operators.size() + m_kernels.size() + m_stack.size() + m_attributes.size() + m_layerModules.size();
}

OpClass PartRules::classOfOperator(std::string_view name) const
{
    return firstMatch(m_operators, toLower(name.substr(0, kMaxKernelNameBytes)));
}

OpClass PartRules::classOfKernel(std::string_view name) const
{
    return firstMatch(m_kernels, toLower(splitKernelSymbol(name.substr(0, kMaxKernelNameBytes)).function));
}

Part PartRules::partOfAttribute(std::string_view attribute) const
{
    const std::string lower = toLower(attribute.substr(0, kMaxKernelNameBytes));
    for (const AttributeRule& rule : m_attributes) {
        if (matchesAny(rule.names, lower))
            return rule.part;
    }
    return Part::other;
}

bool PartRules::isLayerModule(std::string_view module) const
{
    return matchesAny(m_layerModules, toLower(module.substr(0, kMaxKernelNameBytes)));
}

} // namespace decodescope
