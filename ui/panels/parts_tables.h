// SPDX-License-Identifier: GPL-3.0-or-later
// The tables beside the charts of the model parts.
#pragma once

#include "core/query/expected_shares.h"
#include "core/query/parts.h"
#include "ui/model/table_model.h"

#include <memory>
#include <vector>

namespace decodescope {

std::vector<TableColumn> partTableColumns(const std::shared_ptr<const PartTable>& table, PartGrouping grouping,
                                          bool isDark);

// Rows are steps x parts, as the points of StepBars. `names`: of the steps.
std::vector<TableColumn> stepTableColumns(const std::shared_ptr<const StepParts>& steps, const QStringList& names,
                                          bool isDark);

std::vector<TableColumn> expectedTableColumns(const std::shared_ptr<const std::vector<ExpectedShare>>& rows);

} // namespace decodescope
