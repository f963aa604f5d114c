// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/range_keeper.h"

#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"

#include <QUndoCommand>

#include <algorithm>

namespace decodescope {

namespace {

// The list of kept ranges before and after.
class RangesChange : public QUndoCommand
{
public:
    RangesChange(TimelineState& state, std::vector<KeptRange> after)
        : m_state(state)
        , m_before(state.keptRanges())
        , m_after(std::move(after))
    {
    }
    void undo() override { m_state.setKeptRanges(m_before); }
    void redo() override { m_state.setKeptRanges(m_after); }

private:
    TimelineState& m_state;
    std::vector<KeptRange> m_before;
    std::vector<KeptRange> m_after;
};

} // namespace

RangeKeeper::RangeKeeper(TraceDocument& document, TimelineState& state, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_state(state)
{
    connect(&document, &TraceDocument::traceReset, &m_undo, &QUndoStack::clear);
}

void RangeKeeper::keep()
{
    const auto range = m_state.selectedRange();
    if (!range)
        return;
    std::vector<KeptRange> ranges = m_state.keptRanges();
    QString name = tr("Range %1").arg(ranges.size() + 1);
    const auto trace = m_document.trace();
    if (const auto step = trace->stepAt(range->begin); step && trace->steps()[*step].range == *range)
        name = tr("Step #%1").arg(trace->steps()[*step].number);
    ranges.push_back({*range, name});
    m_undo.push(new RangesChange(m_state, std::move(ranges)));
}

void RangeKeeper::drop()
{
    std::vector<KeptRange> ranges = m_state.keptRanges();
    if (ranges.empty())
        return;
    auto it = std::find_if(ranges.begin(), ranges.end(),
                           [&](const KeptRange& kept) { return kept.range == m_state.selectedRange(); });
    ranges.erase(it == ranges.end() ? ranges.end() - 1 : it);
    m_undo.push(new RangesChange(m_state, std::move(ranges)));
}

} // namespace decodescope
