// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/unsaved_guard.h"

#include "ui/main_window.h"
#include "ui/model/trace_document.h"
#include "ui/window/file_commands.h"
#include "ui/window/message_bar.h"

#include <QMessageBox>
#include <QPushButton>

namespace decodescope {

UnsavedGuard::UnsavedGuard(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
}

bool UnsavedGuard::isUnsaved() const
{
    const TraceDocument& document = m_window.document();
    return document.isCapture() && document.state() != TraceDocument::State::live && !document.isEmpty();
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
    if (isUnsaved())
        ask(tr("It will be gone when the window closes."), proceed);
    else
        proceed();
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
            m_window.files().exportTrace({}, {}, [proceed](bool isWritten) {
                if (isWritten)
                    proceed();
            });
            return;
        case QMessageBox::Discard:
            proceed();
            return;
        default:
            return;
        }
    });
    box->open();
}

} // namespace decodescope
