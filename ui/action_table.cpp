// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/action_table.h"

#include "ui/main_window.h"
#include "ui/model/language.h"
#include "ui/model/live_controller.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/file_commands.h"
#include "ui/window/rules_commands.h"

#include <QApplication>

namespace decodescope {

namespace {

using Keys = QList<QKeySequence>;
using Table = std::vector<ActionSpec>;
using enum ActionMenu;
using enum ActionNeeds;

constexpr double kZoomFactor = 1.5;
constexpr double kPanPart = 0.2;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ActionTable)
};

Table fileActions(MainWindow& window)
{
    FileCommands& files = window.files();
    return {
        {"open",
         file,
         0,
         Text::tr("&Open\u2026"),
         {QKeySequence::Open},
         Text::tr("Open a trace: .json, .json.gz, or several ranks of one job."),
         "open",
         nothing,
         [&] { files.chooseAndOpen(); },
         {}},
        {"open-sample",
         file,
         0,
         Text::tr("Open the sample"),
         {},
         Text::tr("Three decode steps of TinyLlama on an H200."),
         {},
         nothing,
         [&] { files.openSample(); },
         {}},
        {"open-recent",
         file,
         0,
         Text::tr("Open &recent\u2026"),
         {key("Ctrl+Shift+O")},
         Text::tr("One of the traces that were opened last."),
         {},
         nothing,
         [&] { files.chooseRecent(); },
         {}},
        {"new-window",
         file,
         0,
         Text::tr("&New window"),
         {QKeySequence::New},
         Text::tr("For another trace, beside this one."),
         {},
         nothing,
         [&] { files.openWindow(); },
         {}},
        {"reload",
         file,
         0,
         Text::tr("&Reload"),
         {QKeySequence::Refresh},
         Text::tr("Read the file again."),
         {},
         trace,
         [&] { files.reload(); },
         {}},
        {"compare",
         file,
         1,
         Text::tr("&Compare with\u2026"),
         {key("Ctrl+D")},
         Text::tr("This trace beside another one; also by a drop with Ctrl held."),
         {},
         trace,
         [&] { files.chooseAndCompare(); },
         {}},
        {"compare-steps",
         file,
         1,
         Text::tr("Compare steps of this trace"),
         {key("Ctrl+Shift+D")},
         Text::tr("The first half of its steps beside the second one; others can be chosen there."),
         {},
         steps,
         [&] { files.compareSteps(); },
         {}},
        {"export-all",
         file,
         1,
         Text::tr("Export the trace\u2026"),
         {QKeySequence::Save},
         Text::tr("As a JSON that Perfetto and chrome://tracing open."),
         "export",
         trace,
         [&] { files.exportTrace({}); },
         {}},
        {"export-range",
         file,
         1,
         Text::tr("Export the selected range\u2026"),
         {key("Ctrl+Shift+S")},
         Text::tr("What lies in the selected range, as JSON."),
         "export",
         range,
         [&] { files.exportTrace(window.state().selectedRange()); },
         {}},
        {"save-image",
         file,
         2,
         Text::tr("Save the view as a picture\u2026"),
         {key("Ctrl+P")},
         Text::tr("The timeline as it is on screen, as PNG or SVG."),
         "image",
         trace,
         [&] { files.saveImage(); },
         {}},
        {"copy-image",
         file,
         2,
         Text::tr("Copy the view as a picture"),
         {key("Ctrl+Shift+C")},
         {},
         "image",
         trace,
         [&] { files.copyImage(); },
         {}},
        {"load-rules",
         file,
         3,
         Text::tr("Load &rules for labels\u2026"),
         {},
         Text::tr("Files of your own that tell families of kernels or model parts, ahead of the built-in rules."),
         {},
         nothing,
         [&window] { window.rules().chooseAndLoad(); },
         {}},
        {"built-in-rules",
         file,
         3,
         Text::tr("Use the &built-in rules only"),
         {},
         Text::tr("Forget the rules that were loaded."),
         {},
         nothing,
         [&window] { window.rules().useBuiltIn(); },
         [&window] { return window.rules().files().isEmpty(); }},
        {"preferences",
         file,
         4,
         Text::tr("&Preferences\u2026"),
         {key("Ctrl+,")},
         Text::tr("Theme, size of text, folders."),
         {},
         nothing,
         [&window] { window.showPreferences(); },
         {}},
        {"quit", file, 5, Text::tr("&Quit"), {QKeySequence::Quit}, {}, {}, nothing, [&window] { window.close(); }, {}},
        {"capture",
         capture,
         0,
         Text::tr("&Capture\u2026"),
         {key("Ctrl+R")},
         Text::tr("Decode with a model here and record it."),
         "record",
         nothing,
         [&window] { window.chooseCapture(); },
         {}},
        {"stop-capture",
         capture,
         0,
         Text::tr("&Stop the capture"),
         {key("Ctrl+.")},
         Text::tr("After the step that is running; what was recorded stays."),
         "stop",
         nothing,
         [&window] { window.stopCapture(); },
         {}},
        {"sweep-results",
         capture,
         0,
         Text::tr("S&weep results"),
         {key("Ctrl+Shift+R")},
         Text::tr("Charts and table of captures in several settings."),
         {},
         nothing,
         [&window] { window.showSweep(); },
         {}},
        {"follow",
         capture,
         1,
         Text::tr("&Follow the live end"),
         {key("Space")},
         Text::tr("Keep the newest events in view."),
         {},
         trace,
         [&window] { window.state().setFollow(!window.state().follow()); },
         [&window] { return window.state().follow(); }},
    };
}

