// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/loading_overlay.h"

#include "ui/model/number_text.h"
#include "ui/model/trace_document.h"
#include "ui/style/theme.h"

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

LoadingOverlay::LoadingOverlay(TraceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_delay(new QTimer(this))
    , m_what(new QLabel)
    , m_bar(new QProgressBar)
{
    m_what->setAlignment(Qt::AlignHCenter);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(fontMetrics().averageCharWidth() * 50, 6);
    m_bar->setAccessibleName(tr("Progress of reading"));
    auto* cancel = new QPushButton(tr("Cancel"));
    connect(cancel, &QPushButton::clicked, &document, &TraceDocument::cancel);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(fontMetrics().height());
    layout->addStretch(1);
    layout->addWidget(m_what);
    layout->addWidget(m_bar, 0, Qt::AlignHCenter);
    layout->addWidget(cancel, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    hide();
    parent->installEventFilter(this);
    m_delay->setSingleShot(true);
    m_delay->setInterval(kDelayMs);
    connect(m_delay, &QTimer::timeout, this, [this] {
        setGeometry(parentWidget()->rect());
        raise();
        show();
    });
    connect(&document, &TraceDocument::stateChanged, this, &LoadingOverlay::update);
}

void LoadingOverlay::update()
{
    if (m_document.state() != TraceDocument::State::loading) {
        m_delay->stop();
        hide();
        return;
    }
    if (!isVisible() && !m_delay->isActive())
        m_delay->start();
    const QStringList files = m_document.filesBeingLoaded();
    const double progress = m_document.progress();
    const QString name = files.isEmpty() ? QString() : QFileInfo(files.front()).fileName();
    m_what->setText(progress < 0 ? tr("Reading %1").arg(name)
                                 : tr("Reading %1: %2 %").arg(name).arg(int(progress * 100)));
    m_bar->setRange(0, progress < 0 ? 0 : kBarSteps);
    m_bar->setValue(progress < 0 ? 0 : int(progress * kBarSteps));
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
