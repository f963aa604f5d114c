// SPDX-License-Identifier: GPL-3.0-or-later
// What the selected slice or gap is.
#pragma once

#include "ui/model/job_runner.h"
#include "ui/panels/gap_details.h"
#include "ui/panels/panel.h"

#include <optional>

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
    bool refreshGap();
    void showGap(const Gap& gap, const std::optional<GapEvidence>& evidence);

    JobRunner m_evidence;
    QTextBrowser* m_text;
};

} // namespace decodescope
