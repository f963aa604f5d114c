// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps and drops named ranges, and takes that back.
#pragma once

#include <QObject>
#include <QUndoStack>

namespace decodescope {

class TimelineState;
class TraceDocument;

class RangeKeeper : public QObject
{
    Q_OBJECT
public:
    RangeKeeper(TraceDocument& document, TimelineState& state, QObject* parent = nullptr);

    // The selected range, by its step's name or by number.
    void keep();
    // The kept range that is selected, else the one that was kept last.
    void drop();
    void undo() { m_undo.undo(); }
    void redo() { m_undo.redo(); }

private:
    TraceDocument& m_document;
    TimelineState& m_state;
    QUndoStack m_undo;
};

} // namespace decodescope
