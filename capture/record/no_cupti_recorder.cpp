// SPDX-License-Identifier: GPL-3.0-or-later
// The GpuRecorder of a build without CUPTI's headers.
#include "capture/record/gpu_recorder.h"

namespace decodescope {

Result<std::unique_ptr<GpuRecorder>> GpuRecorder::open()
{
    return failure(ErrorCode::unsupported,
                   "This build of Decodescope cannot record GPU work: CUPTI's headers were missing when it was built. "
                   "Configure it again with CUPTI_INCLUDE_DIR and CUDA_INCLUDE_DIR.");
}

bool GpuRecorder::isInProcess()
{
    return false;
}

} // namespace decodescope
