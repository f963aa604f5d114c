// SPDX-License-Identifier: GPL-3.0-or-later
// Reads small tables that other programs computed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace decodescope::test {

using CsvRow = std::vector<std::string>;

// RFC 4180: quoted fields may hold separators, line ends and doubled quotes. Empty when the file cannot be read.
std::vector<CsvRow> readCsv(const std::filesystem::path& path, char separator = ',');

} // namespace decodescope::test
