// SPDX-License-Identifier: GPL-3.0-or-later
// Share of GPU time beside share of operations, by model part, kernel family or layer.
#pragma once

#include "core/label/labels.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace decodescope {

enum class PartGrouping : std::uint8_t { part, family, layer }; // layer: a row a layer and part

struct PartRow
{
    Part part = Part::other;                   // by part and by layer
    KernelFamily family = KernelFamily::other; // by family
    int layer = -1;                            // by layer; -1: outside the layers
    Ns time = 0;                               // summed durations
    std::uint64_t count = 0;
    double share = 0;                   // of all time
    double countShare = 0;              // of all operations
    std::optional<double> countPerStep; // of those launched in steps; nullopt without steps
};

struct PartTable
{
    std::vector<PartRow> rows; // by part and family: largest time first; by layer: by layer, then in the order of Part
    Ns time = 0;
    std::uint64_t count = 0;
    std::size_t steps = 0;
    std::uint64_t implausible = 0; // left out
};

// All GPU operations of the trace, or those launched in one of trace.steps(). Without labels all are `other`. Empty
// when stopped. O(GPU operations x log).
PartTable partTable(const Trace& trace, const Labels* labels, PartGrouping grouping,
                    std::optional<std::size_t> step = std::nullopt, std::stop_token stop = {});

} // namespace decodescope
