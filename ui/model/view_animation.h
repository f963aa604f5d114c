// SPDX-License-Identifier: GPL-3.0-or-later
// Moves the view smoothly, so that the eye keeps what it looks at.
#pragma once

#include "core/base/time.h"

#include <QObject>
#include <QVariantAnimation>

namespace decodescope {

class TimelineState;

// Short, and gives way at once to whatever else moves the view. Nothing runs while the view rests.
class ViewAnimation : public QObject
{
    Q_OBJECT
public:
    explicit ViewAnimation(TimelineState& state, QObject* parent = nullptr);

    // 0, as at first: moves are jumps.
    void setDuration(int ms);
    // Where the view will be when it has come to rest: what another move goes on from.
    TimeRange target() const;
    void moveTo(TimeRange target);
    // What was flung goes on at its speed and comes to rest: in parts of what is visible a millisecond, above 0 to
    // later times. Nothing where moves are jumps.
    void coast(double partsPerMs);
    void stopCoasting();
    bool isCoasting() const { return isRunning() && m_isCoasting; }
    bool isRunning() const { return m_animation.state() == QAbstractAnimation::Running; }

private:
    void start(TimeRange target, int ms, const QEasingCurve& curve);
    void step(double part);

    TimelineState& m_state;
    QVariantAnimation m_animation;
    int m_durationMs = 0;
    TimeRange m_from;
    TimeRange m_to;
    bool m_isStepping = false;
    bool m_isCoasting = false;
};

} // namespace decodescope
