// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/application.h"

#include "app/build_facts.h"
#include "app/capture_library.h"
#include "app/interrupt.h"
#include "app/scene_setter.h"
#include "app/start_times.h"
#include "core/io/open_trace.h"
#include "core/label/label_trace.h"
#include "ui/main_window.h"
#include "ui/model/language.h"
#include "ui/model/live_controller.h"
#include "ui/model/session_store.h"
#include "ui/model/trace_document.h"
#include "ui/model/view_store.h"
#include "ui/style/font_scale.h"
#include "ui/window/file_commands.h"
#include "ui/window/rules_commands.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

#include <cstdio>
#include <cstdlib>

namespace decodescope {

namespace {

const QString kSample = QStringLiteral("tinyllama-h200-torch.pt.trace.json.gz");

constexpr QSize kPictureSize(1280, 800); // whatever the display, if there is one, would suggest

std::filesystem::path programFile()
{
    return QApplication::applicationFilePath().toStdString();
}

QString qtFact()
{
    return QStringLiteral("built with %1, running on %2")
        .arg(QStringLiteral(QT_VERSION_STR), QString::fromLatin1(qVersion()));
}

// What the About box says below the name.
QStringList aboutLines()
{
    const std::string built = buildFacts(programFile(), qtFact().toStdString());
    const std::string loaded = loadedLibraryFacts();
    QStringList lines = QString::fromStdString(built).split(QLatin1Char('\n')).mid(1); // without the version
    if (!loaded.empty())
        lines += QStringList(QStringLiteral("In use:")) + QString::fromStdString(loaded).split(QLatin1Char('\n'));
    return lines;
}

// Where the sample is: in a build's repository, or installed.
QString sampleFile()
{
    const QDir program(QApplication::applicationDirPath());
    for (const char* place : {"../share/decodescope", "../../resources/samples", "../../../resources/samples"})
        if (const QString file = program.filePath(QLatin1String(place) + QLatin1Char('/') + kSample);
            QFileInfo::exists(file))
            return QDir::cleanPath(file);
    return {};
}

[[noreturn]] void wrongUsage(const QString& sentence)
{
    std::fprintf(stderr, "decodescope: %s\n", qUtf8Printable(sentence));
    std::exit(2);
}

std::int64_t numberOf(const QCommandLineParser& parser, const char* option)
{
    bool ok = false;
    const std::int64_t number = parser.value(QLatin1String(option)).toLongLong(&ok);
    if (!ok)
        wrongUsage(QStringLiteral("--%1 takes an integer, not \"%2\".")
                       .arg(QLatin1String(option), parser.value(QLatin1String(option))));
    return number;
}

ThemeMode themeOf(const QString& word)
{
    if (word == QLatin1String("dark"))
        return ThemeMode::dark;
    if (word == QLatin1String("light"))
        return ThemeMode::light;
    if (word == QLatin1String("system"))
        return ThemeMode::system;
    wrongUsage(QStringLiteral("--theme is dark, light or system, not \"%1\".").arg(word));
}

QString languageOf(const QString& word)
{
    if (word == QLatin1String("system"))
        return {};
    if (isLanguage(word))
        return word;
    wrongUsage(QStringLiteral("--language is en, zh_CN or system, not \"%1\".").arg(word));
}

QSize sizeOf(const QString& word)
{
    const QStringList sides = word.split(QLatin1Char('x'));
    const QSize size = sides.size() == 2 ? QSize(sides[0].toInt(), sides[1].toInt()) : QSize();
    if (size.width() < 320 || size.height() < 240 || size.width() > 16384 || size.height() > 16384)
        wrongUsage(
            QStringLiteral("--size is WIDTHxHEIGHT, from 320x240 to 16384x16384, for example 1920x1080, not \"%1\".")
                .arg(word));
    return size;
}

} // namespace

CommandLine parseCommandLine(const QApplication& application)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("Shows where a decode step spends its time, recorded live or read from a trace."));
    parser.addHelpOption();
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                     QStringLiteral("Displays version information."));
    parser.addOption(version);
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QStringLiteral("Traces to open; several are the ranks of one job."),
                                 QStringLiteral("[FILE ...]"));
    const auto add = [&parser](const char* name, const char* explanation, const char* value) {
        parser.addOption({QLatin1String(name), QLatin1String(explanation), QLatin1String(value)});
    };
    parser.addOption({QStringLiteral("capture"), QStringLiteral("Start a capture at once.")});
    add("sweep", "Show the sweep in this folder.", "FOLDER");
    add("step", "Show and select a step: ProfilerStep#4, or 4.", "NAME");
    add("select-kernel", "Select the kernel with this correlation id.", "CORRELATION");
    add("select-gap", "Select the gap that begins then, in ns of the trace's time.", "NS");
    add("begin", "Begin of the range to select, in ns of the trace's time.", "NS");
    add("end", "End of that range.", "NS");
    add("find", "Light what matches, as in the search box: \"part:attention dur>4us\".", "TEXT");
    parser.addOption({QStringLiteral("show-python"), QStringLiteral("Show the rows of Python functions.")});
    add("panel",
        "Panel in front: selection, kernels, parts, gaps, launches, report, warnings, marks; or a view of one: "
        "parts/layers.",
        "NAME");
    add("rules", "Rules of your own for kernels or parts, ahead of the built-in ones; may be repeated.", "FILE");
    add("compare", "Show the trace beside this one, in a window of its own.", "FILE");
    add("steps-a", "Compare these steps, for example 3-5; alone: with others of the same trace.", "STEPS");
    add("steps-b", "The steps on the other side.", "STEPS");
    add("theme", "dark, light or system.", "THEME");
    add("language", "en, zh_CN or system.", "LANGUAGE");
    add("size", "Of the window, for example 1920x1080; of a picture 1280x800 unless it is given.", "WxH");
    add("screenshot", "Write a picture of the window, without a display, and exit.", "OUT.png");
    parser.addOption(
        {QStringLiteral("times"), QStringLiteral("Print a line when the window, then the trace, is on screen.")});
    parser.process(application);
    if (parser.isSet(version)) {
        std::printf("decodescope %s\n", buildFacts(programFile(), qtFact().toStdString()).c_str());
        std::exit(0);
    }

    CommandLine options;
    options.files = parser.positionalArguments();
    options.capture = parser.isSet(QStringLiteral("capture"));
    options.step = parser.value(QStringLiteral("step"));
    options.find = parser.value(QStringLiteral("find"));
    options.showsPython = parser.isSet(QStringLiteral("show-python"));
    options.panel = parser.value(QStringLiteral("panel"));
    options.rules = parser.values(QStringLiteral("rules"));
    options.compare = parser.value(QStringLiteral("compare"));
    options.stepsA = parser.value(QStringLiteral("steps-a"));
    options.stepsB = parser.value(QStringLiteral("steps-b"));
    options.screenshot = parser.value(QStringLiteral("screenshot"));
    options.sweep = parser.value(QStringLiteral("sweep"));
    options.printTimes = parser.isSet(QStringLiteral("times"));
    if (parser.isSet(QStringLiteral("select-kernel")))
        options.correlation = numberOf(parser, "select-kernel");
    if (parser.isSet(QStringLiteral("select-gap")))
        options.gap = numberOf(parser, "select-gap");
    if (parser.isSet(QStringLiteral("begin")) != parser.isSet(QStringLiteral("end")))
        wrongUsage(QStringLiteral("--begin and --end come together."));
    if (parser.isSet(QStringLiteral("begin"))) {
        options.range = TimeRange{numberOf(parser, "begin"), numberOf(parser, "end")};
        if (options.range->isEmpty())
            wrongUsage(QStringLiteral("--end must be after --begin."));
    }
    if (parser.isSet(QStringLiteral("theme")))
        options.theme = themeOf(parser.value(QStringLiteral("theme")));
    if (parser.isSet(QStringLiteral("language")))
        options.language = languageOf(parser.value(QStringLiteral("language")));
    if (parser.isSet(QStringLiteral("size")))
        options.size = sizeOf(parser.value(QStringLiteral("size")));
    else if (!options.screenshot.isEmpty())
        options.size = kPictureSize;
    if (options.capture && !options.files.isEmpty())
        wrongUsage(QStringLiteral("--capture records a new trace; it takes no file."));
    return options;
}

