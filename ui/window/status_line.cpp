// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "core/query/recording.h"
#include "ui/model/number_text.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/style/small_text.h"
#include "ui/style/theme.h"

#include <QHBoxLayout>
#include <QLabel>

namespace decodescope {

namespace {

// "NVIDIA H200, CUDA 13.0".
QString machineText(const Trace& trace)
{
    QStringList words;
    for (const TraceSource& source : trace.sources()) {
        for (const DeviceInfo& device : devicesOf(source))
            if (const QString name = QString::fromStdString(device.name); !words.contains(name))
                words.push_back(name);
        if (const auto torch = metadataText(source, "torch_version"))
            words.push_back(QStringLiteral("torch ") + QString::fromStdString(*torch));
        if (const auto cuda = metadataText(source, "cuda_runtime_version"))
            words.push_back(QStringLiteral("CUDA ") +
                            QString::fromStdString(cudaVersionText(std::strtoll(cuda->c_str(), nullptr, 10))));
        break; // ranks of one job run the same software
    }
    return words.join(QStringLiteral(" \u00b7 "));
}

struct Counts
{
    std::uint64_t cpuSlices = 0;
    std::uint64_t kernels = 0;
    std::uint64_t unlinked = 0;
};

// O(tracks + GPU operations).
Counts countsOf(const Trace& trace, std::stop_token stop)
{
    Counts counts;
    for (const Track& track : trace.tracks())
        if (track.kind == TrackKind::thread || track.kind == TrackKind::step || track.kind == TrackKind::python)
            counts.cpuSlices += track.sliceCount();
    for (std::size_t i = 0; i < trace.gpuOperationCount() && !stop.stop_requested(); ++i) {
        const GpuOperation operation = trace.gpuOperation(i);
        counts.kernels += trace.kind(operation.event) == EventKind::kernel;
        counts.unlinked += operation.launch == kNoEvent;
    }
    return counts;
}

} // namespace

StatusLine::StatusLine(TraceDocument& document, TimelineState& state, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_state(state)
    , m_counter(this)
    , m_machine(new QLabel)
    , m_counts(new QLabel)
    , m_cursor(new QLabel)
    , m_scale(new QLabel)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 12, 4);
    layout->setSpacing(24);
    for (QLabel* label : {m_machine, m_counts, m_cursor, m_scale}) {
        keepSmall(*label);
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    m_cursor->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_cursor->setMinimumWidth(
        m_cursor->fontMetrics().horizontalAdvance(tr("cursor %1").arg(QStringLiteral("+00000.000000 ms"))));
    m_scale->setMinimumWidth(m_scale->fontMetrics().horizontalAdvance(QStringLiteral("000.0 ms/px")));
    layout->addWidget(m_machine);
    layout->addWidget(m_counts);
    layout->addStretch(1);
    layout->addWidget(m_cursor);
    layout->addWidget(m_scale);
    connect(&document, &TraceDocument::traceChanged, this, &StatusLine::count);
    connect(&state, &TimelineState::cursorTimeChanged, this, &StatusLine::showPointer);
    connect(&state, &TimelineState::timeOriginChanged, this, &StatusLine::showPointer);
    connect(&state, &TimelineState::visibleRangeChanged, this, &StatusLine::showPointer);
}

void StatusLine::setCanvasWidth(int px)
{
    m_canvasWidthPx = px;
    showPointer();
}

void StatusLine::count()
{
    if (m_counter.isRunning()) // while a capture grows: after this one, not instead
        return;
    const auto trace = m_document.trace();
    m_counter.start(
        [trace](std::stop_token stop, Progress&) { return std::pair(countsOf(*trace, stop), machineText(*trace)); },
        [this, trace](const std::pair<Counts, QString>& result) {
            const auto& [counts, machine] = result;
            m_machine->setText(machine);
            m_machine->setVisible(!machine.isEmpty());
            QStringList words;
            if (counts.cpuSlices > 0)
                words.push_back(
                    tr("%1 CPU slices", nullptr, pluralOf(counts.cpuSlices)).arg(countText(counts.cpuSlices)));
            if (counts.kernels > 0) {
                words.push_back(tr("%1 kernels", nullptr, pluralOf(counts.kernels)).arg(countText(counts.kernels)));
                // A launch may come later in the file than its kernel.
                if (m_document.isComplete())
                    words.push_back(counts.unlinked == 0 ? tr("all linked")
                                                         : tr("%1 without a launch").arg(countText(counts.unlinked)));
            }
            m_counts->setText(words.join(QStringLiteral(" \u00b7 ")));
            if (m_document.trace() != trace)
                count();
        });
}

void StatusLine::showPointer()
{
    const auto time = m_state.cursorTime();
    m_cursor->setText(time && !m_document.isEmpty() ? tr("cursor %1").arg(relativeTimeText(*time, m_state.timeOrigin()))
                                                    : QString());
    if (m_canvasWidthPx <= 0 || m_document.isEmpty()) {
        m_scale->clear();
        return;
    }
    const double nsPerPx = double(m_state.visibleRange().length()) / m_canvasWidthPx;
    m_scale->setText(tr("%1/px").arg(nsPerPx < 1.0 ? tr("%1 ns").arg(nsPerPx, 0, 'f', 2) : durationText(Ns(nsPerPx))));
}

} // namespace decodescope
