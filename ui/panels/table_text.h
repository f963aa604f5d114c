// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as text, to be copied and saved.
#pragma once

#include <QString>

#include <cstdint>
#include <vector>

namespace decodescope {

class TableModel;

// tsv, csv (RFC 4180, lines end with \n): figures as they are sorted, times as integers in ns. markdown: as shown.
enum class TableFormat : std::uint8_t { tsv, csv, markdown };

// A header line and these rows of the model, in this order. O(rows x columns).
QString tableText(const TableModel& table, const std::vector<int>& rows, TableFormat format);

// By the ending of a file's name; tsv for unknown ones.
TableFormat tableFormatOf(const QString& file);

} // namespace decodescope
