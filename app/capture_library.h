// SPDX-License-Identifier: GPL-3.0-or-later
// Loads the library that captures, when a capture is first asked for: the programs start without LibTorch.
#pragma once

#include "core/live/live_source.h"

#include <filesystem>
#include <memory>

namespace decodescope {

// libdecodescope-capture.so beside `program`, else in ../lib/decodescope or ../lib of its folder; empty: it is in none.
std::filesystem::path findCaptureLibrary(const std::filesystem::path& program);

// Loads what findCaptureLibrary() finds. LibTorch is that of `libTorch`, else of $DECODESCOPE_LIBTORCH (a folder that
// libTorchAt() understands), else what the library's own run path leads to, else the first of libTorchFolders() that is
// of the version which the library was built for. Loading takes half a second and more: not for a UI thread. Any
// thread; once loaded, the library stays. Fails with one sentence when the library, or something that it needs, is
// missing.
Result<std::unique_ptr<LiveSource>> createLiveSource(const std::filesystem::path& program,
                                                     const std::filesystem::path& libTorch = {});

} // namespace decodescope
