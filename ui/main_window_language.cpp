// SPDX-License-Identifier: GPL-3.0-or-later
// The window in another language.
#include "ui/actions.h"
#include "ui/main_window.h"
#include "ui/model/language.h"
#include "ui/model/settings.h"
#include "ui/model/trace_document.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/layout_keeper.h"
#include "ui/window/search_box.h"
#include "ui/window/status_line.h"
#include "ui/window/sweep_window.h"

#include <QApplication>

#include <utility>

namespace decodescope {

void MainWindow::setLanguage(const QString& code)
{
    m_settings.setLanguage(code);
    applyLanguage(*qApp, code);
}

QString MainWindow::language() const
{
    return m_settings.language();
}

// All parts anew but the timeline, whose rows the user has arranged.
void MainWindow::rebuild()
{
    if (!std::exchange(m_isRebuildDue, false))
        return;
    const QString searched = m_search->text();
    const bool hasDetails = isAreaVisible(Area::details);
    const bool hasDrawer = isAreaVisible(Area::drawer);
    const bool hasSweep = m_sweepWindow && m_sweepWindow->isVisible();
    m_layout->save();
    m_timeline->setParent(this);
    delete std::exchange(m_sweepWindow, nullptr);
    delete std::exchange(m_actions, nullptr);
    delete takeCentralWidget();
    assemble();
    restoreLayout();
    setAreaVisible(Area::details, hasDetails);
    setAreaVisible(Area::drawer, hasDrawer);
    m_search->setText(searched);
    m_status->setCanvasWidth(m_timeline->canvas().width());
    showSweepProgress();
    if (hasSweep)
        showSweep();
    m_document.publish(m_document.trace()); // for all to look at it again
}

} // namespace decodescope
