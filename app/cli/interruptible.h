// SPDX-License-Identifier: GPL-3.0-or-later
// Control-C as a wish to stop.
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace decodescope::cli {

// While it lives, Control-C, a hang-up and SIGTERM ask to stop instead of ending the program, so that what was begun
// can be cleared away; a second one ends it. One at a time, made by the main thread before it starts others.
class Interruptible
{
public:
    Interruptible();
    ~Interruptible();
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;

    std::stop_token stop() const { return m_stop.get_token(); }

private:
    sigset_t m_signals{};
    sigset_t m_before{};
    std::stop_source m_stop;
    std::jthread m_waiting; // last: it uses the others
};

} // namespace decodescope::cli
