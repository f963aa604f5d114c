// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/details_panel.h"

#include "ui/model/gap_store.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/panels/event_details.h"
#include "ui/panels/trace_details.h"
#include "ui/style/theme.h"

#include <QScrollBar>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

namespace decodescope {

DetailsPanel::DetailsPanel(const PanelContext& context, QWidget* parent)
    : Panel(context, parent)
    , m_evidence(this)
    , m_text(new QTextBrowser)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setOpenLinks(false);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->document()->setDocumentMargin(12);
    m_text->viewport()->setAutoFillBackground(false); // the panel's own colour, not that of a text field
    m_text->setAccessibleName(tr("Details of the selected slice or gap"));
    connect(m_text, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
        bool ok = false;
        const uint number = url.path().toUInt(&ok);
        if (url.scheme() == QStringLiteral("event") && ok && number < this->context().document.trace()->eventCount())
            this->context().navigator.goTo(static_cast<EventId>(number));
    });
    connect(&context.state, &TimelineState::selectedEventChanged, this, &DetailsPanel::invalidate);
    connect(&context.state, &TimelineState::selectedGapChanged, this, &DetailsPanel::invalidate);
    connect(&context.document.gaps(), &GapStore::changed, this, [this] {
        if (this->context().state.selectedGap())
            invalidate();
    });
    connect(&context.state, &TimelineState::timeOriginChanged, this, &DetailsPanel::invalidate);
    connect(&context.document, &TraceDocument::traceReset, this, &DetailsPanel::invalidate);
    connect(&context.document, &TraceDocument::saved, this, &DetailsPanel::invalidate);
    connect(&context.document, &TraceDocument::traceChanged, this, [this] {
        if (this->context().state.selectedEvent() == kNoEvent) // the trace itself is told of
            invalidate();
    });
    connect(&context.document, &TraceDocument::stateChanged, this, [this] { // the end of a capture changes nothing else
        if (this->context().document.state() == TraceDocument::State::idle &&
            this->context().state.selectedEvent() == kNoEvent)
            invalidate();
    });
    connect(&context.document, &TraceDocument::labelsChanged, this, &DetailsPanel::invalidate);
}

QString DetailsPanel::plainText() const
{
    return m_text->toPlainText();
}

bool DetailsPanel::refreshGap()
{
    m_evidence.cancel();
    const auto& selected = context().state.selectedGap();
    const auto gaps = context().document.gaps().index();
    const auto number = selected ? gaps->find(selected->stream, selected->range) : std::nullopt;
    if (!number)
        return false;
    const Gap gap = gaps->gaps()[*number];
    showGap(gap, std::nullopt);
    m_evidence.start(
        [trace = context().document.trace(), gap](std::stop_token, Progress&) { return gapEvidence(*trace, gap); },
        [this, gap](const GapEvidence& evidence) { showGap(gap, evidence); });
    return true;
}

void DetailsPanel::showGap(const Gap& gap, const std::optional<GapEvidence>& evidence)
{
    m_text->setHtml(detailsHtml(describeGap(*context().document.trace(), gap, evidence, context().state.timeOrigin()),
                                Theme::of(palette())));
    m_text->verticalScrollBar()->setValue(0);
}

void DetailsPanel::refresh()
{
    if (refreshGap())
        return;
    const Theme& theme = Theme::of(palette());
    const TraceDocument& document = context().document;
    const EventId event = context().state.selectedEvent();
    if (event == kNoEvent || index(event) >= document.trace()->eventCount()) {
        m_text->setHtml(document.isEmpty() ? QString() : detailsHtml(describeTrace(document), theme));
        return;
    }
    m_text->setHtml(detailsHtml(
        describeEvent(*document.trace(), document.labels().get(), event, context().state.timeOrigin()), theme));
    m_text->verticalScrollBar()->setValue(0);
}

} // namespace decodescope
