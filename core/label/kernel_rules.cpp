// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/kernel_rules.h"

#include "core/label/kernel_symbol.h"
#include "core/label/resources.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace decodescope {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kFormat = "decodescope-kernel-rules";
constexpr int kVersion = 1;
constexpr std::uintmax_t kMaxFileBytes = 8 * 1024 * 1024;

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

// Reads one rules document; every problem says where it is, as "source: pointer".
class RulesReader
{
public:
    explicit RulesReader(const std::string& source)
        : m_source(source)
    {
    }

    Result<std::vector<KernelRule>> read(const Json& document)
    {
        if (!document.is_object())
            return wrong("", "A rules file is a JSON object.");
        for (const auto& [key, value] : document.items()) {
            if (key != "format" && key != "version" && key != "rules")
                return wrong("/" + key, "Unknown key.");
        }
        if (document.value("format", Json()) != Json(kFormat))
            return wrong("/format", "Must be '" + std::string(kFormat) + "'.");
        if (document.value("version", Json()) != Json(kVersion))
            return wrong("/version", "Only version 1 is known.");
        const Json list = document.value("rules", Json());
        if (!list.is_array())
            return wrong("/rules", "Must be a list of rules.");
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
    tl::unexpected<Error> wrong(const std::string& pointer, std::string message) const
    {
        return failure(ErrorCode::format, std::move(message), m_source + ": " + (pointer.empty() ? "/" : pointer));
    }

    Result<KernelRule> readRule(const Json& object, const std::string& at)
    {
        if (!object.is_object())
            return wrong(at, "A rule is a JSON object.");
        KernelRule rule;
        bool hasFamily = false;
        bool hasCondition = false;
        for (const auto& [key, value] : object.items()) {
            const std::string here = at + "/" + key;
            Result<void> done;
            if (key == "name" || key == "purpose") {
                done = readText(value, here, key == "name" ? rule.name : rule.purpose);
            } else if (key == "family") {
                done = readFamily(value, here, rule.family);
                hasFamily = true;
            } else if (key == "kind") {
                done = readKinds(value, here, rule.kinds);
                hasCondition = true;
            } else if (std::vector<NamePattern>* patterns = patternsOf(rule, key)) {
                done = readPatterns(value, here, *patterns);
                hasCondition |= key != "unless";
            } else {
                return wrong(here,
                             "Unknown key; known are name, purpose, family, kind, function, text, op and unless.");
            }
            if (!done)
                return tl::unexpected(std::move(done.error()));
        }
        if (rule.name.empty() || rule.purpose.empty() || !hasFamily)
            return wrong(at, "A rule needs a name, a purpose and a family.");
        if (!hasCondition)
            return wrong(at, "A rule needs one of kind, function, text and op, or it would decide every name.");
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

    Result<void> readText(const Json& value, const std::string& at, std::string& into) const
    {
        if (!value.is_string())
            return wrong(at, "Must be a text.");
        into = value.get<std::string>();
        return {};
    }

    Result<void> readFamily(const Json& value, const std::string& at, KernelFamily& into) const
    {
        const auto family = value.is_string() ? familyFromName(value.get<std::string>()) : std::nullopt;
        if (!family)
            return wrong(at, "Unknown family.");
        into = *family;
        return {};
    }

    Result<void> readKinds(const Json& value, const std::string& at, std::vector<GpuOperationKind>& into) const
    {
        if (!value.is_array() || value.empty())
            return wrong(at, "Must be a list of kernel, memcpy, memset.");
        for (const Json& entry : value) {
            const auto kind = entry.is_string() ? kindFromText(entry.get<std::string>()) : std::nullopt;
            if (!kind)
                return wrong(at, "Must be a list of kernel, memcpy, memset.");
            into.push_back(*kind);
        }
        return {};
    }

    Result<void> readPatterns(const Json& value, const std::string& at, std::vector<NamePattern>& into) const
    {
        if (!value.is_array() || value.empty())
            return wrong(at, "Must be a list of patterns.");
        for (std::size_t i = 0; i < value.size(); ++i) {
            const std::string here = at + "/" + std::to_string(i);
            if (!value[i].is_string())
                return wrong(here, "A pattern is a text.");
            auto pattern = NamePattern::compile(value[i].get<std::string>());
            if (!pattern)
                return wrong(here, std::move(pattern.error().message));
            into.push_back(std::move(*pattern));
        }
        return {};
    }

    const std::string& m_source;
};

bool anyMatches(const std::vector<NamePattern>& patterns, std::string_view lowerText)
{
    return std::any_of(patterns.begin(), patterns.end(),
                       [lowerText](const NamePattern& pattern) { return pattern.matches(lowerText); });
}

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
    Json document;
    try {
        document = Json::parse(json.begin(), json.end(), nullptr, true, true);
    } catch (const Json::parse_error& error) {
        const auto end = json.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(error.byte, json.size()));
        const auto line = 1 + std::count(json.begin(), end, '\n');
        return failure(ErrorCode::format, "Not valid JSON.", source + ": line " + std::to_string(line));
    }
    auto rules = RulesReader(source).read(document);
    if (!rules)
        return tl::unexpected(std::move(rules.error()));
    KernelRules result;
    result.m_rules = std::move(*rules);
    return result;
}

Result<KernelRules> KernelRules::fromFile(const std::filesystem::path& path)
{
    std::error_code problem;
    const std::uintmax_t size = std::filesystem::file_size(path, problem);
    if (problem)
        return failure(ErrorCode::io, "The rules file cannot be read: " + problem.message() + ".", path.string());
    if (size > kMaxFileBytes)
        return failure(ErrorCode::limit, "A rules file may have 8 MiB.", path.string());
    std::ifstream file(path, std::ios::binary);
    const std::string json{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file)
        return failure(ErrorCode::io, "The rules file cannot be read.", path.string());
    return fromJson(json, path.string());
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
        if ((rule.function.empty() || anyMatches(rule.function, function)) &&
            (rule.text.empty() || anyMatches(rule.text, text)) && (rule.op.empty() || anyMatches(rule.op, lowerOp)) &&
            !anyMatches(rule.unless, text))
            return {rule.family, i};
    }
    return {};
}

} // namespace decodescope
