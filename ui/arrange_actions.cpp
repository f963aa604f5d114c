// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and marks: what the user arranges.
#include "ui/action_table.h"
#include "ui/main_window.h"
#include "ui/model/timeline_state.h"
#include "ui/model/track_layout.h"
#include "ui/model/view_editor.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/timeline/track_headers.h"
#include "ui/window/mark_commands.h"

#include <QCoreApplication>

namespace decodescope {

namespace {

using Table = std::vector<ActionSpec>;
using enum ActionNeeds;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ActionTable)
};

Table rowActions(MainWindow& window)
{
    TrackHeaders& rows = window.timeline().headers();
    TimelineWidget& timeline = window.timeline();
    using Menu = ActionMenu;
    const auto action = [](const char* id, int group, const QString& text, const char* keys, const QString& explanation,
                           std::function<void()> run) {
        return ActionSpec{QLatin1String(id), Menu::rows, group, text,           {key(keys)},
                          explanation,       {},         trace, std::move(run), {}};
    };
    return {
        action("row-filter", 0, Text::tr("&Filter rows by name"), "T",
               Text::tr("Shows the rows whose names hold a text."), [&timeline] { timeline.focusRowFilter(); }),
        {"python-rows",
         Menu::rows,
         0,
         Text::tr("Python functions"),
         {key("Y")},
         Text::tr("Show or hide the rows of Python functions."),
         {},
         trace,
         [&timeline] {
             timeline.rows().setKindHidden(TrackKind::python, !timeline.rows().isKindHidden(TrackKind::python));
         },
         [&timeline] { return !timeline.rows().isKindHidden(TrackKind::python); }},
        action("row-up", 1, Text::tr("Move the row &up"), "Alt+Up",
               Text::tr("The current row: that of the selected slice, or the one chosen among the row names."),
               [&rows] { rows.moveCurrent(-1); }),
        action("row-down", 1, Text::tr("Move the row &down"), "Alt+Down", {}, [&rows] { rows.moveCurrent(1); }),
        action("row-pin", 1, Text::tr("&Pin the row to the top"), "P", Text::tr("Or let it go."),
               [&rows] { rows.pinCurrent(); }),
        action("row-collapse", 1, Text::tr("&Collapse or expand the row"), "C", {},
               [&rows] { rows.collapseCurrent(); }),
        action("row-hide", 1, Text::tr("&Hide the row"), "H", {}, [&rows] { rows.hideCurrent(); }),
        action("row-taller", 1, Text::tr("&Taller row"), "Ctrl+Down", {}, [&rows] { rows.stretchCurrent(1.25); }),
        action("row-shorter", 1, Text::tr("&Shorter row"), "Ctrl+Up", {}, [&rows] { rows.stretchCurrent(0.8); }),
        {"rows-usual",
         Menu::rows,
         2,
         Text::tr("Rows as they were at &first"),
         {key("Shift+H")},
         Text::tr("Order, heights, pins; hidden rows come back."),
         {},
         trace,
         [&timeline] { timeline.rows().restoreUsual(); },
         {}},
    };
}

Table markActions(MainWindow& window)
{
    TimelineState& state = window.state();
    using Menu = ActionMenu;
    const auto action = [](const char* id, const QString& text, const QKeySequence& keys, const QString& explanation,
                           ActionNeeds needs, std::function<void()> run) {
        return ActionSpec{QLatin1String(id), Menu::select, 2, text, {keys}, explanation, {}, needs, std::move(run), {}};
    };
    return {
        action("add-marker", Text::tr("&Mark a time\u2026"), key("M"),
               Text::tr("With a text: at the pointer, else at the selected slice."), trace,
               [&window] { window.marks().add(); }),
        action("keep-range", Text::tr("&Keep the selected range"), key("Shift+M"),
               Text::tr("It stays marked on the timeline by a name."), range,
               [&window] { window.editor().keepRange(); }),
        action("next-mark", Text::tr("Next mark"), key("J"), Text::tr("Of times and kept ranges."), trace,
               [&window] { window.editor().goToMark(Direction::next); }),
        action("previous-mark", Text::tr("Previous mark"), key("Shift+J"), {}, trace,
               [&window] { window.editor().goToMark(Direction::previous); }),
        action("rename-mark", Text::tr("&Rename the mark\u2026"), key("F2"),
               Text::tr("The kept range that is selected, else the mark made or gone to last."), trace,
               [&window] { window.marks().rename(); }),
        action("delete-mark", Text::tr("&Delete the mark"), key("Delete"), {}, trace,
               [&window] { window.marks().remove(); }),
        {"undo",
         Menu::select,
         3,
         Text::tr("&Undo"),
         {QKeySequence::Undo},
         Text::tr("Takes back what was done to marks and rows."),
         {},
         nothing,
         [&window] { window.editor().undo(); },
         {}},
        {"redo",
         Menu::select,
         3,
         Text::tr("&Redo"),
         {key("Ctrl+Shift+Z"), key("Ctrl+Y")},
         {},
         {},
         nothing,
         [&window] { window.editor().redo(); },
         {}},
        {"only-matches",
         Menu::select,
         4,
         Text::tr("Show &only what is lit"),
         {key("O")},
         Text::tr("Other slices are left out rather than dimmed."),
         {},
         trace,
         [&state] { state.setShowsOnlyMatches(!state.showsOnlyMatches()); },
         [&state] { return state.showsOnlyMatches(); }},
        {"clear",
         Menu::select,
         4,
         Text::tr("Clear the selection"),
         {key("Escape")},
         Text::tr("First the highlight, then the slice or gap, then the range."),
         {},
         trace,
         [&state] {
             if (!state.highlight().isEmpty() || state.showsOnlyMatches())
                 state.endHighlight();
             else if (state.selectedEvent() != kNoEvent)
                 state.setSelectedEvent(kNoEvent);
             else if (state.selectedGap())
                 state.setSelectedGap(std::nullopt);
             else
                 state.setSelectedRange(std::nullopt);
         },
         {}},
    };
}

} // namespace

std::vector<ActionSpec> arrangeActions(MainWindow& window)
{
    Table table = rowActions(window);
    for (ActionSpec& spec : markActions(window))
        table.push_back(std::move(spec));
    return table;
}

} // namespace decodescope
