// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace decodescope {

class MainWindow;

// Prints a line on stdout when the window has been painted first ("window"), and when a trace has been ("trace"): for
// tests/bench/bench_start, which measures when the lines come.
class StartTimes : public QObject
{
    Q_OBJECT
public:
    explicit StartTimes(MainWindow& window);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    MainWindow& m_window;
    bool m_saidWindow = false;
    bool m_saidTrace = false;
};

} // namespace decodescope
