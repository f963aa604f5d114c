// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/event.h"

#include <array>
#include <utility>

namespace decodescope {

// Names that Kineto has written since 2021 (its ActivityType.h), and our own module_scope.
EventKind kindOfCategory(std::string_view category)
{
    static constexpr auto kKinds = std::to_array<std::pair<std::string_view, EventKind>>({
        {"cpu_op", EventKind::cpuOp},
        {"Operator", EventKind::cpuOp},
        {"operator", EventKind::cpuOp},
        {"user_annotation", EventKind::annotation},
        {"gpu_user_annotation", EventKind::gpuAnnotation},
        {"kernel", EventKind::kernel},
        {"Kernel", EventKind::kernel},
        {"gpu_memcpy", EventKind::memcpy},
        {"Memcpy", EventKind::memcpy},
        {"gpu_memset", EventKind::memset},
        {"Memset", EventKind::memset},
        {"cuda_runtime", EventKind::runtimeCall},
        {"Runtime", EventKind::runtimeCall},
        {"hip_runtime", EventKind::runtimeCall},
        {"xpu_runtime", EventKind::runtimeCall},
        {"privateuse1_runtime", EventKind::runtimeCall},
        {"cuda_driver", EventKind::driverCall},
        {"hip_driver", EventKind::driverCall},
        {"xpu_driver", EventKind::driverCall},
        {"privateuse1_driver", EventKind::driverCall},
        {"cuda_sync", EventKind::sync},
        {"python_function", EventKind::pythonFunction},
        {"Python", EventKind::pythonFunction},
        {"overhead", EventKind::overhead},
        {"cpu_instant_event", EventKind::memory},
        {"module_scope", EventKind::module},
    });
    for (const auto& [name, kind] : kKinds) {
        if (name == category)
            return kind;
    }
    return EventKind::other;
}

} // namespace decodescope
