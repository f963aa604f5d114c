// SPDX-License-Identifier: GPL-3.0-or-later
// All rules that labels are made by: the built-in ones, and a user's own ahead of them.
#pragma once

#include "core/label/kernel_rules.h"
#include "core/label/part_rules.h"

#include <filesystem>
#include <memory>
#include <vector>

namespace decodescope {

struct LabelRules
{
    KernelRules kernels;
    PartRules parts;
    std::size_t own = 0; // rules that are not built in

    static std::shared_ptr<const LabelRules> builtIn();
};

// The rules of these files, asked before the built-in ones and in the order given. A file is of either kind, as its
// "format" says: kernel rules or part rules. Fails at the first mistake: what it is, where (file, and line or key), and
// what is possible there. Any thread; reads the files.
Result<std::shared_ptr<const LabelRules>> loadLabelRules(const std::vector<std::filesystem::path>& files);

} // namespace decodescope
