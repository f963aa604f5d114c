// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/number_text.h"
#include "ui/timeline/row_renderers.h"

#include <QLocale>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace decodescope {

namespace {

constexpr double kLeastDelayNs = 1e3;
constexpr double kDelayDecades = 4;     // up to 10 ms
constexpr std::ptrdiff_t kMostDots = 8; // in a column
constexpr std::size_t kMostSamples = 4; // likewise
constexpr double kFirstWithExponent = 1e7;
constexpr double kLeastDigits = 4; // before an exponent
constexpr double kMostDigits = 7;

int logical(const RenderContext& context, double px)
{
    return std::max(1, static_cast<int>(std::lround(px * context.pixelRatio)));
}

// A line across the plot with its value at the right.
void addAxis(const RenderContext& context, int y, const QString& text, DrawList& out)
{
    out.bars.push_back({0, y, context.scale.widthPx(), 1, BarColor::axis, kNoEvent});
    if (!text.isEmpty())
        out.notes.push_back({context.scale.widthPx() - logical(context, 4), y, text});
}

// A thread's memory events are those of the host and of its GPUs; where there are any of a GPU, these are shown.
bool isOfHost(const std::string& args)
{
    return args.find("\"Device Type\": 0") != std::string::npos;
}

bool hasDeviceMemory(const Trace& trace, const EventSeries& points)
{
    const std::size_t looks = std::min<std::size_t>(points.size(), 64);
    for (std::size_t i = 0; i < looks; ++i) {
        const EventId event = points.event(i * points.size() / looks);
        if (trace.kind(event) != EventKind::memory || trace.events().args(event) == kNoArgs)
            return false;
        if (!isOfHost(trace.args().text(trace.events().args(event))))
            return true;
    }
    return false;
}

// The number that a counter sample stands for: allocated bytes of a memory event, else the first number in its
// arguments.
std::optional<double> valueOf(const Trace& trace, EventId event, bool skipsHost)
{
    const ArgsId args = trace.events().args(event);
    if (args == kNoArgs)
        return std::nullopt;
    const std::string text = trace.args().text(args);
    if (skipsHost && isOfHost(text))
        return std::nullopt;
    std::size_t at = text.find("\"Total Allocated\"");
    at = text.find(':', at == std::string::npos ? 0 : at);
    while (at != std::string::npos) {
        const std::size_t digit = text.find_first_not_of(" \"\t\n", at + 1);
        if (digit == std::string::npos)
            break;
        double value = 0;
        if (std::from_chars(text.data() + digit, text.data() + text.size(), value).ec == std::errc() &&
            std::isfinite(value)) // it takes "NaN" and "Infinity" for numbers, which have no height
            return value;
        at = text.find(':', at + 1);
    }
    return std::nullopt;
}

// With as many digits as tell values apart that are `span` away from each other, and an exponent where these would be
// more than a row has room for.
QString valueText(double value, double span, bool isBytes)
{
    const double unit = isBytes ? (value >= 1e9 ? 1e9 : value >= 1e6 ? 1e6 : 1e3) : 1;
    const double shown = value / unit;
    const double least = std::max(span / unit / 20, 1e-6);
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(least))), 0, 4);
    const auto digits = [&] {
        const double apart = std::log10(std::abs(shown) / least);
        return static_cast<int>(std::ceil(std::clamp(apart, kLeastDigits, kMostDigits)));
    };
    QString text = std::abs(shown) < kFirstWithExponent ? QLocale().toString(shown, 'f', decimals)
                                                        : QLocale().toString(shown, 'g', digits());
    if (isBytes)
        text += QChar(0x00a0) + QLatin1String(unit == 1e9 ? "GB" : unit == 1e6 ? "MB" : "kB");
    return text;
}

} // namespace

void drawGpuBusy(const RenderContext& context, const GpuProfile& profile, const RowBox& box, DrawList& out)
{
    const int column = logical(context, 2);
    for (int x = 0; x < context.scale.widthPx(); x += column) {
        const TimeRange range{context.scale.timeAt(x), context.scale.timeAt(x + column)};
        if (range.isEmpty())
            continue;
        const double share =
            static_cast<double>(profile.busy.lengthWithin(range)) / static_cast<double>(range.length());
        if (share <= 0)
            continue;
        const int height = std::max(1, static_cast<int>(std::lround(share * box.laneHeight)));
        const int width = std::min(column, context.scale.widthPx() - x);
        // Neighbours of equal height become one bar.
        if (!out.bars.empty()) {
            DrawnBar& last = out.bars.back();
            if (last.color == BarColor::busy && last.x + last.width == x && last.height == height &&
                last.y + last.height == box.y + box.laneHeight) {
                last.width += width;
                continue;
            }
        }
        out.bars.push_back({x, box.y + box.laneHeight - height, width, height, BarColor::busy, kNoEvent});
    }
}

