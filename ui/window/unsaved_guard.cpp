// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/unsaved_guard.h"

#include "ui/main_window.h"
#include "ui/model/live_controller.h"
#include "ui/model/sweep_controller.h"
#include "ui/model/trace_document.h"
#include "ui/window/file_commands.h"
#include "ui/window/message_bar.h"

#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace decodescope {

UnsavedGuard::UnsavedGuard(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
}

bool UnsavedGuard::isUnsaved() const
{
    return m_window.document().isUnsaved();
}

bool UnsavedGuard::isCapturing() const
{
    return m_window.live().isActive() || m_window.sweep().isActive();
}

void UnsavedGuard::beforeReplacing(const std::function<void()>& proceed)
{
    if (m_window.document().state() == TraceDocument::State::live)
        m_window.messages().showError(
            tr("A capture is running: stop it first (Ctrl+.), or open the file in another window (Ctrl+N)."));
    else if (isUnsaved())
        ask(tr("It will be gone when another trace takes its place."), proceed);
    else
        proceed();
}

void UnsavedGuard::beforeClosing(const std::function<void()>& proceed)
{
    m_afterCapture = nullptr; // who asks anew, while the capture ends, may answer otherwise
    if (!isUnsaved())
        proceed();
    else if (isCapturing())
        ask(tr("A capture is running; saving stops it first. If it is not saved, it will be gone when the window "
               "closes."),
            proceed);
    else
        ask(tr("It will be gone when the window closes."), proceed);
}

void UnsavedGuard::ask(const QString& whatHappens, const std::function<void()>& proceed)
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("The recording is not saved"),
                                tr("The recording has not been saved to a file."),
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    box->setInformativeText(whatHappens);
    box->button(QMessageBox::Save)->setText(tr("&Save\u2026"));
    box->button(QMessageBox::Discard)->setText(tr("&Do not save"));
    box->button(QMessageBox::Cancel)->setText(tr("&Cancel"));
    box->setDefaultButton(QMessageBox::Save);
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::buttonClicked, this, [this, box, proceed](QAbstractButton* clicked) {
        switch (box->standardButton(clicked)) {
        case QMessageBox::Save:
            return stopAndSave(proceed);
        case QMessageBox::Discard:
            return proceed();
        default:
            return;
        }
    });
    box->open();
}

void UnsavedGuard::stopAndSave(const std::function<void()>& proceed)
{
    if (!isCapturing())
        return save(proceed);
    m_afterCapture = proceed;
    // Queued: a dialog of files runs the loop of events, and others have yet to hear of the end.
    constexpr auto kOnceEach = static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::UniqueConnection);
    connect(&m_window.live(), &LiveController::stateChanged, this, &UnsavedGuard::goOn, kOnceEach);
    connect(&m_window.sweep(), &SweepController::progressed, this, &UnsavedGuard::goOn, kOnceEach);
    m_window.stopCapture();
}

void UnsavedGuard::goOn()
{
    if (!m_afterCapture || isCapturing())
        return;
    const auto proceed = std::exchange(m_afterCapture, nullptr);
    if (isUnsaved()) // not what a sweep has put into its folder
        save(proceed);
    else
        proceed();
}

void UnsavedGuard::save(const std::function<void()>& proceed)
{
    m_window.files().exportTrace({}, {}, [proceed](bool isWritten) {
        if (isWritten)
            proceed();
    });
}

} // namespace decodescope
