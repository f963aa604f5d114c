// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to the window from outside: it is closed, its looks change, files are dropped on it.
#include "ui/actions.h"
#include "ui/main_window.h"
#include "ui/model/trace_document.h"
#include "ui/window/file_commands.h"
#include "ui/window/layout_keeper.h"
#include "ui/window/top_bar.h"
#include "ui/window/unsaved_guard.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

#include <utility>

namespace decodescope {

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_isClosing && m_guard->isUnsaved()) {
        event->ignore();
        m_guard->beforeClosing([this] { closeUnasked(); });
        return;
    }
    m_layout->save();
    event->accept();
}

void MainWindow::closeUnasked()
{
    m_isClosing = true;
    close();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_actions) {
        m_actions->updateIcons();
        m_topBar->updateIcons();
    }
    // One language is several translators, each of which tells; and a menu of the old window may still be open.
    if (event->type() == QEvent::LanguageChange && !std::exchange(m_isRebuildDue, true))
        QMetaObject::invokeMethod(this, &MainWindow::rebuild, Qt::QueuedConnection);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            files.push_back(url.toLocalFile());
    if (files.isEmpty())
        return;
    if ((event->modifiers() & Qt::ControlModifier) != 0 && !m_document.isEmpty())
        m_files->compareWith(files);
    else
        m_files->open(files);
}

} // namespace decodescope
