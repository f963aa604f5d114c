// SPDX-License-Identifier: GPL-3.0-or-later
// What the program was built from, and which libraries it works with.
#pragma once

#include <filesystem>
#include <string>

namespace decodescope {

// What `--version` prints after the program's name: the version, then lines "what: fact" on compiler, Qt (when
// `qtVersion` is not empty), LibTorch and the capture library. `program` as for createLiveSource(). No line end at the
// end.
std::string buildFacts(const std::filesystem::path& program, const std::string& qtVersion = {});

// Lines "what: fact" on LibTorch, the CUDA runtime, the driver's CUDA and CUPTI as they are loaded in this process,
// with the paths of their libraries; empty before the first capture. Any thread.
std::string loadedLibraryFacts();

} // namespace decodescope
