// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lib_torch_search.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace decodescope {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "libtorch.so";

// Folders in `parent` whose name begins so, sorted, the highest first.
std::vector<fs::path> foldersIn(const fs::path& parent, const std::string& begin)
{
    std::vector<fs::path> found;
    std::error_code error;
    for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error))
        if (entry->path().filename().string().starts_with(begin))
            found.push_back(entry->path());
    std::ranges::sort(found, std::greater());
    return found;
}

// "2.13.0" of `__version__ = '2.13.0+cpu'` or of a line that is a version.
std::string versionIn(const fs::path& file)
{
    std::ifstream stream(file);
    std::string line;
    while (std::getline(stream, line)) {
        const bool isAssignment = line.starts_with("__version__");
        const std::size_t begin = line.find_first_of("0123456789");
        if (begin == std::string::npos || (!isAssignment && begin != 0))
            continue;
        return line.substr(begin, line.find_first_not_of("0123456789.", begin) - begin);
    }
    return {};
}

LibTorchFolder libTorchIn(const fs::path& lib)
{
    std::error_code error;
    if (!fs::exists(lib / kLibrary, error))
        return {};
    LibTorchFolder found{lib, versionIn(lib / "../version.py")}; // of the Python package
    if (found.version.empty())
        found.version = versionIn(lib / "../build-version"); // of the archive
    return found;
}

// In <prefix>/lib/python3.11/site-packages/torch/lib.
void addOfPython(std::vector<LibTorchFolder>& found, const fs::path& prefix)
{
    for (const fs::path& python : foldersIn(prefix / "lib", "python3"))
        for (const char* packages : {"site-packages", "dist-packages"})
            if (LibTorchFolder one = libTorchIn(python / packages / "torch/lib"); !one.folder.empty())
                found.push_back(std::move(one));
}

std::string majorAndMinor(const std::string& version)
{
    const std::size_t dot = version.find('.');
    return dot == std::string::npos ? std::string() : version.substr(0, version.find('.', dot + 1));
}

} // namespace

LibTorchFolder libTorchAt(const fs::path& named)
{
    for (const char* below : {"", "lib", "torch/lib"})
        if (LibTorchFolder found = libTorchIn((named / below).lexically_normal()); !found.folder.empty())
            return found;
    std::vector<LibTorchFolder> found;
    addOfPython(found, named);
    return found.empty() ? LibTorchFolder() : found.front();
}

std::vector<LibTorchFolder> libTorchFolders(const std::function<const char*(const char*)>& environment)
{
    const auto folder = [&environment](const char* variable) {
        const char* value = environment(variable);
        return fs::path(value ? value : "");
    };
    std::vector<LibTorchFolder> found;
    // The Python in use: that of a virtual environment or of conda, where one is active.
    std::istringstream programs(folder("PATH").string());
    for (std::string place; std::getline(programs, place, ':');)
        if (std::error_code error; fs::exists(fs::path(place) / "python3", error))
            addOfPython(found, fs::path(place).parent_path());
    const fs::path home = folder("HOME");
    fs::path cache = folder("XDG_CACHE_HOME");
    if (cache.empty() && !home.empty())
        cache = home / ".cache";
    if (!cache.empty())
        for (const fs::path& environmentFolder : foldersIn(cache / "decodescope", "torch-"))
            addOfPython(found, environmentFolder);
    if (!home.empty())
        addOfPython(found, home / ".local");
    for (const char* system : {"/usr/local", "/usr"})
        addOfPython(found, system);
    return found;
}

bool isSameLibTorch(const std::string& version, const std::string& builtFor)
{
    const std::string wanted = majorAndMinor(builtFor);
    return !wanted.empty() && majorAndMinor(version) == wanted;
}

} // namespace decodescope
