// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/launch_call.h"

#include <string_view>

namespace decodescope {

bool isLaunchCall(const Trace& trace, EventId apiCall)
{
    if (!isApiCall(trace.kind(apiCall)))
        return false;
    if (!trace.launchedBy(apiCall).empty())
        return true;
    const std::string_view name = trace.name(apiCall);
    const bool named = name.find("LaunchKernel") != std::string_view::npos ||
                       name.find("GraphLaunch") != std::string_view::npos ||
                       name.find("LaunchCooperativeKernel") != std::string_view::npos;
    if (!named)
        return false;
    const EventId around = trace.parent(apiCall);
    return around == kNoEvent || !isApiCall(trace.kind(around));
}

} // namespace decodescope
