// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/loading_strip.h"

#include "ui/model/number_text.h"
#include "ui/model/trace_document.h"
#include "ui/style/letter_width.h"
#include "ui/style/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>

#include <algorithm>

namespace decodescope {

namespace {

constexpr int kDelayMs = 150;
constexpr int kBarSteps = 1000;
constexpr double kMostShown = 0.99;

} // namespace

double shownProgress(const TraceDocument& document)
{
    return std::min(document.progress(), kMostShown);
}

LoadingStrip::LoadingStrip(TraceDocument& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_delay(new QTimer(this))
    , m_what(new QLabel)
    , m_bar(new QProgressBar)
{
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(letterWidth(fontMetrics()) * 30, 6);
    m_bar->setAccessibleName(tr("Progress of reading"));
    m_what->setTextFormat(Qt::PlainText);
    auto* cancel = new QPushButton(tr("&Cancel"));
    cancel->setObjectName(QStringLiteral("cancel-reading"));
    cancel->setToolTip(tr("Stop reading and go back to what was shown before"));
    connect(cancel, &QPushButton::clicked, &document, &TraceDocument::cancel);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 5, 12, 5);
    layout->setSpacing(16);
    layout->addWidget(m_bar);
    layout->addWidget(m_what, 1);
    layout->addWidget(cancel);
    hide();
    m_delay->setSingleShot(true);
    m_delay->setInterval(kDelayMs);
    connect(m_delay, &QTimer::timeout, this, &QWidget::show);
    connect(&document, &TraceDocument::stateChanged, this, &LoadingStrip::update);
    connect(&document, &TraceDocument::traceChanged, this, &LoadingStrip::update);
    update();
}

void LoadingStrip::update()
{
    if (m_document.state() != TraceDocument::State::loading || m_document.isEmpty()) {
        m_delay->stop();
        hide();
        return;
    }
    if (isHidden() && !m_delay->isActive())
        m_delay->start();
    const QStringList files = m_document.filesBeingLoaded();
    const double progress = shownProgress(m_document);
    QString name = files.isEmpty() ? QString() : QFileInfo(files.front()).fileName();
    if (files.size() > 1)
        name = tr("%1 and %n more", nullptr, int(files.size()) - 1).arg(name);
    QString text = progress < 0 ? tr("Reading %1").arg(name)
                                : tr("Reading %1: %2 %").arg(name, QString::number(int(progress * 100)));
    if (!m_document.isComplete()) {
        const std::uint64_t events = m_document.trace()->eventCount();
        text += QStringLiteral(" \u00b7 ") +
                tr("numbers are of %1 events so far", nullptr, pluralOf(events)).arg(countText(events));
    }
    m_what->setText(text);
    m_bar->setRange(0, progress < 0 ? 0 : kBarSteps);
    m_bar->setValue(progress < 0 ? 0 : int(progress * kBarSteps));
}

QString LoadingStrip::text() const
{
    return m_what->text();
}

void LoadingStrip::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.control);
    painter.fillRect(0, 0, 3, height(), theme.accent);
}

} // namespace decodescope
