// SPDX-License-Identifier: GPL-3.0-or-later
// A trace as lines of text, to compare two of them.
#pragma once

#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace decodescope::test {

// One line an event: row, times, name, category, args and other members (white space and escapes made alike). Sorted,
// so that the order of event ids does not matter.
std::vector<std::string> eventLines(const Trace& trace);

// One line a link: GPU operation, its launch, the operator around that; and one an arrow. Sorted.
std::vector<std::string> linkLines(const Trace& trace);

// One line a row: process, names, sort indexes (those a file gives), lanes, slices. Sorted.
std::vector<std::string> rowLines(const Trace& trace);

// The first lines that differ, for a failure's message; empty when equal.
std::string firstDifference(const std::vector<std::string>& a, const std::vector<std::string>& b);

} // namespace decodescope::test
