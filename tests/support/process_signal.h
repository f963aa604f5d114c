// SPDX-License-Identifier: GPL-3.0-or-later
// Signals to programs that a test has started.
#pragma once

#include <QProcess>

#include <csignal>

namespace decodescope::test {

// Nothing happens when the program has ended: its process id is 0 then, and a signal to that goes to the test's own
// process group, all of ctest.
inline void sendSignal(const QProcess& process, int signal)
{
    if (const auto id = static_cast<pid_t>(process.processId()); id > 0)
        ::kill(id, signal);
}

} // namespace decodescope::test