Table viewActions(MainWindow& window)
{
    TimelineNavigator& go = window.timeline().navigator();
    TimelineWidget& timeline = window.timeline();
    const auto color = [&](const char* id, const QString& text, ColorMode mode) {
        return ActionSpec{id,
                          view,
                          3,
                          text,
                          {},
                          {},
                          {},
                          nothing,
                          [&timeline, mode] { timeline.setColorMode(mode); },
                          [&timeline, mode] { return timeline.colorMode() == mode; }};
    };
    const auto theme = [&](const char* id, const QString& text, ThemeMode mode) {
        return ActionSpec{id, view, 5, text, {}, {}, {}, nothing, [&window, mode] { window.setTheme(mode); }, {}};
    };
    return {
        {"zoom-in",
         view,
         0,
         Text::tr("Zoom &in"),
         {key("W"), key("+"), key("=")},
         Text::tr("At the pointer."),
         {},
         trace,
         [&go] { go.zoom(kZoomFactor, TimelineNavigator::Manner::smooth); },
         {}},
        {"zoom-out",
         view,
         0,
         Text::tr("Zoom &out"),
         {key("S"), key("-")},
         {},
         {},
         trace,
         [&go] { go.zoom(1.0 / kZoomFactor, TimelineNavigator::Manner::smooth); },
         {}},
        {"pan-left",
         view,
         0,
         Text::tr("Move &left"),
         {key("A")},
         {},
         {},
         trace,
         [&go] { go.pan(-kPanPart, TimelineNavigator::Manner::smooth); },
         {}},
        {"pan-right",
         view,
         0,
         Text::tr("Move &right"),
         {key("D")},
         {},
         {},
         trace,
         [&go] { go.pan(kPanPart, TimelineNavigator::Manner::smooth); },
         {}},
        {"fit-selection",
         view,
         1,
         Text::tr("Fit the &selection"),
         {key("F")},
         Text::tr("The selected range, else the selected slice, fills the view."),
         {},
         trace,
         [&go] { go.zoomToSelection(); },
         {}},
        {"fit-all",
         view,
         1,
         Text::tr("Fit &all"),
         {key("0"), key("Home")},
         Text::tr("All of the trace."),
         {},
         trace,
         [&go] { go.fit(); },
         {}},
        {"back",
         view,
         2,
         Text::tr("&Back"),
         {key("Backspace"), key("Alt+Left")},
         Text::tr("To the view before."),
         "back",
         trace,
         [&window] { window.state().goBack(); },
         {}},
        {"forward",
         view,
         2,
         Text::tr("For&ward"),
         {key("Alt+Right")},
         {},
         "forward",
         trace,
         [&window] { window.state().goForward(); },
         {}},
        color("color-part", Text::tr("Colour by model part"), ColorMode::part),
        color("color-name", Text::tr("Colour by name"), ColorMode::name),
        color("color-category", Text::tr("Colour by category"), ColorMode::category),
        color("color-duration", Text::tr("Colour by duration"), ColorMode::duration),
        theme("theme-system", Text::tr("Theme of the desktop"), ThemeMode::system),
        theme("theme-light", Text::tr("Light theme"), ThemeMode::light),
        theme("theme-dark", Text::tr("Dark theme"), ThemeMode::dark),
    };
}

