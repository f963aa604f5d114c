// SPDX-License-Identifier: GPL-3.0-or-later
// What the user makes of a trace: marks and the arrangement of rows. All of it can be taken back.
#pragma once

#include "core/base/time.h"
#include "ui/model/timeline_navigator.h"

#include <QObject>
#include <QUndoStack>

#include <cstddef>
#include <optional>

namespace decodescope {

class TimelineState;
class TraceDocument;
class TrackLayout;
struct Mark;
struct RowArrangement;

// Marks are numbered as in TimelineState::marks(). Changes of rows come from TrackLayout itself and are only noted
// here. Another trace makes an end of what can be taken back.
class ViewEditor : public QObject
{
    Q_OBJECT
public:
    ViewEditor(TraceDocument& document, TimelineState& state, TrackLayout& layout, TimelineNavigator& navigator,
               QObject* parent = nullptr);

    // The selected range, by its step's name or by number.
    void keepRange();
    void addMarker(Ns time, const QString& text);
    void setText(std::size_t mark, const QString& text);
    void remove(std::size_t mark);
    // What "rename" and "delete" mean: the mark that is the selected range, else the one made or gone to last, else the
    // last one.
    std::optional<std::size_t> currentMark() const;
    // Shows a mark; a range becomes the selected one.
    void goTo(std::size_t mark);
    // By time, from the middle of the view.
    void goToMark(Direction direction);

    void undo() { m_undo.undo(); }
    void redo() { m_undo.redo(); }

private:
    void change(std::vector<Mark> marks, std::optional<std::size_t> current);
    void noteRows(const RowArrangement& before);

    TraceDocument& m_document;
    TimelineState& m_state;
    TrackLayout& m_layout;
    TimelineNavigator& m_navigator;
    QUndoStack m_undo;
    std::optional<std::size_t> m_current;
};

} // namespace decodescope
