// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/list_panel.h"

namespace decodescope {

// The times and ranges that the user has marked. Enter or a double click shows one; F2 and Delete are of the picked
// one.
class MarksPanel : public ListPanel
{
    Q_OBJECT
public:
    MarksPanel(const PanelContext& context, QWidget* parent);

protected:
    void refresh() override;
};

} // namespace decodescope
