// SPDX-License-Identifier: GPL-3.0-or-later
// Tells an OpStack of every operator that LibTorch runs on this thread.
#pragma once

#include "capture/record/op_stack.h"

#include <cstdint>

namespace decodescope {

// A thread-local callback of at::RecordFunction, from construction to destruction; both on the thread whose stack it
// is. Shapes cost about as much again as the operators themselves, since LibTorch boxes every argument then.
class OpObserver
{
public:
    OpObserver(OpStack& stack, bool shapes);
    ~OpObserver();
    OpObserver(const OpObserver&) = delete;
    OpObserver& operator=(const OpObserver&) = delete;

private:
    std::uint64_t m_handle;
};

} // namespace decodescope
