// SPDX-License-Identifier: GPL-3.0-or-later
// The record sheet: what one would write down of this trace, and the checks a reader would do.
#pragma once

#include "core/query/reconcile.h"
#include "core/query/record_sheet.h"
#include "core/query/what_if.h"
#include "ui/model/job_runner.h"
#include "ui/panels/panel.h"

#include <memory>
#include <optional>

class QButtonGroup;
class QTextBrowser;

namespace decodescope {

class ElidedLabel;
class TextSaver;

// Of the whole trace. Copied and saved as Markdown, all pages in one.
class ReportPanel : public Panel
{
    Q_OBJECT
public:
    enum class Page { sheet, checks, estimates };

    ReportPanel(const PanelContext& context, QWidget* parent);

    QString viewWord() const override;
    bool showView(const QString& word) override;
    QString markdown() const { return m_markdown; }
    // As shown.
    QString pageText() const;

protected:
    void refresh() override;

private:
    struct Report
    {
        RecordSheet sheet;
        std::vector<Check> checks;
        std::optional<WhatIfTable> estimates;
        QString markdown;
    };

    QWidget* makeBar();
    void show(const std::shared_ptr<const Report>& report);
    void showPage();
    QString checksHtml() const;
    void addVerdictIcons();
    void copyMarkdown();
    void saveMarkdown();

    JobRunner m_job;
    std::shared_ptr<const Report> m_report;
    QString m_markdown;
    QButtonGroup* m_pages;
    ElidedLabel* m_summary;
    QTextBrowser* m_text;
    TextSaver* m_saver;
};

} // namespace decodescope
