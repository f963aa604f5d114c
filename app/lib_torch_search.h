// SPDX-License-Identifier: GPL-3.0-or-later
// Where LibTorch's libraries are on this machine, for a capture library that was built on another one.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace decodescope {

// A folder with libtorch.so, and the version of the torch that it is part of ("2.13.0"; empty: unknown).
struct LibTorchFolder
{
    std::filesystem::path folder;
    std::string version;
};

// What `named` is: the `lib` folder of a LibTorch, or one above it (the package `torch` of Python, an unpacked LibTorch
// archive, a virtual environment). An empty `folder`: it is none of these.
LibTorchFolder libTorchAt(const std::filesystem::path& named);

// LibTorch where pip and `./run` put it: with the python3 of $PATH (an active virtual environment), in
// $XDG_CACHE_HOME/decodescope, in the user's own and the system's site-packages; in this order. `environment` is
// std::getenv but for tests; may return nullptr.
std::vector<LibTorchFolder> libTorchFolders(const std::function<const char*(const char*)>& environment);

// LibTorch promises no binary interface from one minor version to the next, so what is loaded has to be of the one that
// was compiled for. False too where either is unknown.
bool isSameLibTorch(const std::string& version, const std::string& builtFor);

} // namespace decodescope
