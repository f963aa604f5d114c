// SPDX-License-Identifier: GPL-3.0-or-later
// Work on a GPU that is captured once and then launched as a whole. For torch sources.
#pragma once

#include "capture/model/module_scope.h"
#include "core/base/result.h"

#include <functional>
#include <memory>
#include <vector>

namespace decodescope {

// One graph on the current device, used by one thread. What the captured work allocates stays where it is as long as
// the graph lives, so its results are found in the same tensors after every replay. Throws c10::Error where it says so.
class CudaGraph
{
public:
    // Error: unsupported, when this program was built with a LibTorch for the CPU.
    static Result<std::unique_ptr<CudaGraph>> create();
    virtual ~CudaGraph() = default;

    using Work = std::function<void(ModuleScopeSink* sink)>;
    // Runs `warmUp`, so that libraries load and choose their kernels, then captures `work`, both on a stream of its
    // own; waits for the device before and after. Only this thread's use of CUDA is restricted meanwhile. Throws, also
    // what the work throws; the graph cannot be used then.
    virtual void capture(const std::function<void()>& warmUp, const Work& work) = 0;

    // Launches everything in the current stream; waits for nothing. Throws.
    virtual void replay() = 0;

    // The innermost module around each node, in the order of capture. Empty where the driver does not say how many
    // nodes there are.
    virtual const std::vector<ModuleScope>& nodeScopes() const = 0;
};

} // namespace decodescope
