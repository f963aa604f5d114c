// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"

#include <cstdlib>
#include <system_error>

namespace decodescope::test {

namespace fs = std::filesystem;

fs::path repositoryRoot()
{
    return fs::path(DECODESCOPE_SOURCE_DIR);
}

fs::path dataPath(std::string_view name)
{
    return repositoryRoot() / "tests" / "data" / name;
}

fs::path goldenPath(std::string_view name)
{
    return repositoryRoot() / "tests" / "golden" / name;
}

fs::path samplePath(std::string_view name)
{
    return repositoryRoot() / "resources" / "samples" / name;
}

fs::path sharedPath(std::string_view name)
{
    const char* fromEnvironment = std::getenv("DECODESCOPE_SHARED");
    const bool isSet = fromEnvironment != nullptr && *fromEnvironment != '\0';
    const fs::path folder = isSet ? fs::path(fromEnvironment) : repositoryRoot().parent_path() / "shared";
    const fs::path path = folder / name;
    std::error_code error;
    return fs::exists(path, error) ? path : fs::path();
}

} // namespace decodescope::test
