// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/kernel_rules.h"

#include "core/label/kernel_symbol.h"
#include "core/label/resources.h"
#include "core/label/rules_document.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace decodescope {
namespace {

using Json = nlohmann::json;

std::optional<GpuOperationKind> kindFromText(std::string_view text)
{
    if (text == "kernel")
        return GpuOperationKind::kernel;
    if (text == "memcpy")
        return GpuOperationKind::memcpy;
    if (text == "memset")
        return GpuOperationKind::memset;
    return std::nullopt;
}

std::string knownFamilies()
{
    std::string words;
    for (const KernelFamily family : kKernelFamilies)
        words += (words.empty() ? "" : ", ") + std::string(familyName(family));
    return words;
}

class RulesReader
{
public:
    explicit RulesReader(const std::string& source)
        : m_places(source)
    {
    }

    Result<std::vector<KernelRule>> read(const Json& document)
    {
        for (const auto& [key, value] : document.items()) {
            if (key != "format" && key != "version" && key != "rules")
                return m_places.wrong("/" + key, "Unknown key; known are format, version and rules.");
        }
        if (auto checked = m_places.checkFormat(document, kKernelRulesFormat); !checked)
            return tl::unexpected(std::move(checked.error()));
        const Json list = document.value("rules", Json());
        if (!list.is_array())
            return m_places.wrong("/rules", "Must be a list of rules.");
        std::vector<KernelRule> rules;
        for (std::size_t i = 0; i < list.size(); ++i) {
            auto rule = readRule(list[i], "/rules/" + std::to_string(i));
            if (!rule)
                return tl::unexpected(std::move(rule.error()));
            rules.push_back(std::move(*rule));
        }
        return rules;
    }

private:
    Result<KernelRule> readRule(const Json& object, const std::string& at)
    {
        if (!object.is_object())
            return m_places.wrong(at, "A rule is a JSON object.");
        KernelRule rule;
        bool hasFamily = false;
        bool hasCondition = false;
        for (const auto& [key, value] : object.items()) {
            const std::string here = at + "/" + key;
            Result<void> done;
            if (key == "name" || key == "purpose") {
                done = m_places.readText(value, here, key == "name" ? rule.name : rule.purpose);
            } else if (key == "family") {
                done = readFamily(value, here, rule.family);
                hasFamily = true;
            } else if (key == "kind") {
                done = readKinds(value, here, rule.kinds);
                hasCondition = true;
            } else if (std::vector<NamePattern>* patterns = patternsOf(rule, key)) {
                done = m_places.readPatterns(value, here, *patterns);
                hasCondition |= key != "unless";
            } else {
                return m_places.wrong(
                    here, "Unknown key; known are name, purpose, family, kind, function, text, op and unless.");
            }
            if (!done)
                return tl::unexpected(std::move(done.error()));
        }
        if (rule.name.empty() || rule.purpose.empty() || !hasFamily)
            return m_places.wrong(at, "A rule needs a name, a purpose and a family.");
        if (!hasCondition)
            return m_places.wrong(at,
                                  "A rule needs one of kind, function, text and op, or it would decide every name.");
        return rule;
    }

    static std::vector<NamePattern>* patternsOf(KernelRule& rule, const std::string& key)
    {
        if (key == "function")
            return &rule.function;
        if (key == "text")
            return &rule.text;
        if (key == "op")
            return &rule.op;
        return key == "unless" ? &rule.unless : nullptr;
    }

    Result<void> readFamily(const Json& value, const std::string& at, KernelFamily& into) const
    {
        const auto family = value.is_string() ? familyFromName(value.get<std::string>()) : std::nullopt;
        if (!family)
            return m_places.unknownWord(value, at, "family", knownFamilies());
        into = *family;
        return {};
    }

    Result<void> readKinds(const Json& value, const std::string& at, std::vector<GpuOperationKind>& into) const
    {
        if (!value.is_array() || value.empty())
            return m_places.wrong(at, "Must be a list of kernel, memcpy, memset.");
        for (const Json& entry : value) {
            const auto kind = entry.is_string() ? kindFromText(entry.get<std::string>()) : std::nullopt;
            if (!kind)
                return m_places.wrong(at, "Must be a list of kernel, memcpy, memset.");
            into.push_back(*kind);
        }
        return {};
    }

    RulesPlaces m_places;
};

} // namespace

const KernelRules& KernelRules::builtIn()
{
    static const KernelRules rules = [] {
        auto parsed = fromJson(kKernelRulesJson, "built-in kernel rules");
        if (!parsed) { // tests load them, so this is a broken build
            std::fprintf(stderr, "%s\n", parsed.error().text().c_str());
            std::abort();
        }
        return std::move(*parsed);
    }();
    return rules;
}

Result<KernelRules> KernelRules::fromJson(std::string_view json, const std::string& source)
{
    const auto document = parseRules(json, source);
    if (!document)
        return tl::unexpected(document.error());
    auto rules = RulesReader(source).read(*document);
    if (!rules)
        return tl::unexpected(std::move(rules.error()));
    KernelRules result;
    result.m_rules = std::move(*rules);
    return result;
}

Result<KernelRules> KernelRules::fromFile(const std::filesystem::path& path)
{
    const auto json = readRulesFile(path);
    if (!json)
        return tl::unexpected(json.error());
    return fromJson(*json, path.string());
}

KernelRules KernelRules::followedBy(const KernelRules& later) const
{
    KernelRules both = *this;
    both.m_rules.insert(both.m_rules.end(), later.m_rules.begin(), later.m_rules.end());
    return both;
}

KernelFamilyMatch KernelRules::match(std::string_view name, std::string_view op, GpuOperationKind kind) const
{
    name = name.substr(0, kMaxKernelNameBytes);
    const std::string text = toLower(name);
    const std::string function = toLower(splitKernelSymbol(name).function);
    const std::string lowerOp = toLower(op.substr(0, kMaxKernelNameBytes));
    for (std::size_t i = 0; i < m_rules.size(); ++i) {
        const KernelRule& rule = m_rules[i];
        if (!rule.kinds.empty() && std::find(rule.kinds.begin(), rule.kinds.end(), kind) == rule.kinds.end())
            continue;
        if ((rule.function.empty() || matchesAny(rule.function, function)) &&
            (rule.text.empty() || matchesAny(rule.text, text)) && (rule.op.empty() || matchesAny(rule.op, lowerOp)) &&
            !matchesAny(rule.unless, text))
            return {rule.family, i};
    }
    return {};
}

} // namespace decodescope
