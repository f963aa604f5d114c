// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/label_rules.h"

#include "core/label/rules_document.h"

#include <nlohmann/json.hpp>

namespace decodescope {

namespace {

using Json = nlohmann::json;

enum class RulesKind : std::uint8_t { kernels, parts };

Result<RulesKind> kindOf(std::string_view json, const std::string& source)
{
    const auto document = parseRules(json, source);
    if (!document)
        return tl::unexpected(document.error());
    const Json format = document->value("format", Json());
    if (format == Json(kKernelRulesFormat))
        return RulesKind::kernels;
    if (format == Json(kPartRulesFormat))
        return RulesKind::parts;
    return RulesPlaces(source).wrong("/format", "Must be '" + std::string(kKernelRulesFormat) + "' or '" +
                                                    std::string(kPartRulesFormat) + "'.");
}

// Adds one file's rules behind those that `own` has already.
Result<void> addFile(const std::filesystem::path& path, LabelRules& own)
{
    const auto json = readRulesFile(path);
    if (!json)
        return tl::unexpected(json.error());
    const auto kind = kindOf(*json, path.string());
    if (!kind)
        return tl::unexpected(kind.error());
    if (*kind == RulesKind::kernels) {
        const auto rules = KernelRules::fromJson(*json, path.string());
        if (!rules)
            return tl::unexpected(rules.error());
        own.own += rules->rules().size();
        own.kernels = own.kernels.followedBy(*rules);
    } else {
        const auto rules = PartRules::fromJson(*json, path.string());
        if (!rules)
            return tl::unexpected(rules.error());
        own.own += rules->size();
        own.parts = own.parts.followedBy(*rules);
    }
    return {};
}

} // namespace

std::shared_ptr<const LabelRules> LabelRules::builtIn()
{
    static const auto rules =
        std::make_shared<const LabelRules>(LabelRules{KernelRules::builtIn(), PartRules::builtIn(), 0});
    return rules;
}

Result<std::shared_ptr<const LabelRules>> loadLabelRules(const std::vector<std::filesystem::path>& files)
{
    LabelRules rules;
    for (const std::filesystem::path& file : files) {
        if (auto added = addFile(file, rules); !added)
            return tl::unexpected(std::move(added.error()));
    }
    rules.kernels = rules.kernels.followedBy(KernelRules::builtIn());
    rules.parts = rules.parts.followedBy(PartRules::builtIn());
    return std::make_shared<const LabelRules>(std::move(rules));
}

} // namespace decodescope
