// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings whose labels are known from elsewhere.
#pragma once

#include "core/label/labels.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace decodescope::test {

struct Truth
{
    int layer = -1;
    std::string part;
};
using TruthTable = std::map<std::pair<std::int64_t, std::int64_t>, Truth>; // by begin and correlation

// Tab-separated: begin, correlation, layer (may be empty), part; below a header line.
TruthTable readTruth(const std::filesystem::path& path);

struct Score
{
    double time = 0; // shares, where part and layer are right
    double operations = 0;
    std::size_t exact = 0; // operations
    std::size_t count = 0;
};
Score scoreOf(const Trace& trace, const Labels& labels, const TruthTable& truth);

// Null where it cannot be read.
std::shared_ptr<const Trace> opened(const std::filesystem::path& path);

// "layer part" of the operation of that name; "- part" outside of layers.
std::string labelOf(const Trace& trace, const Labels& labels, std::string_view kernel);

} // namespace decodescope::test
