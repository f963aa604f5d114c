// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/device_timer.h"

#include "capture/model/torch_errors.h"

#include <c10/core/Event.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <chrono>
#include <cmath>
#include <optional>

namespace decodescope {

struct DeviceTimer::Impl
{
    DeviceKind device;
    int deviceIndex;
    // The one flag of the two that leaves timing on, in spite of its name: see CUDAGuardImpl::createEvent.
    std::optional<c10::Event> startEvent;
    std::optional<c10::Event> stopEvent;
    std::chrono::steady_clock::time_point startTime;
    std::chrono::steady_clock::time_point stopTime;

    Result<void> record(std::optional<c10::Event>& event, std::chrono::steady_clock::time_point& time)
    {
        if (device == DeviceKind::cpu) {
            time = std::chrono::steady_clock::now();
            return {};
        }
        return catchTorch("A CUDA event could not be recorded", [&]() -> Result<void> {
            if (!event)
                event.emplace(c10::DeviceType::CUDA, c10::EventFlag::BACKEND_DEFAULT);
            const c10::impl::VirtualGuardImpl guard(c10::DeviceType::CUDA);
            event->record(
                guard.getStream(c10::Device(c10::DeviceType::CUDA, static_cast<c10::DeviceIndex>(deviceIndex))));
            return {};
        });
    }
};

DeviceTimer::DeviceTimer(DeviceKind device, int deviceIndex)
    : m_impl(new Impl{device, deviceIndex, {}, {}, {}, {}})
{
}

DeviceTimer::~DeviceTimer() = default;

Result<void> DeviceTimer::start()
{
    return m_impl->record(m_impl->startEvent, m_impl->startTime);
}

Result<void> DeviceTimer::stop()
{
    return m_impl->record(m_impl->stopEvent, m_impl->stopTime);
}

Result<std::int64_t> DeviceTimer::elapsedNs()
{
    if (m_impl->device == DeviceKind::cpu) {
        const auto elapsed = m_impl->stopTime - m_impl->startTime;
        return std::chrono::duration_cast<std::chrono::nanoseconds>(elapsed).count();
    }
    return catchTorch("The time between two CUDA events could not be read", [&]() -> Result<std::int64_t> {
        if (!m_impl->startEvent || !m_impl->stopEvent)
            return failure(ErrorCode::internal, "The timer was not started and stopped.");
        m_impl->stopEvent->synchronize();
        constexpr double kNsPerMs = 1e6;
        return std::llround(m_impl->startEvent->elapsedTime(*m_impl->stopEvent) * kNsPerMs);
    });
}

} // namespace decodescope
