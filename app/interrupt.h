// SPDX-License-Identifier: GPL-3.0-or-later
// SIGINT and SIGTERM as calls from the event loop.
#pragma once

#include <QSocketNotifier>

#include <functional>
#include <memory>

namespace decodescope {

// One at a time. The signal's handler only writes to a pipe.
class Interrupt
{
public:
    explicit Interrupt(std::function<void()> handle);
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace decodescope
