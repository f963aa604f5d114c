// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start_times.h"

#include "ui/main_window.h"
#include "ui/model/trace_document.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_widget.h"

#include <QEvent>
#include <QTimer>

#include <cstdio>

namespace decodescope {

namespace {

// After the event that is under way, so that what it paints is done.
void sayAfterwards(const char* what)
{
    QTimer::singleShot(0, [what] {
        std::printf("%s\n", what);
        std::fflush(stdout);
    });
}

} // namespace

StartTimes::StartTimes(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
    window.installEventFilter(this);
    window.timeline().canvas().installEventFilter(this);
}

bool StartTimes::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::Paint && object == &m_window && !m_saidWindow) {
        m_saidWindow = true;
        sayAfterwards("window");
    }
    if (event->type() == QEvent::Paint && object == &m_window.timeline().canvas() && !m_saidTrace &&
        !m_window.document().isEmpty()) {
        m_saidTrace = true;
        sayAfterwards("trace");
    }
    return QObject::eventFilter(object, event);
}

} // namespace decodescope
