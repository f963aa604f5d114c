// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/capture_strip.h"

#include "ui/model/live_controller.h"
#include "ui/model/number_text.h"
#include "ui/style/letter_width.h"
#include "ui/style/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>

namespace decodescope {

namespace {

QString phaseText(CapturePhase phase)
{
    switch (phase) {
    case CapturePhase::idle:
    case CapturePhase::loading:
        return CaptureStrip::tr("Loading the model");
    case CapturePhase::prefill:
        return CaptureStrip::tr("Prefill");
    case CapturePhase::timing:
        return CaptureStrip::tr("Timing, nothing attached");
    case CapturePhase::waiting:
        return CaptureStrip::tr("Waiting");
    case CapturePhase::warmup:
        return CaptureStrip::tr("Warming up");
    case CapturePhase::active:
        return CaptureStrip::tr("Recording");
    case CapturePhase::settling:
        return CaptureStrip::tr("Fetching the last records, timing again");
    case CapturePhase::finished:
        return CaptureStrip::tr("Done");
    case CapturePhase::failed:
        return CaptureStrip::tr("Failed");
    }
    return {};
}

bool hasSteps(CapturePhase phase)
{
    return phase == CapturePhase::timing || phase == CapturePhase::waiting || phase == CapturePhase::warmup ||
           phase == CapturePhase::active;
}

} // namespace

QString captureText(const LiveController& live)
{
    const CaptureStatus& status = live.status();
    QString text = !live.isActive()                                   ? CaptureStrip::tr("Saving")
                   : live.state() == LiveController::State::preparing ? CaptureStrip::tr("Loading LibTorch")
                   : live.state() != LiveController::State::stopping  ? phaseText(status.phase)
                   : hasSteps(status.phase)                           ? CaptureStrip::tr("Stopping after this step")
                                            : CaptureStrip::tr("Stopping: %1").arg(phaseText(status.phase));
    if (hasSteps(status.phase))
        text += status.steps > 0 ? CaptureStrip::tr(", step %1 of %2").arg(status.step + 1).arg(status.steps)
                                 : CaptureStrip::tr(", step %1").arg(status.step + 1);
    if (!status.device.empty())
        text += QStringLiteral(" \u00b7 ") + QString::fromStdString(status.device);
    return text;
}

CaptureStrip::CaptureStrip(LiveController& live, QWidget* parent)
    : QWidget(parent)
    , m_live(live)
    , m_what(new QLabel)
    , m_note(new QLabel)
    , m_bar(new QProgressBar)
{
    m_what->setMinimumWidth(letterWidth(fontMetrics()) * 34);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(letterWidth(fontMetrics()) * 30, 6);
    m_bar->setAccessibleName(tr("Progress of the capture"));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setWordWrap(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 5, 12, 5);
    layout->setSpacing(16);
    layout->addWidget(m_what);
    layout->addWidget(m_bar);
    layout->addWidget(m_note, 1);
    connect(&live, &LiveController::statusChanged, this, &CaptureStrip::update);
    connect(&live, &LiveController::stateChanged, this, &CaptureStrip::update);
    update();
}

void CaptureStrip::update()
{
    setVisible(m_live.isActive() || !m_prefix.isEmpty());
    if (!isVisibleTo(parentWidget()))
        return;
    const CaptureStatus& status = m_live.status();
    const QString text = captureText(m_live);
    m_what->setText(m_prefix.isEmpty() ? text : m_prefix + QStringLiteral(" \u00b7 ") + text);
    const bool known = hasSteps(status.phase) && status.steps > 0;
    m_bar->setRange(0, known ? status.steps : 0);
    m_bar->setValue(known ? status.step : 0);
    QString note = QString::fromStdString(status.note);
    if (status.dropped > 0)
        note += QLatin1Char(' ') +
                tr("%1 records were lost.", nullptr, pluralOf(status.dropped)).arg(countText(status.dropped));
    if (const std::size_t steps = m_live.droppedSteps(); steps > 0)
        note += QLatin1Char(' ') + tr("Memory is full: the oldest steps are gone (%1).").arg(countText(steps));
    m_note->setText(note.trimmed());
}

void CaptureStrip::setPrefix(const QString& prefix)
{
    m_prefix = prefix;
    update();
}

QString CaptureStrip::text() const
{
    return m_what->text();
}

void CaptureStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.control);
    painter.fillRect(0, 0, 3, height(), theme.record);
}

} // namespace decodescope
