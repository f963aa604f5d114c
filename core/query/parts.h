// SPDX-License-Identifier: GPL-3.0-or-later
// Share of GPU time beside share of operations, by model part, kernel family or layer.
#pragma once

#include "core/label/labels.h"
#include "core/query/query_scope.h"
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
    std::optional<double> countPerStep; // of those launched in the scope's steps; nullopt without steps
    std::vector<EventId> events;        // by begin: what lights up on the timeline
};

struct PartTable
{
    std::vector<PartRow> rows; // by part and family: largest time first; by layer: by layer, then in the order of Part
    Ns time = 0;
    std::uint64_t count = 0;
    std::size_t steps = 0;
    std::uint64_t implausible = 0; // left out
};

// The GPU operations of the scope; those that reach over the ends of a range are cut there. Without labels all are
// `other`. Empty when stopped. O(GPU operations x log).
PartTable partTable(const Trace& trace, const Labels* labels, PartGrouping grouping, const QueryScope& scope = {},
                    std::stop_token stop = {});

// Time and number of operations of each part, step by step. Many steps are put together, neighbour to neighbour, so
// that there are `mostRows` rows at most.
struct StepPartsRow
{
    std::size_t first = 0; // among Trace::steps()
    std::size_t last = 0;  // the same, unless steps were put together
    std::vector<Ns> time;  // by column; mean over the row's steps
    std::vector<double> count;
};
struct StepParts
{
    std::vector<Part> columns; // those that occur, in the order of Part
    std::vector<StepPartsRow> rows;
};
// Operations count for the step that launched them. Empty when stopped. O(GPU operations x log).
StepParts partsByStep(const Trace& trace, const Labels* labels, std::size_t mostRows, std::stop_token stop = {});

} // namespace decodescope
