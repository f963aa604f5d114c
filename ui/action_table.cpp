// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/action_table.h"

#include "ui/main_window.h"
#include "ui/model/live_controller.h"
#include "ui/model/range_keeper.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/file_commands.h"

#include <QApplication>

namespace decodescope {

namespace {

using Keys = QList<QKeySequence>;
using Table = std::vector<ActionSpec>;
using enum ActionMenu;
using enum ActionNeeds;

constexpr double kZoomFactor = 1.5;
constexpr double kPanPart = 0.2;

QString tr(const char* text)
{
    return QCoreApplication::translate("ActionTable", text);
}

QKeySequence key(const char* keys)
{
    return QKeySequence(QLatin1String(keys), QKeySequence::PortableText);
}

Table fileActions(MainWindow& window)
{
    FileCommands& files = window.files();
    return {
        {"open",
         file,
         0,
         tr("&Open\u2026"),
         {QKeySequence::Open},
         tr("Open a trace: .json, .json.gz, or several ranks of one job."),
         "open",
         nothing,
         [&] { files.chooseAndOpen(); },
         {}},
        {"open-sample",
         file,
         0,
         tr("Open the sample"),
         {},
         tr("Three decode steps of TinyLlama on an H200."),
         {},
         nothing,
         [&] { files.openSample(); },
         {}},
        {"reload",
         file,
         0,
         tr("&Reload"),
         {QKeySequence::Refresh},
         tr("Read the file again."),
         {},
         trace,
         [&] { files.reload(); },
         {}},
        {"export-all",
         file,
         1,
         tr("Export the trace\u2026"),
         {QKeySequence::Save},
         tr("As a JSON that Perfetto and chrome://tracing open."),
         "export",
         trace,
         [&] { files.exportTrace({}); },
         {}},
        {"export-range",
         file,
         1,
         tr("Export the selected range\u2026"),
         {key("Ctrl+Shift+S")},
         tr("What lies in the selected range, as JSON."),
         "export",
         range,
         [&] { files.exportTrace(window.state().selectedRange()); },
         {}},
        {"save-image",
         file,
         2,
         tr("Save the view as a picture\u2026"),
         {key("Ctrl+P")},
         tr("The timeline as it is on screen, as PNG."),
         "image",
         trace,
         [&] { files.saveImage(); },
         {}},
        {"copy-image",
         file,
         2,
         tr("Copy the view as a picture"),
         {key("Ctrl+Shift+C")},
         {},
         "image",
         trace,
         [&] { files.copyImage(); },
         {}},
        {"quit", file, 3, tr("&Quit"), {QKeySequence::Quit}, {}, {}, nothing, [&window] { window.close(); }, {}},
        {"capture",
         capture,
         0,
         tr("&Capture\u2026"),
         {key("Ctrl+R")},
         tr("Decode with a model here and record it."),
         "record",
         nothing,
         [&window] { window.chooseCapture(); },
         {}},
        {"stop-capture",
         capture,
         0,
         tr("&Stop the capture"),
         {key("Ctrl+.")},
         tr("After the step that is running; what was recorded stays."),
         "stop",
         nothing,
         [&window] { window.live().requestStop(); },
         {}},
        {"follow",
         capture,
         1,
         tr("&Follow the live end"),
         {key("Space")},
         tr("Keep the newest events in view."),
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
         tr("Zoom &in"),
         {key("W"), key("+"), key("=")},
         tr("At the pointer."),
         {},
         trace,
         [&go] { go.zoom(kZoomFactor); },
         {}},
        {"zoom-out",
         view,
         0,
         tr("Zoom &out"),
         {key("S"), key("-")},
         {},
         {},
         trace,
         [&go] { go.zoom(1.0 / kZoomFactor); },
         {}},
        {"pan-left", view, 0, tr("Move &left"), {key("A")}, {}, {}, trace, [&go] { go.pan(-kPanPart); }, {}},
        {"pan-right", view, 0, tr("Move &right"), {key("D")}, {}, {}, trace, [&go] { go.pan(kPanPart); }, {}},
        {"fit-selection",
         view,
         1,
         tr("Fit the &selection"),
         {key("F")},
         tr("The selected range, else the selected slice, fills the view."),
         {},
         trace,
         [&go] { go.zoomToSelection(); },
         {}},
        {"fit-all",
         view,
         1,
         tr("Fit &all"),
         {key("0"), key("Home")},
         tr("All of the trace."),
         {},
         trace,
         [&go] { go.fit(); },
         {}},
        {"back",
         view,
         2,
         tr("&Back"),
         {key("Backspace"), key("Alt+Left")},
         tr("To the view before."),
         "back",
         trace,
         [&window] { window.state().goBack(); },
         {}},
        {"forward",
         view,
         2,
         tr("For&ward"),
         {key("Alt+Right")},
         {},
         "forward",
         trace,
         [&window] { window.state().goForward(); },
         {}},
        color("color-part", tr("Colour by model part"), ColorMode::part),
        color("color-name", tr("Colour by name"), ColorMode::name),
        color("color-category", tr("Colour by category"), ColorMode::category),
        color("color-duration", tr("Colour by duration"), ColorMode::duration),
        {"python-rows",
         view,
         4,
         tr("Python functions"),
         {key("Y")},
         tr("Show or hide the rows of Python functions."),
         {},
         trace,
         [&timeline] {
             timeline.rows().setKindHidden(TrackKind::python, !timeline.rows().isKindHidden(TrackKind::python));
         },
         [&timeline] { return !timeline.rows().isKindHidden(TrackKind::python); }},
        theme("theme-system", tr("Theme of the desktop"), ThemeMode::system),
        theme("theme-light", tr("Light theme"), ThemeMode::light),
        theme("theme-dark", tr("Dark theme"), ThemeMode::dark),
    };
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
    table.push_back(area("details", tr("&Details"), "I", Area::details));
    table.push_back(area("drawer", tr("D&rawer"), "Q", Area::drawer));
    table.push_back({"focus-timeline",
                     panels,
                     2,
                     tr("To the timeline"),
                     {key("Alt+0")},
                     tr("Gives the keyboard to the timeline."),
                     {},
                     nothing,
                     [&window] { window.timeline().setFocus(Qt::ShortcutFocusReason); },
                     {}});
    table.push_back({"commands",
                     help,
                     0,
                     tr("Find a &command\u2026"),
                     {key("Ctrl+Shift+P")},
                     tr("Type a few letters of what you want to do."),
                     "search",
                     nothing,
                     [&window] { window.showCommands(); },
                     {}});
    table.push_back({"keys",
                     help,
                     0,
                     tr("&Keys"),
                     {key("?"), key("F1")},
                     tr("All keys on one sheet."),
                     "help",
                     nothing,
                     [&window] { window.showKeys(); },
                     {}});
    table.push_back({"menu",
                     help,
                     0,
                     tr("Open the menu"),
                     {key("F10")},
                     {},
                     "menu",
                     nothing,
                     [&window] { window.openMenu(); },
                     {}});
    table.push_back(
        {"about", help, 1, tr("&About Decodescope"), {}, {}, {}, nothing, [&window] { window.showAbout(); }, {}});
    return table;
}

} // namespace

std::vector<ActionSpec> actionTable(MainWindow& window)
{
    Table table;
    for (Table part : {fileActions(window), viewActions(window), moveActions(window), windowActions(window)})
        table.insert(table.end(), part.begin(), part.end());
    return table;
}

} // namespace decodescope
