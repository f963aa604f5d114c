// SPDX-License-Identifier: GPL-3.0-or-later
// The record sheet: what one would write down of this trace.
#pragma once

#include "ui/model/job_runner.h"
#include "ui/panels/panel.h"

class QTextBrowser;

namespace decodescope {

// Markdown from core, shown as a page; it is copied as Markdown.
class ReportPanel : public Panel
{
    Q_OBJECT
public:
    ReportPanel(const PanelContext& context, QWidget* parent);

protected:
    void refresh() override;

private:
    void copyMarkdown();

    JobRunner m_job;
    QString m_markdown;
    QTextBrowser* m_page;
};

} // namespace decodescope
