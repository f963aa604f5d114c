// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/view_editor.h"

#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"

#include <QUndoCommand>

#include <algorithm>

namespace decodescope {

namespace {

class MarksChange : public QUndoCommand
{
public:
    MarksChange(TimelineState& state, std::vector<Mark> after)
        : m_state(state)
        , m_before(state.marks())
        , m_after(std::move(after))
    {
    }
    void undo() override { m_state.setMarks(m_before); }
    void redo() override { m_state.setMarks(m_after); }

private:
    TimelineState& m_state;
    std::vector<Mark> m_before;
    std::vector<Mark> m_after;
};

// The one row whose height is all that differs.
std::optional<RowId> stretchedRow(const RowArrangement& a, const RowArrangement& b)
{
    if (a.hiddenKinds != b.hiddenKinds || a.order != b.order)
        return std::nullopt;
    std::optional<RowId> found;
    for (const auto& [id, choice] : b.choices) {
        const auto before = a.choices.find(id);
        RowArrangement::Choice was = before == a.choices.end() ? RowArrangement::Choice() : before->second;
        if (was == choice)
            continue;
        was.stretch = choice.stretch;
        if (found || was != choice)
            return std::nullopt;
        found = id;
    }
    return found;
}

// A change that has been made already: it is only made by redo() when it has been taken back. A drag of a row's edge is
// one change.
class RowsChange : public QUndoCommand
{
public:
    RowsChange(TrackLayout& layout, const RowArrangement& before)
        : m_layout(layout)
        , m_before(before)
        , m_after(layout.arrangement())
        , m_stretched(stretchedRow(m_before, m_after))
    {
    }
    void undo() override { m_layout.setArrangement(m_before); }
    void redo() override { m_layout.setArrangement(m_after); }
    int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const RowsChange*>(other);
        if (!m_stretched || m_stretched != next->m_stretched)
            return false;
        m_after = next->m_after;
        return true;
    }

private:
    TrackLayout& m_layout;
    RowArrangement m_before;
    RowArrangement m_after;
    std::optional<RowId> m_stretched;
};

} // namespace

ViewEditor::ViewEditor(TraceDocument& document, TimelineState& state, TrackLayout& layout, TimelineNavigator& navigator,
                       QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_state(state)
    , m_layout(layout)
    , m_navigator(navigator)
{
    connect(&document, &TraceDocument::traceReset, this, [this] {
        m_undo.clear();
        m_current.reset();
    });
    connect(&layout, &TrackLayout::arranged, this, &ViewEditor::noteRows);
}

void ViewEditor::noteRows(const RowArrangement& before)
{
    m_undo.push(new RowsChange(m_layout, before));
}

void ViewEditor::change(std::vector<Mark> marks, std::optional<std::size_t> current)
{
    m_undo.push(new MarksChange(m_state, std::move(marks)));
    m_current = current;
}

void ViewEditor::keepRange()
{
    const auto range = m_state.selectedRange();
    if (!range || range->isEmpty())
        return;
    std::vector<Mark> marks = m_state.marks();
    QString text = tr("Range %1").arg(std::ranges::count_if(marks, &Mark::isRange) + 1);
    const auto trace = m_document.trace();
    if (const auto step = trace->stepAt(range->begin); step && trace->steps()[*step].range == *range)
        text = tr("Step #%1").arg(trace->steps()[*step].number);
    marks.push_back({*range, text, m_state.selectedTracks()});
    const std::size_t last = marks.size() - 1;
    change(std::move(marks), last);
}

void ViewEditor::addMarker(Ns time, const QString& text)
{
    std::vector<Mark> marks = m_state.marks();
    marks.push_back({{time, time}, text, {}});
    const std::size_t last = marks.size() - 1;
    change(std::move(marks), last);
}

void ViewEditor::setText(std::size_t mark, const QString& text)
{
    std::vector<Mark> marks = m_state.marks();
    if (mark >= marks.size() || marks[mark].text == text)
        return;
    marks[mark].text = text;
    change(std::move(marks), mark);
}

void ViewEditor::remove(std::size_t mark)
{
    std::vector<Mark> marks = m_state.marks();
    if (mark >= marks.size())
        return;
    marks.erase(marks.begin() + static_cast<std::ptrdiff_t>(mark));
    change(std::move(marks), std::nullopt);
}

std::optional<std::size_t> ViewEditor::currentMark() const
{
    const std::vector<Mark>& marks = m_state.marks();
    if (marks.empty())
        return std::nullopt;
    if (const auto range = m_state.selectedRange()) {
        const auto found = std::ranges::find_if(
            marks, [&](const Mark& mark) { return mark.range == *range && mark.tracks == m_state.selectedTracks(); });
        if (found != marks.end())
            return static_cast<std::size_t>(found - marks.begin());
    }
    return m_current && *m_current < marks.size() ? *m_current : marks.size() - 1;
}

void ViewEditor::goTo(std::size_t mark)
{
    if (mark >= m_state.marks().size())
        return;
    const Mark to = m_state.marks()[mark];
    m_current = mark;
    if (to.isRange()) {
        m_state.setSelectedRange(to.range, to.tracks);
        m_navigator.zoomTo(to.range);
    } else {
        m_state.setSelectedRange(std::nullopt); // "delete" and "rename" are of this mark now
        m_navigator.center(to.range.begin);
    }
}

void ViewEditor::goToMark(Direction direction)
{
    const std::vector<Mark>& marks = m_state.marks();
    const bool isForward = direction == Direction::next;
    const TimeRange view = m_state.visibleRange();
    const Ns middle = view.begin + view.length() / 2;
    // From the mark that was gone to last, if that is still what is shown.
    const auto middleOf = [](const Mark& mark) { return mark.range.begin + mark.range.length() / 2; };
    const bool isAtCurrent = m_current && *m_current < marks.size() && view.contains(middleOf(marks[*m_current]));
    const auto at = isAtCurrent ? std::pair(middleOf(marks[*m_current]), *m_current)
                                : std::pair(middle, isForward ? marks.size() : std::size_t{0});
    std::optional<std::size_t> best;
    const auto key = [&](std::size_t i) { return std::pair(middleOf(marks[i]), i); };
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const bool isBeyond = isForward ? key(i) > at : key(i) < at;
        if (isBeyond && (!best || (isForward ? key(i) < key(*best) : key(i) > key(*best))))
            best = i;
    }
    if (best)
        goTo(*best);
}

} // namespace decodescope
