// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interruptible.h"

#include <ctime>

namespace decodescope::cli {

Interruptible::Interruptible()
{
    sigemptyset(&m_signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&m_signals, signal);
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_before); // threads that are started from now on inherit it
    m_waiting = std::jthread([this](const std::stop_token& done) {
        constexpr timespec kPatience{0, 20'000'000};
        while (!done.stop_requested()) {
            if (sigtimedwait(&m_signals, nullptr, &kPatience) <= 0)
                continue;
            m_stop.request_stop();
            pthread_sigmask(SIG_SETMASK, &m_before, nullptr); // one more ends the program here and now
            return;
        }
    });
}

Interruptible::~Interruptible()
{
    m_waiting.request_stop();
    m_waiting.join();
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

} // namespace decodescope::cli
