// SPDX-License-Identifier: GPL-3.0-or-later
// torch's key_averages() as a table: kernels, or operators and calls.
#pragma once

#include "core/query/averages.h"
#include "ui/panels/list_panel.h"

namespace decodescope {

// Of the selected step, else of the whole trace. A click lights the row's slices, a double click goes to the first one.
class AveragesPanel : public ListPanel
{
    Q_OBJECT
public:
    AveragesPanel(const PanelContext& context, QWidget* parent);

protected:
    void refresh() override;

private:
    enum Choice { kernels, operators, operatorsByShape };
    using Rows = std::shared_ptr<const std::vector<AverageRow>>;

    void show(const Rows& rows);
    std::optional<std::size_t> selectedStep() const;

    Rows m_rows;
};

} // namespace decodescope
