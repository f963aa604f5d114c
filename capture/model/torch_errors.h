// SPDX-License-Identifier: GPL-3.0-or-later
// LibTorch's exceptions as Error values. For torch sources; no torch type in it.
#pragma once

#include "core/base/result.h"

#include <exception>
#include <utility>

namespace decodescope {

// Thrown where work of seconds is given up since somebody asked for it; becomes ErrorCode::cancelled.
struct Cancelled
{
};

// Call inside a catch block: the exception that is being handled, in one sentence where it is a known one (out of
// memory, no kernel for the attention backend), otherwise its first line. `what` is what was being done, for example
// "The decode step failed".
Error describeTorchException(const char* what) noexcept;

// Runs `work`, which returns a Result, and turns everything that it throws into an Error.
template <class Work>
auto catchTorch(const char* what, Work&& work) noexcept -> decltype(work())
{
    try {
        return std::forward<Work>(work)();
    } catch (...) {
        return tl::unexpected(describeTorchException(what));
    }
}

} // namespace decodescope
