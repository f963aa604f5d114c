// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of a range's summary, as columns.
#pragma once

#include "core/query/range_summary.h"
#include "core/query/slice_summary.h"
#include "ui/model/table_model.h"
#include "ui/panels/share_bar.h"

#include <memory>
#include <vector>

namespace decodescope {

using SharedSummary = std::shared_ptr<const RangeSummary>;
using SharedSlices = std::shared_ptr<const SliceSummary>;
using SharedTrace = std::shared_ptr<const Trace>;

// Rows as in the summaries' vectors.
std::vector<TableColumn> partColumns(const SharedSummary& summary, bool isDark);
std::vector<TableColumn> kernelColumns(const SharedSummary& summary, const SharedTrace& trace, bool isDark);
std::vector<TableColumn> streamColumns(const SharedSummary& summary, const SharedTrace& trace);
std::vector<TableColumn> sliceColumns(const SharedSlices& slices, const SharedTrace& trace);

// Model parts by time, largest first: what the bars and the table are ordered by. Indices into RangeSummary::parts.
std::vector<std::size_t> partsByTime(const RangeSummary& summary);
// One bar by time, one by count, both in that order.
struct ShareBars
{
    std::vector<ShareSegment> time;
    std::vector<ShareSegment> count;
};
ShareBars shareBars(const RangeSummary& summary, bool isDark);

} // namespace decodescope
