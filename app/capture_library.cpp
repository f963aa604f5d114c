// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture_library.h"

#include "app/lib_torch_search.h"

#include <cstdlib>
#include <dlfcn.h>
#include <string>

namespace decodescope {

namespace {

constexpr const char* kFile = "libdecodescope-capture.so";

std::string lastLoaderError()
{
    const char* text = dlerror();
    return text ? text : "";
}

// Local symbols, so that LibTorch's do not meet the program's own; never closed, since LibTorch does not unload.
void* load(const std::filesystem::path& file)
{
    return dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
}

// Afterwards the loader takes these for the libraries of the same names that another one asks for.
bool loadLibTorch(const std::filesystem::path& folder)
{
    for (const char* name : {"libc10.so", "libtorch_cpu.so", "libc10_cuda.so", "libtorch_cuda.so", "libtorch.so"}) {
        std::error_code error;
        const bool isOfCuda = std::string_view(name).find("cuda") != std::string_view::npos;
        if (isOfCuda && !std::filesystem::exists(folder / name, error))
            continue;
        if (!load(folder / name))
            return false;
    }
    return true;
}

const std::string kHowToGetLibTorch = std::string("install it with \"pip install torch==") + DECODESCOPE_TORCH_VERSION +
                                      "\", or name its folder in DECODESCOPE_LIBTORCH.";

// Where the user says that it is.
Result<void*> loadWithNamed(const std::filesystem::path& file, const std::filesystem::path& named)
{
    const LibTorchFolder found = libTorchAt(named);
    if (found.folder.empty())
        return failure(ErrorCode::io,
                       "There is no LibTorch in this folder (no libtorch.so): name the package "
                       "folder \"torch\", a virtual environment or an unpacked LibTorch.",
                       named.string());
    if (!found.version.empty() && !isSameLibTorch(found.version, DECODESCOPE_TORCH_VERSION))
        return failure(ErrorCode::unsupported,
                       "This LibTorch is version " + found.version + ", and capture was built for " +
                           DECODESCOPE_TORCH_VERSION + "; " + kHowToGetLibTorch,
                       found.folder.string());
    void* library = loadLibTorch(found.folder) ? load(file) : nullptr;
    if (!library)
        return failure(ErrorCode::unsupported, "LibTorch cannot be loaded: " + lastLoaderError(),
                       found.folder.string());
    return library;
}

Result<void*> loadCapture(const std::filesystem::path& file, std::filesystem::path named)
{
    if (const char* variable = std::getenv("DECODESCOPE_LIBTORCH"); named.empty() && variable)
        named = variable;
    if (!named.empty())
        return loadWithNamed(file, named);
    if (void* library = load(file))
        return library;
    const std::string reason = lastLoaderError();
    std::string others;
    for (const LibTorchFolder& found : libTorchFolders([](const char* name) { return std::getenv(name); })) {
        if (!isSameLibTorch(found.version, DECODESCOPE_TORCH_VERSION)) {
            others += " " + found.folder.string() + " is version " + found.version + ".";
            continue;
        }
        if (loadLibTorch(found.folder))
            if (void* library = load(file))
                return library;
    }
    return failure(ErrorCode::unsupported, "The capture library cannot be loaded: " + reason + ". It needs LibTorch " +
                                               DECODESCOPE_TORCH_VERSION + ":" + others + " " + kHowToGetLibTorch);
}

} // namespace

std::filesystem::path findCaptureLibrary(const std::filesystem::path& program)
{
    std::error_code error;
    std::filesystem::path folder = std::filesystem::canonical(program, error).parent_path();
    if (error)
        folder = program.parent_path();
    for (const char* place : {".", "../lib/decodescope", "../lib"}) {
        std::filesystem::path file = folder / place / kFile;
        if (std::filesystem::exists(file, error))
            return file;
    }
    return {};
}

Result<std::unique_ptr<LiveSource>> createLiveSource(const std::filesystem::path& program,
                                                     const std::filesystem::path& libTorch)
{
    const std::filesystem::path file = findCaptureLibrary(program);
    if (file.empty())
        return failure(ErrorCode::unsupported,
                       "This build cannot capture: libdecodescope-capture.so is neither beside the program nor in "
                       "../lib/decodescope; build it with LibTorch (WITH_CAPTURE=ON).");
    const Result<void*> library = loadCapture(file, libTorch);
    if (!library)
        return tl::unexpected(library.error());
    const auto create = reinterpret_cast<CreateLiveSource>(dlsym(*library, kCreateLiveSourceSymbol));
    if (!create)
        return failure(ErrorCode::internal, "The capture library is of another version of this program.",
                       file.string());
    std::unique_ptr<LiveSource> source(create());
    if (!source)
        return failure(ErrorCode::internal, "The capture library could not begin: there is too little memory.");
    return source;
}

} // namespace decodescope
