// SPDX-License-Identifier: GPL-3.0-or-later
// Two traces, or two ranges of steps of one, side by side: what takes more time or fewer calls a step.
#pragma once

#include "core/label/labels.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

struct CompareSide
{
    const Trace* trace = nullptr;
    const Labels* labels = nullptr; // may be null: all parts are `other`
    // Of Trace::steps(); empty: stepsToCount(). A trace without steps counts as one step.
    std::vector<std::size_t> steps;
};

// Median, smallest and largest over the steps of a side; a step in which a row does not occur counts as 0. Of ten steps
// and more a tenth is left out at each end: one step that something disturbed says nothing about the others.
struct Spread
{
    Ns median = 0;
    Ns low = 0;
    Ns high = 0;
};

enum class CompareGrouping : std::uint8_t { part, kernel, op }; // op: the innermost operator around the launch

struct CompareRow
{
    std::string name;              // of a part, kernel or operator; in B where it was renamed
    std::string nameInA;           // only where it was renamed
    Spread a, b;                   // GPU time a step
    double countA = 0, countB = 0; // operations a step, median
    // Kernels only in A and only in B are one renamed row when they serve the same part for the same operator equally
    // often.
    enum class Presence : std::uint8_t { both, onlyA, onlyB, renamed } presence = Presence::both;

    Ns difference() const { return b.median - a.median; }
    // The spreads overlap, so the difference may be chance. Not so for what stands on one side only.
    bool isWithinSpread() const { return a.low <= b.high && b.low <= a.high; }
};

struct CompareTotals
{
    std::size_t steps = 0;
    Spread step; // length
    Spread busy; // GPU busy in the step's window
    Spread kernelSum;
    double kernels = 0; // a step, median
};

struct Comparison
{
    CompareTotals a, b;
    std::vector<CompareRow> rows; // by size of the difference of medians, largest first; then by name
};

// Depends on times only, not on the order of events in the files. Empty when stopped. O(n log n).
Comparison compareTraces(const CompareSide& a, const CompareSide& b, CompareGrouping grouping,
                         std::stop_token stop = {});

} // namespace decodescope
