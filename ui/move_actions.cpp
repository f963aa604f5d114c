// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/action_table.h"
#include "ui/main_window.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/search_box.h"

#include <QCoreApplication>

namespace decodescope {

namespace {

using Table = std::vector<ActionSpec>;
using enum ActionNeeds;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ActionTable)
};

Table goActions(MainWindow& window)
{
    TimelineNavigator& go = window.timeline().navigator();
    constexpr Direction back = Direction::previous;
    constexpr Direction on = Direction::next;
    using Menu = ActionMenu;
    return {
        {"next-step",
         Menu::go,
         0,
         Text::tr("Next step"),
         {key("PgDown"), key("Ctrl+Right")},
         Text::tr("Shows and selects the next ProfilerStep."),
         {},
         steps,
         [&go] { go.goToStep(on); },
         {}},
        {"previous-step",
         Menu::go,
         0,
         Text::tr("Previous step"),
         {key("PgUp"), key("Ctrl+Left")},
         {},
         {},
         steps,
         [&go] { go.goToStep(back); },
         {}},
        {"next-kernel",
         Menu::go,
         0,
         Text::tr("Next kernel"),
         {key("K")},
         {},
         {},
         trace,
         [&go] { go.goToKernel(on); },
         {}},
        {"previous-kernel",
         Menu::go,
         0,
         Text::tr("Previous kernel"),
         {key("Shift+K")},
         {},
         {},
         trace,
         [&go] { go.goToKernel(back); },
         {}},
        {"next-gap",
         Menu::go,
         0,
         Text::tr("Next gap"),
         {key("G")},
         Text::tr("The next idle stretch of the stream that can be seen at this zoom."),
         {},
         trace,
         [&go] { go.goToGap(on); },
         {}},
        {"previous-gap",
         Menu::go,
         0,
         Text::tr("Previous gap"),
         {key("Shift+G")},
         {},
         {},
         trace,
         [&go] { go.goToGap(back); },
         {}},
        {"next-same",
         Menu::go,
         0,
         Text::tr("Next of the same name"),
         {key("N")},
         {},
         {},
         event,
         [&go] { go.goToSameName(on); },
         {}},
        {"previous-same",
         Menu::go,
         0,
         Text::tr("Previous of the same name"),
         {key("Shift+N")},
         {},
         {},
         event,
         [&go] { go.goToSameName(back); },
         {}},
        {"next-slice",
         Menu::go,
         1,
         Text::tr("Next slice of the lane"),
         {key("."), key("Right")},
         {},
         {},
         trace,
         [&go] { go.goToNeighbour(on); },
         {}},
        {"previous-slice",
         Menu::go,
         1,
         Text::tr("Previous slice of the lane"),
         {key(","), key("Left")},
         {},
         {},
         trace,
         [&go] { go.goToNeighbour(back); },
         {}},
        {"outer-slice",
         Menu::go,
         1,
         Text::tr("Slice around"),
         {key("Up")},
         {},
         {},
         trace,
         [&go] { go.goToLevel(back); },
         {}},
        {"inner-slice",
         Menu::go,
         1,
         Text::tr("First slice inside"),
         {key("Down")},
         {},
         {},
         trace,
         [&go] { go.goToLevel(on); },
         {}},
        {"to-launch",
         Menu::go,
         2,
         Text::tr("To the launch"),
         {key("[")},
         Text::tr("From a kernel to its launch, to the operator, to the one around it."),
         {},
         event,
         [&go] { go.followLink(back); },
         {}},
        {"to-kernel",
         Menu::go,
         2,
         Text::tr("To the kernel"),
         {key("]")},
         Text::tr("From an operator or a launch to what it put on the GPU."),
         {},
         event,
         [&go] { go.followLink(on); },
         {}},
        {"search",
         Menu::go,
         3,
         Text::tr("&Search"),
         {key("/"), QKeySequence::Find},
         Text::tr("Slices, kernels, operators by name; Enter for the next."),
         "search",
         trace,
         [&window] {
             window.search().setFocus(Qt::ShortcutFocusReason);
             window.search().selectAll();
         },
         {}},
        {"next-match",
         Menu::go,
         3,
         Text::tr("Next match"),
         {QKeySequence::FindNext},
         {},
         {},
         trace,
         [&window] { window.search().goToNext(); },
         {}},
        {"previous-match",
         Menu::go,
         3,
         Text::tr("Previous match"),
         {QKeySequence::FindPrevious},
         {},
         {},
         trace,
         [&window] { window.search().goToPrevious(); },
         {}},
    };
}

Table selectActions(MainWindow& window)
{
    TimelineState& state = window.state();
    TimelineNavigator& go = window.timeline().navigator();
    using Menu = ActionMenu;
    return {
        {"select-all",
         Menu::select,
         0,
         Text::tr("Select all of the trace"),
         {QKeySequence::SelectAll},
         {},
         {},
         trace,
         [&state] { state.setSelectedRange(state.content()); },
         {}},
        {"range-of-slice",
         Menu::select,
         0,
         Text::tr("Range of the selected slice"),
         {key("R")},
         Text::tr("The slice's time becomes the selected range."),
         {},
         event,
         [&go] { go.selectRangeOfEvent(); },
         {}},
        {"range-on-row",
         Menu::select,
         0,
         Text::tr("Range on the slice's row only"),
         {key("Shift+R")},
         Text::tr("The selected range, or else the slice's time, counts this row alone. Alt+drag takes several rows."),
         {},
         event,
         [&go] { go.limitRangeToRow(); },
         {}},
    };
}

} // namespace

std::vector<ActionSpec> moveActions(MainWindow& window)
{
    Table table = goActions(window);
    for (ActionSpec& spec : selectActions(window))
        table.push_back(std::move(spec));
    return table;
}

} // namespace decodescope
