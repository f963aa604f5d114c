// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of named columns to standard output, for people and for scripts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace decodescope::cli {

enum class OutputFormat : std::uint8_t { table, tsv, csv, json, md };

// Nothing: empty, in JSON null. A double is a share or an average, printed with six decimals at most.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

template <class T>
Cell cellOf(const std::optional<T>& value)
{
    return value ? Cell(*value) : Cell();
}
inline Cell cellOf(std::string_view text)
{
    return text.empty() ? Cell() : Cell(std::string(text));
}
inline Cell cellOf(std::uint64_t count)
{
    return Cell(static_cast<std::int64_t>(count));
}

// tsv: a header line, then a line a row; a tab, line end or backslash in a text is written as \t, \n, \r, \\.
// csv: RFC 4180 with \n as line end. json: an array of objects. table: aligned columns, numbers to the right. md: a
// table of Markdown.
// All but `table` write as rows come; `table` needs them all for its widths.
class TablePrinter
{
public:
    TablePrinter(OutputFormat format, std::vector<std::string> columns);

    // As many cells as there are columns.
    void add(std::vector<Cell> row);
    // Writes what is left. Returns false when standard output did not take everything.
    bool finish();

private:
    void write(std::string_view text);
    void writeTable();
    void writeSeparated(const std::vector<Cell>& row);
    void writeObject(const std::vector<Cell>& row);
    void writeMarkdown(const std::vector<Cell>& row);

    OutputFormat m_format;
    std::vector<std::string> m_columns;
    std::vector<std::vector<Cell>> m_rows; // table only
    bool m_hasRows = false;
};

// Writes text to standard output and says whether it got there.
bool printText(std::string_view text);

} // namespace decodescope::cli
