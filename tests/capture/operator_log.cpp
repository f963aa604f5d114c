// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/operator_log.h"

#include <ATen/record_function.h>

#include <memory>
#include <utility>

namespace decodescope::test {

namespace {

thread_local std::vector<LoggedOperator> t_log;
thread_local int t_depth = 0;

std::unique_ptr<at::ObserverContext> enter(const at::RecordFunction& function)
{
    t_log.push_back({t_depth++, function.name()});
    return nullptr;
}

void leave(const at::RecordFunction&, at::ObserverContext*)
{
    --t_depth;
}

} // namespace

OperatorLog::OperatorLog()
{
    t_log.clear();
    t_depth = 0;
    m_handle = at::addThreadLocalCallback(at::RecordFunctionCallback(enter, leave).scopes({at::RecordScope::FUNCTION}));
}

OperatorLog::~OperatorLog()
{
    at::removeCallback(m_handle);
}

std::size_t OperatorLog::size() const
{
    return t_log.size();
}

std::vector<LoggedOperator> OperatorLog::take()
{
    return std::exchange(t_log, {});
}

} // namespace decodescope::test
