// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel names as a person reads them.
#pragma once

#include <string>
#include <unordered_map>

namespace decodescope {

// Demangles C++ names, each once. Used by the pump, off the hot path: one name takes about 20 us.
class KernelNames
{
public:
    // `mangled` is compared by pointer, so it must live as long as this object. Names that are not C++ come back
    // unchanged.
    const std::string& demangled(const char* mangled);

private:
    std::unordered_map<const char*, std::string> m_names;
};

} // namespace decodescope
