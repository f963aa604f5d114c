// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/link_chain.h"

#include <algorithm>

namespace decodescope {

namespace {

void addScopes(const Trace& trace, EventId from, std::vector<EventId>& scopes)
{
    for (EventId scope = trace.parent(from); scope != kNoEvent; scope = trace.parent(scope))
        scopes.push_back(scope);
}

void addOperations(LinkChain& chain, const std::vector<EventId>& operations)
{
    for (const EventId operation : operations) {
        if (chain.operations.size() == LinkChain::kMost) {
            chain.isCut = true;
            return;
        }
        chain.operations.push_back(operation);
    }
}

void addLaunchedWithin(const Trace& trace, EventId scope, LinkChain& chain)
{
    const EventRow row = trace.event(scope);
    for (const Lane& lane : trace.track(row.track).lanes) {
        for (std::size_t i = lane.firstBeginningFrom(row.begin); i < lane.size() && lane.begin(i) < row.end(); ++i) {
            if (chain.isCut)
                return;
            if (isApiCall(trace.kind(lane.event(i))))
                addOperations(chain, trace.launchedBy(lane.event(i)));
        }
    }
}

} // namespace

LinkChain linkChain(const Trace& trace, EventId event)
{
    LinkChain chain;
    if (event == kNoEvent || index(event) >= trace.eventCount())
        return chain;
    const EventKind kind = trace.kind(event);
    if (isGpuOperation(kind)) {
        chain.launch = trace.launchOf(event);
        if (chain.launch == kNoEvent)
            return chain;
        chain.operations.push_back(event);
        addScopes(trace, chain.launch, chain.scopes);
    } else if (isApiCall(kind)) {
        chain.launch = event;
        addOperations(chain, trace.launchedBy(event));
        addScopes(trace, event, chain.scopes);
    } else if (kind == EventKind::cpuOp) {
        addScopes(trace, event, chain.scopes);
        addLaunchedWithin(trace, event, chain);
        std::ranges::sort(chain.operations);
    }
    return chain;
}

} // namespace decodescope
