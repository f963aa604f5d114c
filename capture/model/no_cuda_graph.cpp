// SPDX-License-Identifier: GPL-3.0-or-later
// A LibTorch for the CPU has no CUDA graphs.
#include "capture/model/cuda_graph.h"

namespace decodescope {

Result<std::unique_ptr<CudaGraph>> CudaGraph::create()
{
    return failure(ErrorCode::unsupported,
                   "This program was built with a LibTorch for the CPU, which has no CUDA graphs: decode eagerly, or "
                   "build with the CUDA build of LibTorch.");
}

} // namespace decodescope
