// SPDX-License-Identifier: GPL-3.0-or-later
// GPU time and number of operations by model part, kernel family or layer.
#pragma once

#include "core/query/parts.h"
#include "ui/panels/list_panel.h"

#include <memory>

namespace decodescope {

// Of the whole trace.
class PartsPanel : public ListPanel
{
    Q_OBJECT
public:
    PartsPanel(const PanelContext& context, QWidget* parent);

protected:
    void refresh() override;

private:
    void show(const std::shared_ptr<const PartTable>& table);

    std::shared_ptr<const PartTable> m_table;
};

} // namespace decodescope
