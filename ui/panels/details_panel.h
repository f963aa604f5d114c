// SPDX-License-Identifier: GPL-3.0-or-later
// What the selected slice is.
#pragma once

#include "ui/panels/panel.h"

class QTextBrowser;

namespace decodescope {

// Links go to the events they name; text can be selected and copied.
class DetailsPanel : public Panel
{
    Q_OBJECT
public:
    DetailsPanel(const PanelContext& context, QWidget* parent);
    QString plainText() const;

protected:
    void refresh() override;

private:
    QTextBrowser* m_text;
};

} // namespace decodescope
