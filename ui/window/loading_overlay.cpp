// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/loading_overlay.h"

#include "ui/model/live_controller.h"
#include "ui/model/trace_document.h"
#include "ui/style/letter_width.h"
#include "ui/style/theme.h"
#include "ui/window/capture_strip.h"
#include "ui/window/loading_strip.h"

#include <QEvent>
#include <QFileInfo>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

namespace decodescope {

namespace {

constexpr int kDelayMs = 150;
constexpr int kBarSteps = 1000;

} // namespace

LoadingOverlay::LoadingOverlay(TraceDocument& document, LiveController& live, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_live(live)
    , m_delay(new QTimer(this))
    , m_what(new QLabel)
    , m_bar(new QProgressBar)
    , m_cancel(new QPushButton)
{
    m_what->setAlignment(Qt::AlignHCenter);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(letterWidth(fontMetrics()) * 50, 6);
    m_bar->setAccessibleName(tr("Progress of reading"));
    connect(m_cancel, &QPushButton::clicked, this, &LoadingOverlay::cancel);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(fontMetrics().height());
    layout->addStretch(1);
    layout->addWidget(m_what);
    layout->addWidget(m_bar, 0, Qt::AlignHCenter);
    layout->addWidget(m_cancel, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    hide();
    parent->installEventFilter(this);
    m_delay->setSingleShot(true);
    m_delay->setInterval(kDelayMs);
    connect(m_delay, &QTimer::timeout, this, &LoadingOverlay::cover);
    connect(&document, &TraceDocument::stateChanged, this, &LoadingOverlay::update);
    connect(&document, &TraceDocument::traceChanged, this, &LoadingOverlay::update);
    connect(&live, &LiveController::statusChanged, this, &LoadingOverlay::update);
}

void LoadingOverlay::cover()
{
    setGeometry(parentWidget()->rect());
    raise();
    show();
}

bool LoadingOverlay::isWaitingForCapture() const
{
    return m_document.state() == TraceDocument::State::live && m_document.isEmpty();
}

void LoadingOverlay::cancel()
{
    if (isWaitingForCapture())
        m_live.requestStop();
    else
        m_document.cancel();
}

void LoadingOverlay::update()
{
    if (isWaitingForCapture()) {
        const CaptureStatus& status = m_live.status();
        m_what->setText(captureText(m_live));
        m_bar->setRange(0, status.step > 0 ? status.steps : 0); // without a measure until steps are counted
        m_bar->setValue(status.step);
        m_cancel->setText(tr("Stop"));
        m_cancel->setEnabled(m_live.state() == LiveController::State::running);
        if (!isVisible())
            cover();
        return;
    }
    const bool isReading = m_document.state() == TraceDocument::State::loading;
    if (!isReading || !m_document.isEmpty()) { // what there is to see stays in sight: see LoadingStrip
        m_delay->stop();
        hide();
        return;
    }
    if (!isVisible() && !m_delay->isActive())
        m_delay->start();
    const QStringList files = m_document.filesBeingLoaded();
    const double progress = shownProgress(m_document);
    const QString name = files.isEmpty() ? QString() : QFileInfo(files.front()).fileName();
    m_what->setText(progress < 0 ? tr("Reading %1").arg(name)
                                 : tr("Reading %1: %2 %").arg(name).arg(int(progress * 100)));
    m_bar->setRange(0, progress < 0 ? 0 : kBarSteps);
    m_bar->setValue(progress < 0 ? 0 : int(progress * kBarSteps));
    m_cancel->setText(tr("Cancel"));
    m_cancel->setEnabled(true);
}

bool LoadingOverlay::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parent() && event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void LoadingOverlay::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), Theme::of(palette()).canvas);
}

} // namespace decodescope
