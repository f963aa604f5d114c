// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/process_memory.h"

#include <cstddef>
#include <dlfcn.h>
#include <fstream>
#include <malloc.h>
#include <unistd.h>

namespace decodescope::gpu {

namespace {

void* loadedLibrary(const char* newer, const char* older)
{
    void* library = ::dlopen(newer, RTLD_LAZY | RTLD_NOLOAD);
    return library != nullptr ? library : ::dlopen(older, RTLD_LAZY | RTLD_NOLOAD);
}

} // namespace

ProcessMemory ProcessMemory::ofThisProcess()
{
    ProcessMemory memory;
    ::malloc_trim(0);
    double pages = 0;
    double resident = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident;
    memory.hostBytes = resident * static_cast<double>(::sysconf(_SC_PAGESIZE));
    if (void* runtime = loadedLibrary("libcudart.so.13", "libcudart.so.12")) {
        std::size_t free = 0;
        std::size_t total = 0;
        auto* get = reinterpret_cast<int (*)(std::size_t*, std::size_t*)>(::dlsym(runtime, "cudaMemGetInfo"));
        if (get != nullptr && get(&free, &total) == 0)
            memory.gpuBytes = static_cast<double>(total - free);
    }
    return memory;
}

ForeignCuptiSubscriber::ForeignCuptiSubscriber()
    : m_library(loadedLibrary("libcupti.so.13", "libcupti.so.12"))
{
    if (m_library == nullptr)
        return;
    using Callback = void (*)(void*, int, unsigned, const void*);
    auto* subscribe = reinterpret_cast<int (*)(void**, Callback, void*)>(::dlsym(m_library, "cuptiSubscribe"));
    const Callback ignore = [](void*, int, unsigned, const void*) {};
    if (subscribe == nullptr || subscribe(&m_subscriber, ignore, nullptr) != 0)
        m_subscriber = nullptr;
}

ForeignCuptiSubscriber::~ForeignCuptiSubscriber()
{
    if (m_subscriber == nullptr)
        return;
    if (auto* unsubscribe = reinterpret_cast<int (*)(void*)>(::dlsym(m_library, "cuptiUnsubscribe")))
        unsubscribe(m_subscriber);
}

} // namespace decodescope::gpu
