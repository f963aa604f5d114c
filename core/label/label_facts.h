// SPDX-License-Identifier: GPL-3.0-or-later
// Labels as members of exported events.
#pragma once

#include "core/io/chrome_trace_writer.h"
#include "core/label/labels.h"

#include <memory>
#include <string_view>

namespace decodescope {

// How a label was found, in the words of labelSourceName().
inline constexpr std::string_view kLabelSourceKey = "label source";

// Adds "layer", "part", "family" and "label source" to GPU operations that have a label, unless their arguments say so
// already. Read back, they are labels again, those that were inferred as such.
class LabelFacts final : public EventFacts
{
public:
    LabelFacts(std::shared_ptr<const Trace> trace, std::shared_ptr<const Labels> labels);
    void appendMembers(EventId event, std::string& out) const override;

private:
    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const Labels> m_labels;
};

} // namespace decodescope
