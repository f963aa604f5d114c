// SPDX-License-Identifier: GPL-3.0-or-later
// Two timelines that show the same stretch of time, each from its own origin.
#pragma once

#include "core/base/time.h"

#include <QObject>

namespace decodescope {

class TimelineState;

// Zoom, moves and the pointer of the one are those of the other. Each view may go as far as both traces reach together,
// so that neither holds the other back.
class ViewLink : public QObject
{
    Q_OBJECT
public:
    // Both outlive it.
    ViewLink(TimelineState& a, TimelineState& b, QObject* parent = nullptr);

    // What is shown at the same place; also the 0 of both rulers.
    void setOrigins(Ns originA, Ns originB);
    // A state was told anew how far its trace reaches.
    void widen();
    // From the origins on, in both.
    void show(Ns from, Ns length);

private:
    void mirror(TimelineState& from, Ns fromOrigin, TimelineState& to, Ns toOrigin);
    void mirrorPointer(TimelineState& from, Ns fromOrigin, TimelineState& to, Ns toOrigin);

    TimelineState& m_a;
    TimelineState& m_b;
    Ns m_originA = 0;
    Ns m_originB = 0;
    bool m_isMirroring = false;
};

} // namespace decodescope
