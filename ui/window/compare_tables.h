// SPDX-License-Identifier: GPL-3.0-or-later
// A comparison as tables and as a sentence.
#pragma once

#include "core/query/compare.h"
#include "ui/model/table_model.h"

#include <QString>

#include <memory>
#include <vector>

namespace decodescope {

// The rows of `comparison` by `grouping`; the columns share it.
std::vector<TableColumn> compareColumns(const std::shared_ptr<const Comparison>& comparison, CompareGrouping grouping,
                                        bool isDark);

// What changed altogether: step, busy time, kernels; and whether it is more than the steps differ among themselves.
QString compareSentence(const Comparison& comparison);

// "all 3 steps: 25.27 ms (23.32 to 26.06), GPU busy 2.27 ms, 925 kernels": of one side.
QString compareTotalsText(const CompareTotals& totals);

} // namespace decodescope
