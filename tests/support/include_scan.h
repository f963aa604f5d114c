// SPDX-License-Identifier: GPL-3.0-or-later
// The rule of the layers and of the folders in them, read off #include lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace decodescope::test {

// An #include that its file's layer may not have.
struct LayerBreach
{
    std::string file;
    int line = 0; // from 1
    std::string include;
    std::string reason;

    std::string text() const;
};

// `path` is relative to the repository root, with '/'. Files outside core, capture, ui and app have no rule.
// Includes in comments and those in inactive #if branches count too: a layer has no business naming them.
std::vector<LayerBreach> findLayerBreaches(std::string_view path, std::string_view source);

} // namespace decodescope::test
