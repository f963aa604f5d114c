// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/timeline_navigator.h"

#include "core/query/link_chain.h"
#include "core/query/time_scale.h"
#include "ui/model/gap_store.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

// A slice that is gone to should be at least this part of the view, and at most all of it.
constexpr double kLeastPartOfView = 1.0 / 400;
constexpr Ns kFewNs = 200;

TimeRange withMargins(TimeRange range, double part)
{
    const Ns margin = std::max<Ns>(static_cast<Ns>(static_cast<double>(range.length()) * part), 1);
    return {saturatingSub(range.begin, margin), saturatingAdd(range.end, margin)};
}

// The slice of a lane before or after the one at `position`; kNoEvent at the ends.
EventId beside(const Lane& lane, std::size_t position, Direction direction)
{
    if (direction == Direction::next)
        return position + 1 < lane.size() ? lane.event(position + 1) : kNoEvent;
    return position > 0 ? lane.event(position - 1) : kNoEvent;
}

} // namespace

TimelineNavigator::TimelineNavigator(TraceDocument& document, TimelineState& state, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_state(state)
    , m_animation(state)
{
    const auto noteSlice = [this] {
        if (m_state.selectedEvent() != kNoEvent || m_state.selectedGap())
            m_isRangeNewest = false;
    };
    connect(&state, &TimelineState::selectedEventChanged, this, noteSlice);
    connect(&state, &TimelineState::selectedGapChanged, this, noteSlice);
    connect(&state, &TimelineState::selectedRangeChanged, this,
            [this] { m_isRangeNewest = m_state.selectedRange().has_value(); });
}

void TimelineNavigator::move(TimeRange range, Manner manner)
{
    if (manner == Manner::smooth)
        m_animation.moveTo(range);
    else
        m_state.setVisibleRange(range, TimelineState::Move::continuous);
}

void TimelineNavigator::zoom(double factor, Manner manner)
{
    const TimeRange view = m_state.visibleRange();
    Ns anchor = view.begin + view.length() / 2;
    if (m_state.cursorTime() && view.contains(*m_state.cursorTime()))
        anchor = *m_state.cursorTime();
    zoomAt(factor, anchor, manner);
}

void TimelineNavigator::zoomAt(double factor, Ns anchor, Manner manner)
{
    const TimeRange shown = m_state.visibleRange();
    const TimeRange view = manner == Manner::smooth ? m_animation.target() : shown;
    if (factor > 1 && view.length() <= TimelineState::kShortestView)
        return;
    factor = std::min(factor, static_cast<double>(view.length()) / TimelineState::kShortestView);
    if (view != shown) { // what is at the anchor now stays there; where the move ends it is elsewhere
        const double place =
            static_cast<double>(saturatingSub(anchor, shown.begin)) / static_cast<double>(shown.length());
        const auto length = static_cast<double>(view.length()) / factor;
        const Ns begin = saturatingSub(anchor, static_cast<Ns>(std::llround(length * place)));
        move({begin, saturatingAdd(begin, std::max<Ns>(std::llround(length), 1))}, manner);
        return;
    }
    move(zoomed(view, factor, anchor), manner);
}

void TimelineNavigator::pan(double part, Manner manner)
{
    m_state.setFollow(false);
    const TimeRange view = manner == Manner::smooth ? m_animation.target() : m_state.visibleRange();
    const Ns by = static_cast<Ns>(std::llround(static_cast<double>(view.length()) * part));
    move({saturatingAdd(view.begin, by), saturatingAdd(view.end, by)}, manner);
}

void TimelineNavigator::center(Ns time)
{
    const TimeRange view = m_state.visibleRange();
    const Ns length = view.length();
    if (time >= saturatingAdd(view.begin, length / 10) && time <= saturatingSub(view.end, length / 10))
        return;
    const Ns begin = saturatingSub(time, length / 2);
    show({begin, saturatingAdd(begin, length)});
}

void TimelineNavigator::fit()
{
    show(withMargins(m_state.content(), 0.01));
}

void TimelineNavigator::zoomToSelection()
{
    const EventId event = m_state.selectedEvent();
    const auto range = m_state.selectedRange();
    const bool hasRange = range && !range->isEmpty();
    const bool hasSlice = event != kNoEvent || m_state.selectedGap();
    if (hasRange && (m_isRangeNewest || !hasSlice))
        zoomTo(*range);
    else if (hasSlice)
        show(withMargins(event != kNoEvent ? m_document.trace()->event(event).range() : m_state.selectedGap()->range,
                         0.2));
    else
        fit();
}

void TimelineNavigator::zoomTo(TimeRange range)
{
    show(withMargins(range, 0.03));
}

TimeRange TimelineNavigator::lookedAt() const
{
    const TimeRange view = m_state.visibleRange();
    const auto range = m_state.selectedRange();
    return range && !range->isEmpty() && range->begin < view.end && view.begin < range->end ? *range : view;
}

void TimelineNavigator::show(TimeRange range)
{
    m_state.setFollow(false);
    m_state.setVisibleRange(range);
}

void TimelineNavigator::goTo(EventId event)
{
    const auto trace = m_document.trace();
    if (event == kNoEvent || index(event) >= trace->eventCount())
        return;
    m_state.setSelectedEvent(event);
    const TimeRange slice = trace->event(event).range();
    const TimeRange view = m_state.visibleRange();
    Ns length = view.length();
    const double least = static_cast<double>(std::max(slice.length(), kFewNs / 400));
    if (static_cast<double>(length) * kLeastPartOfView > least)
        length = static_cast<Ns>(least / kLeastPartOfView / 4);
    if (slice.length() > length)
        length = slice.length() + slice.length() / 5;
    if (length != view.length() || !view.contains(slice)) {
        const Ns middle = slice.begin + slice.length() / 2;
        show({saturatingSub(middle, length / 2), saturatingAdd(middle, length - length / 2)});
    }
    Q_EMIT eventRevealed(event);
}

EventId TimelineNavigator::firstInSight() const
{
    const auto trace = m_document.trace();
    const TimeRange view = lookedAt();
    for (const TrackKind kind : {TrackKind::stream, TrackKind::thread, TrackKind::step}) {
        for (const Track& track : trace->tracks()) {
            if (track.kind != kind || track.lanes.empty())
                continue;
            const Lane& lane = track.lanes.front();
            const std::size_t first = lane.firstBeginningFrom(view.begin);
            if (first < lane.size() && lane.begin(first) < view.end)
                return lane.event(first);
        }
    }
    return kNoEvent;
}

void TimelineNavigator::goToNeighbour(Direction direction)
{
    const auto trace = m_document.trace();
    const EventId selected = m_state.selectedEvent();
    if (selected == kNoEvent) {
        goTo(firstInSight());
        return;
    }
    if (const auto place = trace->place(selected)) {
        const Track& track = trace->track(trace->event(selected).track);
        goTo(beside(track.lanes[place->lane], place->position, direction));
    }
}

void TimelineNavigator::goToLevel(Direction outwardsOrInwards)
{
    const auto trace = m_document.trace();
    const EventId selected = m_state.selectedEvent();
    if (selected == kNoEvent)
        return;
    if (outwardsOrInwards == Direction::previous) {
        goTo(trace->parent(selected));
        return;
    }
    const auto place = trace->place(selected);
    const Track& track = trace->track(trace->event(selected).track);
    if (!place || place->lane + 1 >= track.lanes.size())
        return;
    const TimeRange slice = trace->event(selected).range();
    const Lane& below = track.lanes[place->lane + 1];
    const std::size_t first = below.firstBeginningFrom(slice.begin);
    if (first < below.size() && below.begin(first) < slice.end)
        goTo(below.event(first));
}

void TimelineNavigator::goToKernel(Direction direction)
{
    const auto trace = m_document.trace();
    const EventId selected = m_state.selectedEvent();
    const bool isForward = direction == Direction::next;
    Ns from = isForward ? lookedAt().begin : lookedAt().end;
    if (selected != kNoEvent)
        from = trace->event(selected).begin;
    EventId best = kNoEvent;
    Ns bestBegin = 0;
    const auto consider = [&](const Lane& lane, std::size_t i) {
        if (i >= lane.size() || lane.event(i) == selected || trace->kind(lane.event(i)) != EventKind::kernel)
            return;
        const Ns begin = lane.begin(i);
        if (best == kNoEvent || (isForward ? begin < bestBegin : begin > bestBegin)) {
            best = lane.event(i);
            bestBegin = begin;
        }
    };
    for (const Track& track : trace->tracks()) {
        if (track.kind != TrackKind::stream)
            continue;
        for (const Lane& lane : track.lanes) {
            std::size_t i =
                lane.firstBeginningFrom(isForward ? saturatingAdd(from, selected == kNoEvent ? 0 : 1) : from);
            if (!isForward && i == 0)
                continue;
            consider(lane, isForward ? i : i - 1);
        }
    }
    goTo(best);
}

void TimelineNavigator::goToSameName(Direction direction)
{
    const auto trace = m_document.trace();
    const EventId selected = m_state.selectedEvent();
    if (selected == kNoEvent)
        return;
    const auto place = trace->place(selected);
    if (!place)
        return;
    const NameId name = trace->event(selected).name;
    const Lane& lane = trace->track(trace->event(selected).track).lanes[place->lane];
    const std::size_t step = direction == Direction::next ? 1 : static_cast<std::size_t>(-1);
    for (std::size_t i = place->position + step; i < lane.size(); i += step) {
        if (trace->events().name(lane.event(i)) == name) {
            goTo(lane.event(i));
            return;
        }
    }
}

void TimelineNavigator::goToGap(Direction direction)
{
    const auto trace = m_document.trace();
    const auto gaps = m_document.gaps().index();
    const auto& selected = m_state.selectedGap();
    const EventId event = m_state.selectedEvent();
    TrackId stream = gaps->streams().empty() ? kNoTrack : gaps->streams().front().stream;
    const bool isNext = direction == Direction::next;
    Ns from = isNext ? saturatingSub(lookedAt().begin, 1) : lookedAt().end;
    if (selected) {
        stream = selected->stream;
        from = selected->range.begin;
    } else if (event != kNoEvent && gaps->ofStream(trace->events().track(event)) != nullptr) {
        stream = trace->events().track(event);
        from = trace->events().begin(event);
    }
    const auto find = [&](Ns least) {
        return isNext ? gaps->next(stream, from, least) : gaps->previous(stream, from, least);
    };
    const double least = static_cast<double>(m_state.visibleRange().length()) * kLeastPartOfView;
    auto found = find(std::max<Ns>(static_cast<Ns>(least), 1));
    if (!found)
        found = find(1);
    if (found)
        goToGap(*found);
}

void TimelineNavigator::goToGap(std::size_t number)
{
    const auto gaps = m_document.gaps().index();
    if (number >= gaps->gaps().size())
        return;
    const Gap& gap = gaps->gaps()[number];
    m_state.setSelectedGap(SelectedGap{gap.stream, gap.range});
    const TimeRange view = m_state.visibleRange();
    Ns length = view.length();
    if (static_cast<double>(gap.range.length()) < static_cast<double>(length) * kLeastPartOfView)
        length = std::max(gap.range.length() * 20, kFewNs);
    if (gap.range.length() > length)
        length = gap.range.length() + gap.range.length() / 5;
    if (length != view.length() || !view.contains(gap.range)) {
        const Ns middle = gap.range.begin + gap.range.length() / 2;
        show({saturatingSub(middle, length / 2), saturatingAdd(middle, length - length / 2)});
    }
    if (gap.after != kNoEvent) // of the same row
        Q_EMIT eventRevealed(gap.after);
}

void TimelineNavigator::followLink(Direction direction)
{
    const auto trace = m_document.trace();
    const EventId selected = m_state.selectedEvent();
    if (selected == kNoEvent)
        return;
    const LinkChain chain = linkChain(*trace, selected);
    const bool isGpu = isGpuOperation(trace->kind(selected));
    if (direction == Direction::previous) {
        if (isGpu)
            goTo(chain.launch);
        else if (!chain.scopes.empty())
            goTo(chain.scopes.front());
        return;
    }
    if (!isGpu && !chain.operations.empty())
        goTo(chain.operations.front());
}

void TimelineNavigator::goToStep(Direction direction)
{
    const auto trace = m_document.trace();
    const auto steps = trace->steps();
    if (steps.empty())
        return;
    const TimeRange view = m_state.visibleRange();
    const TimeRange at = m_state.selectedRange().value_or(view);
    // From the step that is selected. Those of several ranks lie over one another, also in the same place.
    const auto count = static_cast<std::ptrdiff_t>(steps.size());
    const auto selected = std::ranges::find(steps, at, &Step::range);
    if (m_state.selectedRange() && selected != steps.end()) {
        auto target = selected - steps.begin();
        do
            target += direction == Direction::next ? 1 : -1;
        while (target >= 0 && target < count && steps[static_cast<std::size_t>(target)].range == at);
        if (target >= 0 && target < count)
            selectStep(static_cast<std::size_t>(target));
        return;
    }
    // Else from the one in the middle of what is looked at.
    const Ns middle = at.begin + at.length() / 2;
    const auto after = std::ranges::upper_bound(steps, middle, {}, [](const Step& step) { return step.range.begin; });
    const auto current = after - steps.begin() - 1; // -1: before the first
    const bool isWithin = current >= 0 && steps[static_cast<std::size_t>(current)].range.contains(middle);
    const auto target = direction == Direction::next && !isWithin ? current + 1 : current;
    if (target >= 0 && target < count)
        selectStep(static_cast<std::size_t>(target));
}

void TimelineNavigator::selectStep(std::size_t step)
{
    const auto trace = m_document.trace();
    if (step >= trace->steps().size())
        return;
    const TimeRange range = trace->steps()[step].range;
    m_state.setTimeOrigin(range.begin);
    m_state.setSelectedRange(range);
    show(withMargins(range, 0.05));
}

void TimelineNavigator::selectRangeOfEvent()
{
    const EventId event = m_state.selectedEvent();
    if (event != kNoEvent)
        m_state.setSelectedRange(m_document.trace()->event(event).range());
    else if (m_state.selectedGap())
        m_state.setSelectedRange(m_state.selectedGap()->range);
}

void TimelineNavigator::limitRangeToRow()
{
    const EventId event = m_state.selectedEvent();
    if (event == kNoEvent)
        return;
    const EventRow slice = m_document.trace()->event(event);
    m_state.setSelectedRange(m_state.selectedRange().value_or(slice.range()), {slice.track});
}

} // namespace decodescope
