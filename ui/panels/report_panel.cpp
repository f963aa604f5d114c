// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/report_panel.h"

#include "core/base/plain_number.h"
#include "ui/model/core_texts.h"
#include "ui/model/trace_document.h"
#include "ui/panels/columns.h"
#include "ui/panels/elided_label.h"
#include "ui/panels/text_saver.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

#include <QButtonGroup>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope {

namespace {

// By Page.
const QStringList kPageWords{QStringLiteral("sheet"), QStringLiteral("checks"), QStringLiteral("estimates")};

QString escaped(const std::string& text)
{
    return coreSentence(text).toHtmlEscaped();
}

QString cell(const QString& html, const char* attributes = "")
{
    return QStringLiteral("<td %1>%2</td>").arg(QLatin1String(attributes), html);
}

QString dim(const QString& html, const QColor& color)
{
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(color.name(), html);
}

QString tableHtml(const QString& rows)
{
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"3\">%1</table>").arg(rows);
}

QString sheetHtml(const RecordSheet& sheet, const Theme& theme)
{
    QString rows;
    for (const SheetRow& row : sheet.rows) {
        const bool isOpen = row.value == "-";
        rows += QStringLiteral("<tr>") + cell(dim(escaped(row.item), theme.textDim)) +
                cell(isOpen ? dim(QStringLiteral("\u2013"), theme.textFaint)
                            : QStringLiteral("<b>%1</b>").arg(escaped(row.value))) +
                cell(dim(escaped(row.note), theme.textDim)) + QStringLiteral("</tr>");
    }
    return tableHtml(rows);
}

QString iconOf(Check::Verdict verdict)
{
    switch (verdict) {
    case Check::Verdict::holds:
        return QStringLiteral("check");
    case Check::Verdict::fails:
        return QStringLiteral("close");
    case Check::Verdict::notChecked:
        break;
    }
    return QStringLiteral("dash");
}

} // namespace

ReportPanel::ReportPanel(const PanelContext& context, QWidget* parent)
    : Panel(context, parent)
    , m_job(this)
    , m_pages(new QButtonGroup(this))
    , m_summary(new ElidedLabel)
    , m_text(new QTextBrowser)
    , m_saver(new TextSaver(this))
{
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->viewport()->setAutoFillBackground(false);
    m_text->setAccessibleName(tr("Record sheet"));
    m_text->document()->setDocumentMargin(4);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 4, 4);
    layout->setSpacing(4);
    layout->addWidget(makeBar());
    layout->addWidget(m_text, 1);
    connect(&context.document, &TraceDocument::traceChanged, this, &ReportPanel::invalidate);
    connect(&context.document, &TraceDocument::labelsChanged, this, &ReportPanel::invalidate);
}

QWidget* ReportPanel::makeBar()
{
    auto* bar = new QWidget;
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    const std::pair<Page, QString> pages[] = {
        {Page::sheet, tr("Record sheet")}, {Page::checks, tr("Checks")}, {Page::estimates, tr("Estimates")}};
    for (const auto& [page, text] : pages) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setChecked(page == Page::sheet);
        m_pages->addButton(button, int(page));
        layout->addWidget(button);
    }
    connect(m_pages, &QButtonGroup::idClicked, this, &ReportPanel::showPage);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    layout->addSpacing(8);
    layout->addWidget(m_summary, 1);
    const auto add = [&](const QString& text, const QString& explanation, void (ReportPanel::*run)()) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setToolTip(explanation);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, run);
        layout->addWidget(button);
    };
    add(tr("Copy as Markdown"), tr("The sheet, the checks and the estimates."), &ReportPanel::copyMarkdown);
    add(tr("Save as Markdown\u2026"), tr("The sheet, the checks and the estimates."), &ReportPanel::saveMarkdown);
    return bar;
}

QString ReportPanel::viewWord() const
{
    return kPageWords.value(m_pages->checkedId());
}

bool ReportPanel::showView(const QString& word)
{
    const qsizetype page = kPageWords.indexOf(word);
    if (page >= 0) {
        m_pages->button(int(page))->setChecked(true);
        showPage();
    }
    return page >= 0 || word.isEmpty();
}

QString ReportPanel::pageText() const
{
    return m_text->toPlainText();
}

void ReportPanel::refresh()
{
    m_job.start(
        [trace = context().document.trace(), labels = context().document.labels()](std::stop_token stop, Progress&) {
            auto report = std::make_shared<Report>();
            if (trace->eventCount() == 0)
                return std::shared_ptr<const Report>(std::move(report));
            report->sheet = recordSheet(*trace, labels.get(), stop);
            report->checks = reconcile(*trace, labels.get(), stop);
            report->estimates = whatIf(*trace, labels.get(), stop);
            report->markdown = QString::fromStdString(recordSheetMarkdown(*trace, labels.get(), stop));
            return std::shared_ptr<const Report>(std::move(report));
        },
        [this](const std::shared_ptr<const Report>& report) { show(report); });
}

