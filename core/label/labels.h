// SPDX-License-Identifier: GPL-3.0-or-later
// The labels of all GPU operations of a trace.
#pragma once

#include "core/label/label.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace decodescope {

// By index among Trace::gpuOperation(). A growing trace may have operations that are not labelled yet.
class Labels
{
public:
    Labels() = default;
    explicit Labels(std::vector<Label> labels)
        : m_labels(std::move(labels))
    {
    }

    // The part `other` without source where the operation has no label.
    const Label& of(std::size_t gpuOperationIndex) const
    {
        static const Label kNone;
        return gpuOperationIndex < m_labels.size() ? m_labels[gpuOperationIndex] : kNone;
    }
    std::size_t size() const { return m_labels.size(); }
    // Whether any operation's place in the model is known: families alone are told by names. O(n).
    bool knowsParts() const
    {
        return std::ranges::any_of(m_labels, [](const Label& label) { return label.source != LabelSource::none; });
    }

private:
    std::vector<Label> m_labels;
};

} // namespace decodescope
