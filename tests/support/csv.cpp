// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/csv.h"

#include <fstream>
#include <iterator>

namespace decodescope::test {

std::vector<CsvRow> readCsv(const std::filesystem::path& path, char separator)
{
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::vector<CsvRow> rows;
    CsvRow row;
    std::string field;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c != '"') {
                field += c;
            } else if (i + 1 < text.size() && text[i + 1] == '"') {
                field += '"';
                ++i;
            } else {
                quoted = false;
            }
        } else if (c == '"') {
            quoted = true;
        } else if (c == separator || c == '\n') {
            row.push_back(std::move(field));
            field.clear();
            if (c == '\n') {
                rows.push_back(std::move(row));
                row.clear();
            }
        } else if (c != '\r') {
            field += c;
        }
    }
    if (!field.empty() || !row.empty()) {
        row.push_back(std::move(field));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace decodescope::test
