// SPDX-License-Identifier: GPL-3.0-or-later
// The idle stretches of the streams and what the GPU waited for.
#pragma once

#include "core/query/gaps.h"
#include "ui/panels/list_panel.h"

#include <memory>

namespace decodescope {

// Summed by cause, or one by one, the longest first. A click on a gap selects it as a range.
class GapsPanel : public ListPanel
{
    Q_OBJECT
public:
    GapsPanel(const PanelContext& context, QWidget* parent);

protected:
    void refresh() override;

private:
    enum Choice { byCause, oneByOne };
    using Gaps = std::shared_ptr<const std::vector<Gap>>;

    void showCauses(const Gaps& gaps);
    void showGaps(const Gaps& gaps);

    Gaps m_gaps; // the longest first
    std::vector<GapCause> m_causes;
};

} // namespace decodescope
