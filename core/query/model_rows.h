// SPDX-License-Identifier: GPL-3.0-or-later
// The model's layers and parts as rows of an exported trace.
#pragma once

#include "core/io/chrome_trace_writer.h"
#include "core/label/labels.h"

#include <stop_token>
#include <vector>

namespace decodescope {

// Two rows beside the first stream of each GPU: layers ("layer 7"), parts ("attn proj"). None without labels. O(n log
// n).
std::vector<ExtraRow> modelRows(const Trace& trace, const Labels* labels, std::stop_token stop = {});

} // namespace decodescope
