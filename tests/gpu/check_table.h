// SPDX-License-Identifier: GPL-3.0-or-later
// What the check programs print: one tab-separated row a check, for the script that makes the table.
#pragma once

#include <string>

namespace decodescope::gpu {

class CheckTable
{
public:
    // isTrial: on the CPU, to try the programs themselves. Times are no matter then.
    explicit CheckTable(bool isTrial)
        : m_isTrial(isTrial)
    {
    }

    // ok: whether it is as it should be. value and limit are texts for the reader.
    void add(const std::string& name, bool ok, const std::string& value, const std::string& limit);
    // The same for a time.
    void addTime(const std::string& name, bool ok, const std::string& value, const std::string& limit);
    // A figure without a limit.
    void note(const std::string& name, const std::string& value);
    bool allOk() const { return m_allOk; }

private:
    const bool m_isTrial;
    bool m_allOk = true;
};

std::string milliseconds(double ns); // "9.412 ms"

} // namespace decodescope::gpu
