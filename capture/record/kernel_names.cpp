// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/kernel_names.h"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace decodescope {

const std::string& KernelNames::demangled(const char* mangled)
{
    const auto [entry, isNew] = m_names.try_emplace(mangled);
    if (isNew) {
        int status = 0;
        const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(mangled, nullptr, nullptr, &status),
                                                          &std::free);
        entry->second = status == 0 && text ? text.get() : mangled;
    }
    return entry->second;
}

} // namespace decodescope
