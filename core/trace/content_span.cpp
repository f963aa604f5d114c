// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/content_span.h"

#include <algorithm>

namespace decodescope {

namespace {

constexpr std::size_t kMaxSample = std::size_t{1} << 17;
constexpr Ns kMillisecond = 1'000'000;
constexpr Ns kFar = 1000;

struct Sample
{
    TimeRange range;
    EventId event;
};

std::vector<Sample> sampleOf(const EventTable& events)
{
    const std::size_t stride = std::max<std::size_t>(1, events.size() / kMaxSample);
    std::vector<Sample> sample;
    sample.reserve(events.size() / stride + 1);
    for (std::size_t i = 0; i < events.size(); i += stride) {
        const auto id = static_cast<EventId>(i);
        if ((events.flags(id) & EventFlag::implausible) == 0)
            sample.push_back({{events.begin(id), saturatingAdd(events.begin(id), events.duration(id))}, id});
    }
    std::sort(sample.begin(), sample.end(),
              [](const Sample& a, const Sample& b) { return a.range.begin < b.range.begin; });
    return sample;
}

bool isFar(Ns gap, Ns left, Ns right)
{
    const Ns extent = saturatingAdd(saturatingAdd(left, right), 2 * kMillisecond);
    return gap / kFar > extent;
}

} // namespace

ContentSpan contentSpanOf(const EventTable& events, TimeRange span)
{
    ContentSpan result{span, 0, kNoEvent};
    const std::vector<Sample> sample = sampleOf(events);
    if (sample.size() < 2)
        return result;
    std::vector<Ns> endSoFar(sample.size()); // of everything that begins no later
    Ns latest = sample.front().range.end;
    for (std::size_t i = 0; i < sample.size(); ++i)
        endSoFar[i] = latest = std::max(latest, sample[i].range.end);

    const std::size_t few = std::max<std::size_t>(2, sample.size() / 10);
    std::size_t first = 0;
    std::size_t last = sample.size(); // [first, last) stays
    for (std::size_t i = 1; i < sample.size() && i <= few; ++i) {
        const Ns gap = saturatingSub(sample[i].range.begin, endSoFar[i - 1]);
        if (isFar(gap, saturatingSub(endSoFar[i - 1], sample[first].range.begin),
                  saturatingSub(endSoFar.back(), sample[i].range.begin)))
            first = i;
    }
    for (std::size_t i = sample.size() - 1; i > first && sample.size() - i <= few; --i) {
        const Ns gap = saturatingSub(sample[i].range.begin, endSoFar[i - 1]);
        if (isFar(gap, saturatingSub(endSoFar[i - 1], sample[first].range.begin),
                  saturatingSub(endSoFar.back(), sample[i].range.begin)))
            last = i;
    }
    if (first == 0 && last == sample.size())
        return result;
    const std::size_t stride = std::max<std::size_t>(1, events.size() / kMaxSample);
    result.strays = (first + (sample.size() - last)) * stride;
    result.firstStray = first > 0 ? sample.front().event : sample[last].event;
    result.content = {first > 0 ? sample[first].range.begin : span.begin,
                      last < sample.size() ? endSoFar[last - 1] : span.end};
    return result;
}

} // namespace decodescope
