// SPDX-License-Identifier: GPL-3.0-or-later
// The record sheet: what one writes down of a decode, filled in from its trace.
#pragma once

#include "core/label/labels.h"
#include "core/trace/trace.h"

#include <stop_token>
#include <string>
#include <vector>

namespace decodescope {

struct SheetRow
{
    std::string item;
    std::string value; // "-" when the trace does not tell
    std::string note;  // where it comes from, or what to expect
};

struct RecordSheet
{
    std::vector<SheetRow> rows;
};

// Numbers a step are medians over the whole steps that did work on a GPU, or over all whole ones if none did. O(events
// + operations x log).
RecordSheet recordSheet(const Trace& trace, const Labels* labels, std::stop_token stop = {});

// The sheet, the checks of reconcile(), the shares of expectedShares() and the estimates of whatIf(), as Markdown.
std::string recordSheetMarkdown(const Trace& trace, const Labels* labels, std::stop_token stop = {});

} // namespace decodescope