void drawLaunchDelay(const RenderContext& context, const GpuProfile& profile, const RowBox& box, DrawList& out)
{
    const auto yOf = [&](double delayNs) {
        const double decades = std::clamp(std::log10(std::max(delayNs, 1.0) / kLeastDelayNs), 0.0, kDelayDecades);
        return box.y + box.laneHeight - 1 -
               static_cast<int>(std::lround(decades / kDelayDecades * (box.laneHeight - 2)));
    };
    const bool hasRoom = yOf(1e4) - yOf(1e6) >= context.names.height() * context.pixelRatio; // for both texts
    addAxis(context, yOf(1e4), hasRoom ? QStringLiteral("10 µs") : QString(), out);
    addAxis(context, yOf(1e6), QStringLiteral("1 ms"), out);
    const auto begins = [](const LaunchDelay& delay, Ns t) { return delay.time < t; };
    const int size = logical(context, 2);
    auto at = std::lower_bound(profile.delays.begin(), profile.delays.end(), context.scale.range().begin, begins);
    while (at != profile.delays.end() && at->time < context.scale.range().end) {
        const int x = context.scale.pixelAt(at->time);
        const Ns columnEnd = std::max(context.scale.timeAt(x + size), at->time + 1);
        const auto last = profile.delays.end();
        auto next = at + 1;
        std::ptrdiff_t step = 1;
        while (next != last && next->time < columnEnd) { // galloping, then back by halves
            const auto jump = std::min<std::ptrdiff_t>(step, last - next);
            if (jump == 0 || (next + (jump - 1))->time >= columnEnd) {
                next = std::lower_bound(next, next + jump, columnEnd, begins);
                break;
            }
            next += jump;
            step *= 2;
        }
        const std::ptrdiff_t count = next - at;
        const std::ptrdiff_t looks = std::min(count, kMostDots);
        for (std::ptrdiff_t i = 0; i < looks; ++i) {
            const LaunchDelay& delay = at[i * count / looks];
            out.bars.push_back(
                {x, yOf(static_cast<double>(delay.delay)) - size / 2, size, size, BarColor::dot, delay.operation});
        }
        at = next;
    }
}

void drawInstants(const RenderContext& context, const Track& track, const RowBox& box, DrawList& out)
{
    const EventSeries& points = track.points;
    const int width = logical(context, 1);
    std::size_t at = points.firstFrom(context.scale.range().begin);
    while (at < points.size() && points.time(at) < context.scale.range().end) {
        const int x = context.scale.pixelAt(points.time(at));
        out.bars.push_back({x, box.y, width, box.laneHeight - width, BarColor::instant, points.event(at)});
        at = std::max(at + 1, points.firstFrom(context.scale.timeAt(x + 2 * width)));
    }
}

void drawCounter(const RenderContext& context, const Track& track, const RowBox& box, DrawList& out)
{
    struct Column
    {
        int x;
        double value;
    };
    std::vector<Column> columns;
    const EventSeries& points = track.points;
    const int step = logical(context, 1);
    const bool skipsHost = hasDeviceMemory(context.trace, points);
    std::size_t at = points.firstFrom(context.scale.range().begin);
    double highest = -std::numeric_limits<double>::infinity();
    double lowest = std::numeric_limits<double>::infinity();
    const auto take = [&](int x, std::size_t first, std::size_t count) {
        std::optional<double> best;
        const std::size_t looks = std::min<std::size_t>(count, kMostSamples);
        for (std::size_t i = 0; i < looks; ++i) {
            const auto value = valueOf(context.trace, points.event(first + i * count / looks), skipsHost);
            if (value && (!best || *value > *best))
                best = value;
        }
        if (!best)
            return;
        columns.push_back({x, *best});
        highest = std::max(highest, *best);
        lowest = std::min(lowest, *best);
    };
    for (std::size_t back = 1; columns.empty() && back <= std::min<std::size_t>(at, 16); ++back)
        take(0, at - back, 1); // the value that holds at the left edge
    for (int x = 0; x < context.scale.widthPx() && at < points.size(); x += step) {
        const Ns end = context.scale.timeAt(x + step);
        if (points.time(at) >= end)
            continue;
        const std::size_t next = points.firstFrom(end);
        take(x, at, next - at);
        at = next;
    }
    if (columns.empty())
        return;
    // From 0 where that shows the changes, else from the lowest value in sight.
    const double base = lowest >= 0 && lowest < highest / 2 ? 0 : lowest;
    const double span = std::min(highest - base, std::numeric_limits<double>::max()); // the difference may be no number
    const int thickness = logical(context, 2);
    const int bottom = box.y + box.laneHeight;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const int end = i + 1 < columns.size() ? columns[i + 1].x : context.scale.widthPx();
        const double part = span > 0 ? std::min((columns[i].value - base) / span, 1.0) : 0.5;
        const int y = bottom - std::max(thickness, static_cast<int>(std::lround(part * (box.laneHeight - 1))));
        const int width = std::max(1, end - columns[i].x);
        out.bars.push_back({columns[i].x, y, width, bottom - y, BarColor::counterFill, kNoEvent});
        out.bars.push_back({columns[i].x, y, width, thickness, BarColor::counter, kNoEvent});
    }
    const int right = context.scale.widthPx() - logical(context, 4);
    const bool isBytes = context.trace.kind(points.event(0)) == EventKind::memory;
    out.notes.push_back({right, box.y + logical(context, 6), valueText(highest, span, isBytes)});
    if (span > 0)
        out.notes.push_back({right, bottom - logical(context, 6), valueText(base, span, isBytes)});
}

} // namespace decodescope