// Where the user's things are.
struct Folders
{
    QString views;
    QString sessions;
};

// Until the window is closed. Then all that is to be kept is written.
int runWindow(TraceDocument& document, LiveController& live, Settings& settings, const Folders& folders,
              const CommandLine& options)
{
    SessionStore sessions(document, folders.sessions);
    CommandLine wanted = options;
    // What crashed is offered, not opened: it might be what it crashed with.
    if (options.files.isEmpty() && !options.capture && settings.preferences().reopenLast &&
        sessions.interrupted().empty())
        wanted.files = sessions.last().value_or(SessionStore::Session()).files;
    MainWindow window(document, live, settings, {sampleFile(), folders.views, aboutLines, &sessions});
    if (options.size.isValid())
        window.resize(options.size);
    const Interrupt interrupt([&window] { window.closeUnasked(); }); // Ctrl+C
    if (options.rules.isEmpty())
        window.rules().loadKept();
    else
        window.rules().load(options.rules, false);
    SceneSetter scene(window, wanted);
    if (options.printTimes)
        new StartTimes(window); // the window's
    window.show();
    scene.begin();
    return QApplication::exec();
}

int runApplication(QApplication& application, const CommandLine& options)
{
    // A picture neither shows nor changes what the user did before.
    const QTemporaryDir nothing;
    const bool isPicture = !options.screenshot.isEmpty();
    Settings settings = isPicture ? Settings(nothing.filePath(QStringLiteral("settings.ini"))) : Settings();
    const Folders folders = isPicture ? Folders{nothing.path(), nothing.filePath(QStringLiteral("sessions"))}
                                      : Folders{ViewStore::defaultFolder(), SessionStore::defaultFolder()};
    const Preferences preferences = settings.preferences();
    applyTheme(application, options.theme.value_or(preferences.theme));
    applyFontPercent(application, preferences.fontPercent);
    applyLanguage(application, options.language.value_or(settings.language()));

    TraceDocument document(
        [](const std::vector<std::string>& files, Progress& progress, std::stop_token stop,
           const TraceDocument::SnapshotSink& onSnapshot) {
            return openTraces(files, progress, std::move(stop), onSnapshot);
        },
        [](const Trace& trace, const std::stop_token& stop) {
            return labelTrace(trace, *LabelRules::builtIn(), stop);
        });
    LiveController live(document, [program = programFile(), file = settings.file()] {
        return createLiveSource(program, Settings(file).preferences().libTorchFolder.toStdString());
    });
    const int status = runWindow(document, live, settings, folders, options);
    if (live.isActive()) {
        // Waiting for the end of a step, or for LibTorch to be loaded, would keep the user.
        std::fflush(nullptr);
        std::_Exit(status);
    }
    return status;
}

} // namespace decodescope
