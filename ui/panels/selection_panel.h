// SPDX-License-Identifier: GPL-3.0-or-later
// The answer to a drag: how long, how much of it the GPU worked, on what.
#pragma once

#include "core/query/gaps.h"
#include "core/query/recorded_part.h"
#include "ui/model/job_runner.h"
#include "ui/panels/panel.h"
#include "ui/panels/range_tables.h"

#include <optional>

class QButtonGroup;
class QLabel;

namespace decodescope {

class FigureStrip;
struct Highlight;
struct Figure;
class TableView;

// Of the selected range; of all that was recorded while there is none.
class SelectionPanel : public Panel
{
    Q_OBJECT
public:
    SelectionPanel(const PanelContext& context, QWidget* parent);

    // What is on screen; null before the first result.
    const SharedSummary& summary() const { return m_summary; }
    FigureStrip& figures() { return *m_figures; }
    TableView& tableView() { return *m_table; }
    // What ran on CPU rows that the range is limited to, or on all threads where nothing ran on a GPU; else null.
    const SharedSlices& slices() const { return m_slices; }
    enum class By { part, kernel, stream, slice };
    void setBy(By by);
    By by() const { return m_by; }

protected:
    void refresh() override;

private:
    QWidget* makeAnswer();
    QWidget* makeTable();
    struct Answer
    {
        TimeRange asked;
        RecordedPart part; // of it: what the figures are of
        SharedSummary summary;
        SharedSlices slices;
    };
    static Answer summarize(const Trace& trace, TimeRange asked, const Labels* labels,
                            const std::vector<TrackId>& tracks, const std::stop_token& stop);
    void show(const Answer& answer, const SharedTrace& trace);
    void offerTables();
    void showFigures();
    std::vector<Figure> gpuFigures() const;
    QString verdict(const QString& asked) const;
    // That the range lies in, where nothing ran on a GPU in it.
    std::optional<Gap> gapOfIdleRange() const;
    void showTable();
    void light(Highlight highlight);
    void highlightRow(std::size_t row);
    void highlightPart(std::size_t part);
    // What the first figure is called.
    QString heading(std::optional<std::size_t> step) const;
    // The step that is exactly the range that was asked for.
    std::optional<std::size_t> selectedStep() const;
    QString rowsText() const;

    JobRunner m_job;
    SharedSummary m_summary;
    SharedSlices m_slices;
    SharedTrace m_trace;
    TimeRange m_asked;             // the range
    bool m_isPart = false;         // not all of it is in the file: the summary is of what is
    std::vector<TrackId> m_tracks; // rows that the range is limited to; empty: all
    By m_by = By::part;
    bool m_isLighting = false; // what is lit is being changed by a row here
    FigureStrip* m_figures = nullptr;
    QLabel* m_timeCaption = nullptr;
    QLabel* m_countCaption = nullptr;
    ShareBar* m_timeBar = nullptr;
    ShareBar* m_countBar = nullptr;
    QLabel* m_verdict = nullptr;
    QButtonGroup* m_byButtons = nullptr;
    QWidget* m_tableArea = nullptr;
    TableView* m_table = nullptr;
};

} // namespace decodescope
