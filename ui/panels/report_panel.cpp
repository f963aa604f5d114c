// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/report_panel.h"

#include "core/query/record_sheet.h"
#include "ui/model/trace_document.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QTextBrowser>
#include <QTextTable>
#include <QToolButton>
#include <QVBoxLayout>

namespace decodescope {

namespace {

// Tables with room instead of double frames.
void quietenTables(QTextDocument& document)
{
    const int padding = QFontMetrics(document.defaultFont()).averageCharWidth() / 2;
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(0);
        format.setCellSpacing(0);
        format.setCellPadding(padding);
        table->setFormat(format);
    }
}

} // namespace

ReportPanel::ReportPanel(const PanelContext& context, QWidget* parent)
    : Panel(context, parent)
    , m_job(this)
    , m_page(new QTextBrowser)
{
    m_page->setFrameShape(QFrame::NoFrame);
    m_page->viewport()->setAutoFillBackground(false);
    m_page->setAccessibleName(tr("Record sheet"));
    m_page->document()->setDocumentMargin(4);
    auto* copy = new QToolButton;
    copy->setText(tr("Copy as Markdown"));
    connect(copy, &QToolButton::clicked, this, &ReportPanel::copyMarkdown);
    auto* bar = new QHBoxLayout;
    bar->addWidget(copy);
    bar->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 4, 4);
    layout->setSpacing(4);
    layout->addLayout(bar);
    layout->addWidget(m_page, 1);
    connect(&context.document, &TraceDocument::traceChanged, this, &ReportPanel::invalidate);
    connect(&context.document, &TraceDocument::labelsChanged, this, &ReportPanel::invalidate);
}

void ReportPanel::refresh()
{
    m_job.start([trace = context().document.trace(), labels = context().document.labels()](
                    std::stop_token stop, Progress&) { return recordSheetMarkdown(*trace, labels.get(), stop); },
                [this](const std::string& markdown) {
                    const QString text = QString::fromStdString(markdown);
                    if (text == m_markdown)
                        return; // the place that was scrolled to stays
                    m_markdown = text;
                    m_page->document()->setMarkdown(text, QTextDocument::MarkdownDialectGitHub);
                    quietenTables(*m_page->document());
                });
}

void ReportPanel::copyMarkdown()
{
    QGuiApplication::clipboard()->setText(m_markdown);
}

} // namespace decodescope
