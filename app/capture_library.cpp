// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture_library.h"

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

} // namespace

std::filesystem::path findCaptureLibrary(const std::filesystem::path& program)
{
    std::error_code error;
    std::filesystem::path folder = std::filesystem::canonical(program, error).parent_path();
    if (error)
        folder = program.parent_path();
    for (const char* place : {".", "../lib/decodescope", "../lib"}) {
        const std::filesystem::path file = folder / place / kFile;
        if (std::filesystem::exists(file, error))
            return file;
    }
    return {};
}

Result<std::unique_ptr<LiveSource>> createLiveSource(const std::filesystem::path& program)
{
    const std::filesystem::path file = findCaptureLibrary(program);
    if (file.empty())
        return failure(ErrorCode::unsupported,
                       "This build cannot capture: libdecodescope-capture.so is neither beside the program nor in "
                       "../lib/decodescope; build it with LibTorch (WITH_CAPTURE=ON).");
    // Local symbols, so that LibTorch's do not meet the program's own; never closed, since LibTorch does not unload.
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return failure(ErrorCode::unsupported, "The capture library cannot be loaded: " + lastLoaderError());
    const auto create = reinterpret_cast<CreateLiveSource>(dlsym(library, kCreateLiveSourceSymbol));
    if (!create)
        return failure(ErrorCode::internal, "The capture library is of another version of this program.",
                       file.string());
    std::unique_ptr<LiveSource> source(create());
    if (!source)
        return failure(ErrorCode::internal, "The capture library could not begin: there is too little memory.");
    return source;
}

} // namespace decodescope
