// SPDX-License-Identifier: GPL-3.0-or-later
// torch's key_averages(): how often each operator, call and kernel ran and how long, on the CPU and on the GPU.
#pragma once

#include "core/label/labels.h"
#include "core/query/query_scope.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace decodescope {

struct AverageRow
{
    std::string name;      // "ProfilerStep*" for all steps
    bool onDevice = false; // a row of kernels, copies or annotation ranges on the GPU; else of CPU events
    bool isAnnotation = false;
    Ns selfCpu = 0;
    Ns cpuTotal = 0;
    Ns selfDevice = 0;
    Ns deviceTotal = 0;
    std::uint64_t calls = 0;
    std::string shapes;          // "Input Dims" as recorded, when grouped by shape
    std::vector<EventId> events; // of the row, by begin: what lights up on the timeline
};

struct AverageOptions
{
    bool byShape = false;
    QueryScope scope; // a step: what began (CPU) or was launched (GPU) in it; a range: what began in it
};

// Rows in order of the first event of each. Follows torch.profiler's rules: a kernel counts for the operator that was
// innermost when it was launched; API calls are children of that operator; an only child of its parent's name is folded
// into the parent; sums are plain sums, without regard to wall-clock overlap. Differs in one thing: an API call or
// kernel is tied to an operator only when the launching call lies in it, so that ids of two counters that happen to be
// equal do not tie what has nothing to do with each other. Implausible events are left out. Empty when stopped. O(n log
// n).
std::vector<AverageRow> keyAverages(const Trace& trace, const AverageOptions& options = {}, std::stop_token stop = {});

// Sums that torch prints under the table. The device total counts kernels, copies and memsets once.
struct AverageTotals
{
    Ns selfCpu = 0;
    Ns selfDevice = 0;
};
AverageTotals totalsOf(const std::vector<AverageRow>& rows);

// What the GPU operations of a row serve. The row of a matrix product may serve several parts.
struct AverageRoles
{
    std::vector<Part> parts; // by time, largest first; empty: no GPU operations, or not known
    KernelFamily family = KernelFamily::other;
    bool isGpuOperation = false; // family says something
};
// O(events of the row x log).
AverageRoles rolesOf(const Trace& trace, const Labels* labels, const AverageRow& row);

} // namespace decodescope
