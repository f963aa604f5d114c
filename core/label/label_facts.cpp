// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/label_facts.h"

#include "core/label/kernel_family.h"

#include <utility>

namespace decodescope {

LabelFacts::LabelFacts(std::shared_ptr<const Trace> trace, std::shared_ptr<const Labels> labels)
    : m_trace(std::move(trace))
    , m_labels(std::move(labels))
{
}

void LabelFacts::appendMembers(EventId event, std::string& out) const
{
    const auto operation = m_trace->gpuOperationIndex(event);
    if (!operation)
        return;
    const Label& label = m_labels->of(*operation);
    if (label.source == LabelSource::none || m_trace->args().value(m_trace->events().args(event), "part"))
        return;
    if (label.layer >= 0)
        out += "\"layer\": " + std::to_string(label.layer) + ", ";
    out += "\"part\": \"";
    out += partName(label.part);
    out += "\", \"family\": \"";
    out += familyName(label.family);
    out.append("\", \"").append(kLabelSourceKey).append("\": \"");
    out += labelSourceName(label.source);
    out += '"';
}

} // namespace decodescope