void ReportPanel::show(const std::shared_ptr<const Report>& report)
{
    m_report = report;
    m_markdown = report->markdown;
    const auto holding = std::count_if(report->checks.begin(), report->checks.end(),
                                       [](const Check& check) { return check.verdict == Check::Verdict::holds; });
    const auto failing = std::count_if(report->checks.begin(), report->checks.end(),
                                       [](const Check& check) { return check.verdict == Check::Verdict::fails; });
    m_summary->setText(report->checks.empty() ? QString()
                                              : tr("Whole trace. Checks that hold: %1, that fail: %2, not checked: %3.")
                                                    .arg(holding)
                                                    .arg(failing)
                                                    .arg(qsizetype(report->checks.size()) - holding - failing));
    showPage();
}

void ReportPanel::showPage()
{
    if (!m_report)
        return;
    const Theme& theme = Theme::of(palette());
    const int place = m_text->verticalScrollBar()->value();
    const bool samePage = m_text->property("page").toInt() == m_pages->checkedId();
    m_text->document()->clear();
    addVerdictIcons();
    QString html;
    switch (Page(m_pages->checkedId())) {
    case Page::sheet:
        html = sheetHtml(m_report->sheet, theme);
        break;
    case Page::checks:
        html = checksHtml();
        break;
    case Page::estimates:
        if (!m_report->estimates) {
            html = tr("No step did work on a GPU.");
            break;
        }
        html = QStringLiteral("<p>%1</p>")
                   .arg(tr("Not measured: what a step of %1 could come to.")
                            .arg(escaped(plainTime(m_report->estimates->now))));
        QString rows;
        for (const WhatIf& row : m_report->estimates->rows)
            rows += QStringLiteral("<tr>") + cell(dim(escaped(row.change), theme.textDim)) +
                    cell(QStringLiteral("<b>%1</b>").arg(escaped(plainTime(row.step))), "align=\"right\"") +
                    cell(tr("%1 times faster").arg(escaped(plainDecimal(row.speedup, 1))), "align=\"right\"") +
                    cell(dim(escaped(row.assumption), theme.textDim)) + QStringLiteral("</tr>");
        html += tableHtml(rows);
        break;
    }
    m_text->setHtml(html);
    m_text->setProperty("page", m_pages->checkedId());
    if (samePage)
        m_text->verticalScrollBar()->setValue(place); // what was scrolled to stays
}

void ReportPanel::addVerdictIcons()
{
    const Theme& theme = Theme::of(palette());
    const std::pair<Check::Verdict, QColor> icons[] = {{Check::Verdict::holds, theme.busy},
                                                       {Check::Verdict::fails, theme.error},
                                                       {Check::Verdict::notChecked, theme.textFaint}};
    const int size = fontMetrics().height();
    for (const auto& [verdict, color] : icons)
        m_text->document()->addResource(QTextDocument::ImageResource, QUrl(QStringLiteral("icon:") + iconOf(verdict)),
                                        colorIcon(iconOf(verdict), color).pixmap(QSize(size, size)).toImage());
}

// Those that fail first: they are what one has to look at.
QString ReportPanel::checksHtml() const
{
    const Theme& theme = Theme::of(palette());
    std::vector<const Check*> checks;
    for (const Check& check : m_report->checks)
        checks.push_back(&check);
    const auto rank = [](const Check* check) {
        return check->verdict == Check::Verdict::fails ? 0 : check->verdict == Check::Verdict::holds ? 1 : 2;
    };
    std::stable_sort(checks.begin(), checks.end(),
                     [rank](const Check* a, const Check* b) { return rank(a) < rank(b); });
    const auto head = [&theme](const QString& text) { return cell(dim(text, theme.textFaint)); };
    QString rows = QStringLiteral("<tr>") + cell({}) + head(tr("check")) + head(tr("expected")) + head(tr("found")) +
                   head(tr("verdict")) + QStringLiteral("</tr>");
    for (const Check* check : checks) {
        const QString verdict = coreText(verdictWord(check->verdict));
        const QString sentence =
            check->meaning.empty() ? verdict : verdict + QStringLiteral(": ") + escaped(check->meaning);
        rows += QStringLiteral("<tr>") +
                cell(QStringLiteral("<img src=\"icon:%1\">").arg(iconOf(check->verdict)), "width=\"20\"") +
                cell(escaped(check->name)) + cell(escaped(check->expected)) +
                cell(QStringLiteral("<b>%1</b>").arg(escaped(check->found))) +
                cell(check->verdict == Check::Verdict::fails ? sentence : dim(sentence, theme.textDim)) +
                QStringLiteral("</tr>");
    }
    return tableHtml(rows);
}

void ReportPanel::copyMarkdown()
{
    QGuiApplication::clipboard()->setText(m_markdown);
}

void ReportPanel::saveMarkdown()
{
    m_saver->ask(tr("Save the record sheet"), QStringLiteral("record-sheet.md"), tr("Markdown (*.md)"),
                 [this](const QString&) { return m_markdown; });
}

} // namespace decodescope
