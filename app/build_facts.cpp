// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/build_facts.h"

#include "app/capture_library.h"

#include <cstdint>
#include <dlfcn.h>
#include <link.h>

namespace decodescope {

namespace {

struct FileSearch
{
    std::string beginOfName;
    std::string path;
};

int onLoadedFile(dl_phdr_info* info, std::size_t, void* context)
{
    FileSearch& search = *static_cast<FileSearch*>(context);
    const std::string path = info->dlpi_name ? info->dlpi_name : "";
    if (!path.substr(path.rfind('/') + 1).starts_with(search.beginOfName))
        return 0;
    search.path = path;
    return 1;
}

// Of the library that this process has loaded; empty: none.
std::string loadedPath(const char* beginOfName)
{
    FileSearch search{beginOfName, {}};
    ::dl_iterate_phdr(onLoadedFile, &search);
    return search.path;
}

// Asks a loaded library for its version by a function `int f(Number*)` that returns 0 when all is well; 0: no answer.
template <class Number>
Number versionFrom(const std::string& path, const char* function)
{
    void* library = path.empty() ? nullptr : ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
        return 0;
    Number version = 0;
    const auto ask = reinterpret_cast<int (*)(Number*)>(::dlsym(library, function));
    if (ask && ask(&version) != 0)
        version = 0;
    ::dlclose(library); // only what RTLD_NOLOAD has counted
    return version;
}

// CUDA_VERSION in cuda.h: 1000 * major + 10 * minor.
std::string cudaVersionText(int version)
{
    return version > 0 ? std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10) : "version unknown";
}

void addLine(std::string& text, const std::string& line)
{
    text += (text.empty() ? "" : "\n") + line;
}

} // namespace

std::string buildFacts(const std::filesystem::path& program, const std::string& qtVersion)
{
    std::string text = DECODESCOPE_VERSION;
    addLine(text, "compiler: " DECODESCOPE_COMPILER ", " DECODESCOPE_BUILD_TYPE);
    if (!qtVersion.empty())
        addLine(text, "Qt: " + qtVersion);
    const std::string torch{std::string_view(DECODESCOPE_TORCH_VERSION)};
    addLine(text, torch.empty() ? "LibTorch: none, built without live capture" : "LibTorch: built for " + torch);
    const std::filesystem::path library = findCaptureLibrary(program);
    addLine(text, "capture library: " + (library.empty() ? "not installed" : library.lexically_normal().string()));
    return text;
}

std::string loadedLibraryFacts()
{
    std::string text;
    if (const std::string torch = loadedPath("libtorch_cpu.so"); !torch.empty())
        addLine(text, "LibTorch: " + torch);
    if (const std::string runtime = loadedPath("libcudart.so"); !runtime.empty())
        addLine(text, "CUDA runtime: " + cudaVersionText(versionFrom<int>(runtime, "cudaRuntimeGetVersion")) + ", " +
                          runtime);
    if (const std::string driver = loadedPath("libcuda.so"); !driver.empty())
        addLine(text, "driver: CUDA " + cudaVersionText(versionFrom<int>(driver, "cuDriverGetVersion")));
    if (const std::string cupti = loadedPath("libcupti.so"); !cupti.empty()) {
        const auto version = versionFrom<std::uint32_t>(cupti, "cuptiGetVersion");
        addLine(text, "CUPTI: " + (version ? "API " + std::to_string(version) : std::string("version unknown")) + ", " +
                          cupti);
    }
    return text;
}

} // namespace decodescope
