// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/api_calls.h"

#include <algorithm>
#include <cctype>

namespace decodescope {

namespace {

bool startsWithAny(std::string_view name, std::initializer_list<std::string_view> starts)
{
    return std::any_of(starts.begin(), starts.end(),
                       [name](std::string_view start) { return name.starts_with(start); });
}

} // namespace

std::string plainCallName(std::string_view cuptiName)
{
    // Runtime functions end in the version that brought them: "_v3020".
    constexpr std::size_t kVersionDigits = 4;
    const std::size_t at = cuptiName.rfind("_v");
    if (at == std::string_view::npos)
        return std::string(cuptiName);
    const std::string_view digits = cuptiName.substr(at + 2);
    const bool isVersion = digits.size() >= kVersionDigits && std::all_of(digits.begin(), digits.end(), [](char c) {
                               return std::isdigit(static_cast<unsigned char>(c)) != 0;
                           });
    return std::string(isVersion ? cuptiName.substr(0, at) : cuptiName);
}

Launches launchesOf(std::string_view name)
{
    if (startsWithAny(name, {"cudaGraphLaunch", "cuGraphLaunch"}))
        return Launches::graph;
    if (startsWithAny(name, {"cudaMemcpy", "cudaMemset", "cuMemcpy", "cuMemset"}))
        return Launches::copy;
    const bool isKernel = startsWithAny(name, {"cudaLaunchKernel", "__cudaLaunchKernel", "cudaLaunchCooperativeKernel",
                                               "cuLaunchKernel", "cuLaunchCooperativeKernel", "cuLaunchGrid"}) ||
                          name == "cuLaunch" || name == "cudaLaunch_v3020";
    return isKernel ? Launches::kernel : Launches::nothing;
}

std::uint32_t syncTypeOf(std::string_view name)
{
    if (startsWithAny(name, {"cudaEventSynchronize", "cuEventSynchronize"}))
        return 1;
    if (startsWithAny(name, {"cudaStreamWaitEvent", "cuStreamWaitEvent"}))
        return 2;
    if (startsWithAny(name, {"cudaStreamSynchronize", "cuStreamSynchronize"}))
        return 3;
    return startsWithAny(name, {"cudaDeviceSynchronize", "cuCtxSynchronize", "cudaThreadSynchronize"}) ? 4 : 0;
}

bool isWorkCall(std::string_view name)
{
    return launchesOf(name) != Launches::nothing || syncTypeOf(name) != 0;
}

void CallTable::add(CallDomain domain, std::uint32_t cbid, std::string_view cuptiName)
{
    std::vector<Call>& calls = m_calls[static_cast<std::size_t>(domain)];
    if (calls.size() <= cbid)
        calls.resize(cbid + 1);
    calls[cbid] = {plainCallName(cuptiName), launchesOf(cuptiName), syncTypeOf(cuptiName)};
}

const CallTable::Call* CallTable::find(CallDomain domain, std::uint32_t cbid) const
{
    const std::vector<Call>& calls = m_calls[static_cast<std::size_t>(domain)];
    return cbid < calls.size() ? &calls[cbid] : nullptr;
}

std::string_view CallTable::name(CallDomain domain, std::uint32_t cbid) const
{
    const Call* call = find(domain, cbid);
    return call != nullptr ? std::string_view(call->name) : "";
}

Launches CallTable::launches(CallDomain domain, std::uint32_t cbid) const
{
    const Call* call = find(domain, cbid);
    return call != nullptr ? call->launches : Launches::nothing;
}

std::uint32_t CallTable::syncType(CallDomain domain, std::uint32_t cbid) const
{
    const Call* call = find(domain, cbid);
    return call != nullptr ? call->syncType : 0;
}

} // namespace decodescope
