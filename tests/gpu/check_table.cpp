// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/check_table.h"

#include <array>
#include <cstdio>

namespace decodescope::gpu {

void CheckTable::add(const std::string& name, bool ok, const std::string& value, const std::string& limit)
{
    m_allOk = m_allOk && ok;
    std::printf("%s\t%s\t%s\t%s\n", ok ? "ok" : "FAIL", name.c_str(), value.c_str(), limit.c_str());
    std::fflush(stdout);
}

void CheckTable::addTime(const std::string& name, bool ok, const std::string& value, const std::string& limit)
{
    if (m_isTrial)
        note(name, value);
    else
        add(name, ok, value, limit);
}

void CheckTable::note(const std::string& name, const std::string& value)
{
    std::printf("-\t%s\t%s\t\n", name.c_str(), value.c_str());
    std::fflush(stdout);
}

std::string milliseconds(double ns)
{
    constexpr double kNsPerMs = 1e6;
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.3f ms", ns / kNsPerMs);
    return text.data();
}

} // namespace decodescope::gpu
