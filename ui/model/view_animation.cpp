// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/view_animation.h"

#include "ui/model/timeline_state.h"

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

// As touch screens do it: the speed falls to a third every third of a second.
constexpr double kCoastDecayMs = 325;
constexpr double kCoastMs = 5 * kCoastDecayMs;
constexpr double kSlowestCoast = 0.0001; // of the view a millisecond; slower was no fling
constexpr double kFastestCoast = 0.01;

} // namespace

ViewAnimation::ViewAnimation(TimelineState& state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    connect(&m_animation, &QVariantAnimation::valueChanged, this,
            [this](const QVariant& value) { step(value.toDouble()); });
    connect(&state, &TimelineState::visibleRangeChanged, this, [this] {
        if (!m_isStepping)
            m_animation.stop();
    });
}

void ViewAnimation::setDuration(int ms)
{
    m_durationMs = ms;
}

TimeRange ViewAnimation::target() const
{
    return isRunning() ? m_to : m_state.visibleRange();
}

void ViewAnimation::moveTo(TimeRange target)
{
    m_animation.stop();
    if (m_durationMs <= 0) {
        m_state.setVisibleRange(target, TimelineState::Move::continuous);
        return;
    }
    m_isCoasting = false;
    start(m_state.reached(target), m_durationMs, QEasingCurve(QEasingCurve::OutCubic));
}

void ViewAnimation::coast(double partsPerMs)
{
    m_animation.stop();
    if (m_durationMs <= 0 || std::abs(partsPerMs) < kSlowestCoast)
        return;
    const TimeRange view = m_state.visibleRange();
    const double parts = std::clamp(partsPerMs, -kFastestCoast, kFastestCoast) * kCoastDecayMs;
    const auto by = static_cast<Ns>(std::llround(parts * static_cast<double>(view.length())));
    QEasingCurve curve;
    curve.setCustomType([](qreal part) {
        constexpr double kDecays = kCoastMs / kCoastDecayMs;
        return (1 - std::exp(-kDecays * part)) / (1 - std::exp(-kDecays));
    });
    m_isCoasting = true;
    start(m_state.reached({saturatingAdd(view.begin, by), saturatingAdd(view.end, by)}), static_cast<int>(kCoastMs),
          curve);
}

void ViewAnimation::stopCoasting()
{
    if (m_isCoasting)
        m_animation.stop();
}

void ViewAnimation::start(TimeRange target, int ms, const QEasingCurve& curve)
{
    m_from = m_state.visibleRange();
    m_to = target;
    m_animation.setEasingCurve(curve);
    m_animation.setDuration(ms);
    m_animation.start();
}

// Lengths change by equal factors in equal times; begin and end change in proportion to the length, so that the time
// under the pointer stays where it is.
void ViewAnimation::step(double part)
{
    if (!isRunning())
        return;
    const auto fromLength = static_cast<double>(m_from.length());
    const auto toLength = static_cast<double>(m_to.length());
    double share = part;
    if (std::abs(toLength - fromLength) > 0.001 * fromLength)
        share = fromLength * (std::pow(toLength / fromLength, part) - 1) / (toLength - fromLength);
    const auto between = [share](Ns a, Ns b) {
        return saturatingAdd(a, static_cast<Ns>(std::llround(static_cast<double>(saturatingSub(b, a)) * share)));
    };
    m_isStepping = true;
    m_state.setVisibleRange(part >= 1 ? m_to
                                      : TimeRange{between(m_from.begin, m_to.begin), between(m_from.end, m_to.end)},
                            TimelineState::Move::continuous);
    m_isStepping = false;
}

} // namespace decodescope
