// SPDX-License-Identifier: GPL-3.0-or-later
// What was odd in the input.
#pragma once

#include "ui/panels/list_panel.h"

namespace decodescope {

class WarningsPanel : public ListPanel
{
    Q_OBJECT
public:
    WarningsPanel(const PanelContext& context, QWidget* parent);

protected:
    void refresh() override;
};

} // namespace decodescope
