// SPDX-License-Identifier: GPL-3.0-or-later
// The operators that LibTorch runs on this thread, as torch.profiler would list them. No torch type in this header.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace decodescope::test {

struct LoggedOperator
{
    int depth = 0; // operators around it
    std::string name;
};

// Collects from construction to take(). One at a time.
class OperatorLog
{
public:
    OperatorLog();
    ~OperatorLog();
    OperatorLog(const OperatorLog&) = delete;
    OperatorLog& operator=(const OperatorLog&) = delete;

    std::size_t size() const; // operators begun so far
    std::vector<LoggedOperator> take();

private:
    unsigned long long m_handle;
};

} // namespace decodescope::test
