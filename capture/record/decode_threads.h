// SPDX-License-Identifier: GPL-3.0-or-later
// Threads that decode, kept for the life of the process.
#pragma once

#include <functional>
#include <future>

namespace decodescope {

// Runs `work`, which must not throw, on a thread that has done such work before, where one is idle, else on a new one.
// LibTorch and CUDA keep memory for every thread that has ever decoded (9 MB measured on an H200), so a new thread for
// every capture would make the process grow. The future is ready when the work is done and the thread is idle again.
// Throws std::system_error where no thread can be started. Any thread.
std::future<void> runOnDecodeThread(std::function<void()> work);

} // namespace decodescope
