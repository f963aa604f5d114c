// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table_printer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace decodescope::cli {

namespace {

// All that was printed.
bool isWritten()
{
    return std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

constexpr std::size_t kWidestText = 100; // of a table's text cell; longer ones are cut, except in the last column

std::string number(double value)
{
    char text[64];
    std::snprintf(text, sizeof text, "%.6f", value); // the program never sets a locale
    std::string trimmed = text;
    trimmed.erase(trimmed.find_last_not_of('0') + 1);
    if (trimmed.back() == '.')
        trimmed.pop_back();
    return trimmed;
}

std::string plainText(const Cell& cell)
{
    if (const auto* integer = std::get_if<std::int64_t>(&cell))
        return std::to_string(*integer);
    if (const auto* real = std::get_if<double>(&cell))
        return number(*real);
    if (const auto* text = std::get_if<std::string>(&cell))
        return *text;
    return {};
}

std::string tsvText(const std::string& text)
{
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '\t':
            out += "\\t";
            break;
        case '\n':
            out += "\\n";
            break;
        case '\r':
            out += "\\r";
            break;
        case '\\':
            out += "\\\\";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string csvText(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"')
            out += '"';
        out += c;
    }
    return out + '"';
}

std::string jsonText(const Cell& cell)
{
    if (std::holds_alternative<std::monostate>(cell))
        return "null";
    if (const auto* text = std::get_if<std::string>(&cell))
        return nlohmann::json(*text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return plainText(cell);
}

// Columns on a terminal, for text that is UTF-8: continuation bytes take no room.
std::size_t widthOf(std::string_view text)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// Control bytes would break the table's lines.
std::string tableText(const Cell& cell, bool isLast)
{
    std::string text = plainText(cell);
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    if (isLast || text.size() <= kWidestText)
        return text;
    std::size_t cut = kWidestText - 3;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xc0) == 0x80)
        --cut;
    return text.substr(0, cut) + "...";
}

} // namespace

TablePrinter::TablePrinter(OutputFormat format, std::vector<std::string> columns)
    : m_format(format)
    , m_columns(std::move(columns))
{
    if (m_format == OutputFormat::table || m_format == OutputFormat::json)
        return;
    std::vector<Cell> header;
    for (const std::string& column : m_columns)
        header.emplace_back(column);
    if (m_format != OutputFormat::md) {
        writeSeparated(header);
        return;
    }
    writeMarkdown(header);
    writeMarkdown(std::vector<Cell>(m_columns.size(), Cell(std::string("---"))));
}

void TablePrinter::add(std::vector<Cell> row)
{
    row.resize(m_columns.size());
    switch (m_format) {
    case OutputFormat::table:
        m_rows.push_back(std::move(row));
        break;
    case OutputFormat::json:
        writeObject(row);
        break;
    case OutputFormat::tsv:
    case OutputFormat::csv:
        writeSeparated(row);
        break;
    case OutputFormat::md:
        writeMarkdown(row);
        break;
    }
    m_hasRows = true;
}

bool TablePrinter::finish()
{
    if (m_format == OutputFormat::table)
        writeTable();
    if (m_format == OutputFormat::json)
        write(m_hasRows ? "\n]\n" : "[]\n");
    return isWritten();
}

void TablePrinter::write(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
}

void TablePrinter::writeSeparated(const std::vector<Cell>& row)
{
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0)
            line += m_format == OutputFormat::tsv ? '\t' : ',';
        const std::string text = plainText(row[i]);
        line += m_format == OutputFormat::tsv ? tsvText(text) : csvText(text);
    }
    write(line + '\n');
}

void TablePrinter::writeObject(const std::vector<Cell>& row)
{
    std::string object = m_hasRows ? ",\n{" : "[\n{";
    for (std::size_t i = 0; i < row.size(); ++i)
        object += (i > 0 ? ", " : "") + jsonText(m_columns[i]) + ": " + jsonText(row[i]);
    write(object + '}');
}

void TablePrinter::writeMarkdown(const std::vector<Cell>& row)
{
    std::string line = "|";
    for (const Cell& cell : row) {
        std::string text = tableText(cell, true);
        for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2))
            text.insert(at, 1, '\\');
        line += ' ' + text + " |";
    }
    write(line + '\n');
}

void TablePrinter::writeTable()
{
    std::vector<std::size_t> widths;
    std::vector<bool> isText(m_columns.size(), false);
    for (const std::string& column : m_columns)
        widths.push_back(column.size());
    for (const std::vector<Cell>& row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], widthOf(tableText(row[i], i + 1 == row.size())));
            isText[i] = isText[i] || std::holds_alternative<std::string>(row[i]);
        }
    }
    const auto writeLine = [&](const std::vector<Cell>& row) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string text = tableText(row[i], i + 1 == row.size());
            const std::string blanks(widths[i] - std::min(widths[i], widthOf(text)), ' ');
            line += (i > 0 ? "  " : "") + (isText[i] ? text + blanks : blanks + text);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        write(line + '\n');
    };
    std::vector<Cell> header;
    for (const std::string& column : m_columns)
        header.emplace_back(column);
    writeLine(header);
    for (const std::vector<Cell>& row : m_rows)
        writeLine(row);
}

bool printText(std::string_view text)
{
    std::fwrite(text.data(), 1, text.size(), stdout);
    return isWritten();
}

} // namespace decodescope::cli
