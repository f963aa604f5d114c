// SPDX-License-Identifier: GPL-3.0-or-later
// Time between two points of a device's work, taken on the device itself.
#pragma once

#include "capture/model/decode_session.h"

#include <cstdint>
#include <memory>

namespace decodescope {

// On a GPU a pair of CUDA events in the current stream: recording one costs about a microsecond and waits for nothing.
// On the CPU the steady clock. One thread.
class DeviceTimer
{
public:
    DeviceTimer(DeviceKind device, int deviceIndex);
    ~DeviceTimer();
    DeviceTimer(const DeviceTimer&) = delete;
    DeviceTimer& operator=(const DeviceTimer&) = delete;

    Result<void> start();
    Result<void> stop();

    // Between start() and stop(); waits until the device has reached stop().
    Result<std::int64_t> elapsedNs();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace decodescope
