// SPDX-License-Identifier: GPL-3.0-or-later
// Which slices somebody wants to see: by name, part, layer, category, length.
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/label/labels.h"
#include "core/trace/trace.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// All that is set must hold. Texts are lower case and match any ASCII case.
struct SliceFilter
{
    std::vector<std::string> words;      // the name holds all of them
    std::vector<std::string> parts;      // the model part, or its group, holds one of them
    std::vector<std::string> categories; // the category holds one of them
    std::vector<int> layers;             // it is of one of these layers
    Ns shortest = 0;
    Ns longest = kMaxNs;

    // Nothing is asked, so nothing is found.
    bool isEmpty() const;
    bool needsLabels() const { return !parts.empty() || !layers.empty(); }
    friend bool operator==(const SliceFilter&, const SliceFilter&) = default;
};

// Words, and terms among them: part:TEXT, cat:TEXT, layer:N, dur>LENGTH, dur<LENGTH (both ends included; "5us",
// "1.5ms", a bare number counts as us). "two words" in quotes are one. A term without a value yet is none, so that a
// text can be parsed while it is typed. Fails with `format` and a sentence for who typed it.
Result<SliceFilter> parseSliceFilter(std::string_view text);

// By begin; empty for an empty filter or when stopped. `labels` may be null: then no slice has a part or a layer. The
// distinct names are looked at first, then the columns are scanned. O(text of all names + events + matches log
// matches).
std::vector<EventId> findSlices(const Trace& trace, const Labels* labels, const SliceFilter& filter,
                                std::stop_token stop = {});

} // namespace decodescope
