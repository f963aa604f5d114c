// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/part_rules.h"

#include "core/label/kernel_symbol.h"
#include "core/label/resources.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

namespace decodescope {

using Json = nlohmann::json;

namespace {

constexpr std::string_view kFormat = "decodescope-part-rules";
constexpr int kVersion = 1;
constexpr std::uintmax_t kMaxFileBytes = 8 * 1024 * 1024;

OpClass firstMatch(const std::vector<OpClassRule>& rules, std::string_view lowerName)
{
    for (const OpClassRule& rule : rules) {
        if (matchesAny(rule.names, lowerName))
            return rule.opClass;
    }
    return OpClass::unknown;
}

template <class T>
void appendTo(std::vector<T>& all, const std::vector<T>& later)
{
    all.insert(all.end(), later.begin(), later.end());
}

} // namespace

// Reads one rules document; every problem says where it is, as "source: pointer".
class PartRulesReader
{
public:
    explicit PartRulesReader(const std::string& source)
        : m_source(source)
    {
    }

    Result<PartRules> read(const Json& document)
    {
        if (!document.is_object())
            return wrong("", "A rules file is a JSON object.");
        if (document.value("format", Json()) != Json(kFormat))
            return wrong("/format", "Must be '" + std::string(kFormat) + "'.");
        if (document.value("version", Json()) != Json(kVersion))
            return wrong("/version", "Only version 1 is known.");
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
    tl::unexpected<Error> wrong(const std::string& pointer, std::string message) const
    {
        return failure(ErrorCode::format, std::move(message), m_source + ": " + (pointer.empty() ? "/" : pointer));
    }

    Result<void> readList(const std::string& key, const Json& value)
    {
        const std::string at = "/" + key;
        if (key == "layerModules")
            return readPatterns(value, at, m_rules.m_layerModules);
        if (key != "operators" && key != "kernels" && key != "stack" && key != "attributes")
            return wrong(at, "Unknown key; known are operators, kernels, stack, layerModules and attributes.");
        if (!value.is_array())
            return wrong(at, "Must be a list of rules.");
        for (std::size_t i = 0; i < value.size(); ++i) {
            const std::string here = at + "/" + std::to_string(i);
            if (!value[i].is_object())
                return wrong(here, "A rule is a JSON object.");
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
                    return wrong(here, "Unknown class.");
                rule.opClass = *opClass;
            } else if (key == "names") {
                if (auto done = readPatterns(value, here, rule.names); !done)
                    return done;
            } else {
                return wrong(here, "Unknown key; known are class and names.");
            }
        }
        if (rule.opClass == OpClass::unknown || rule.names.empty())
            return wrong(at, "A rule needs a class and names.");
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
                done = readPatterns(value, here, key == "op" ? rule.op : key == "module" ? rule.module : rule.frames);
            } else {
                return wrong(here, "Unknown key, or not a value for it; known are name, part, linear, layer, depth, "
                                   "module, frames and op.");
            }
            if (!done)
                return done;
        }
        if (rule.name.empty() || hasPart == rule.linear)
            return wrong(at, "A rule needs a name, and either a part or linear.");
        if (rule.module.empty() && rule.frames.empty() && rule.op.empty() && !rule.layer)
            return wrong(at, "A rule needs one of module, frames, op and layer, or it would decide everything.");
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
                done = readPatterns(value, here, rule.names);
            else
                return wrong(here, "Unknown key; known are part and names.");
            if (!done)
                return done;
        }
        if (rule.part == Part::other || rule.names.empty())
            return wrong(at, "A rule needs a part and names.");
        m_rules.m_attributes.push_back(std::move(rule));
        return {};
    }

    Result<void> readPart(const Json& value, const std::string& at, Part& into) const
    {
        const auto part = value.is_string() ? partFromName(value.get<std::string>()) : std::nullopt;
        if (!part)
            return wrong(at, "Unknown part.");
        into = *part;
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
    PartRules m_rules;
};

bool matchesAny(const std::vector<NamePattern>& patterns, std::string_view lowerText)
{
    return std::any_of(patterns.begin(), patterns.end(),
                       [lowerText](const NamePattern& pattern) { return pattern.matches(lowerText); });
}

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
    Json document;
    try {
        document = Json::parse(json.begin(), json.end(), nullptr, true, true);
    } catch (const Json::parse_error& error) {
        const auto end = json.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(error.byte, json.size()));
        const auto line = 1 + std::count(json.begin(), end, '\n');
        return failure(ErrorCode::format, "Not valid JSON.", source + ": line " + std::to_string(line));
    }
    return PartRulesReader(source).read(document);
}

Result<PartRules> PartRules::fromFile(const std::filesystem::path& path)
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
