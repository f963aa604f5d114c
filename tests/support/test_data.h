// SPDX-License-Identifier: GPL-3.0-or-later
// Where tests find their input files. No Qt, so that core and capture tests use it too.
#pragma once

#include <filesystem>
#include <string_view>

namespace decodescope::test {

// The folder with CMakeLists.txt of the whole project.
std::filesystem::path repositoryRoot();

// <repository>/tests/data/<name>; empty name: the folder itself. Part of the repository, so always there.
std::filesystem::path dataPath(std::string_view name = {});

// <repository>/tests/golden/<name>.
std::filesystem::path goldenPath(std::string_view name = {});

// <repository>/resources/samples/<name>.
std::filesystem::path samplePath(std::string_view name);

// Large traces and models that are not part of the repository: $DECODESCOPE_SHARED, or else the folder `shared` beside
// the repository. Returns <that folder>/<name>, or an empty path where the folder or the file is absent; a test that
// needs it then skips: `if (path.empty()) QSKIP(kNoSharedData);`
std::filesystem::path sharedPath(std::string_view name = {});

inline constexpr const char* kNoSharedData =
    "needs the shared test data: set DECODESCOPE_SHARED, or put the folder `shared` beside the repository";

} // namespace decodescope::test