Table languageActions(MainWindow& window)
{
    const auto row = [&window](const QString& id, const QString& text, const QString& code) {
        return ActionSpec{id,
                          view,
                          6,
                          text,
                          {},
                          {},
                          {},
                          nothing,
                          [&window, code] { window.setLanguage(code); },
                          [&window, code] { return window.language() == code; }};
    };
    Table table{row("language-system", Text::tr("Language of the desktop"), {})};
    for (const Language& language : languages())
        table.push_back(row("language-" + language.code, language.name, language.code));
    return table;
}

Table windowActions(MainWindow& window)
{
    Table table;
    int number = 1;
    for (const PanelSpec& spec : panelSpecs()) {
        table.push_back({QLatin1String("panel-") + spec.id,
                         panels,
                         0,
                         spec.title,
                         {key(("Alt+" + std::to_string(number)).c_str())},
                         {},
                         {},
                         nothing,
                         [&window, id = spec.id] { window.showPanel(id); },
                         {}});
        ++number;
    }
    using Area = MainWindow::Area;
    const auto area = [&](const char* id, const QString& text, const char* keys, Area which) {
        return ActionSpec{id,
                          panels,
                          1,
                          text,
                          {key(keys)},
                          {},
                          {},
                          nothing,
                          [&window, which] { window.setAreaVisible(which, !window.isAreaVisible(which)); },
                          [&window, which] { return window.isAreaVisible(which); }};
    };
    table.push_back(area("details", Text::tr("&Details"), "I", Area::details));
    table.push_back(area("drawer", Text::tr("D&rawer"), "Q", Area::drawer));
    table.push_back({"focus-timeline",
                     panels,
                     2,
                     Text::tr("To the timeline"),
                     {key("Alt+0")},
                     Text::tr("Gives the keyboard to the timeline."),
                     {},
                     nothing,
                     [&window] { window.timeline().setFocus(Qt::ShortcutFocusReason); },
                     {}});
    table.push_back({"commands",
                     help,
                     0,
                     Text::tr("Find a &command\u2026"),
                     {key("Ctrl+Shift+P")},
                     Text::tr("Type a few letters of what you want to do."),
                     "search",
                     nothing,
                     [&window] { window.showCommands(); },
                     {}});
    table.push_back({"keys",
                     help,
                     0,
                     Text::tr("&Keys"),
                     {key("?"), key("F1")},
                     Text::tr("All keys on one sheet."),
                     "help",
                     nothing,
                     [&window] { window.showKeys(); },
                     {}});
    table.push_back({"menu",
                     help,
                     0,
                     Text::tr("Open the menu"),
                     {key("F10")},
                     {},
                     "menu",
                     nothing,
                     [&window] { window.openMenu(); },
                     {}});
    table.push_back(
        {"about", help, 1, Text::tr("&About Decodescope"), {}, {}, {}, nothing, [&window] { window.showAbout(); }, {}});
    return table;
}

} // namespace

std::vector<ActionSpec> actionTable(MainWindow& window)
{
    Table table;
    for (Table part : {fileActions(window), viewActions(window), languageActions(window), moveActions(window),
                       arrangeActions(window), windowActions(window)})
        table.insert(table.end(), part.begin(), part.end());
    return table;
}

} // namespace decodescope
