// SPDX-License-Identifier: GPL-3.0-or-later
// How long a user waits for the program: until there is a window, until there is a trace in it, until it is gone.
// Prints a table; run it alone, with a Release build: bench_start [large trace]. Without a display it takes Qt's
// offscreen platform. The first start, which reads the program from the disk, does not count.
#include "tests/support/process_signal.h"
#include "tests/support/test_data.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <vector>

namespace {

constexpr int kRuns = 15;
constexpr int kPatienceMs = 60'000;
constexpr int kCaptureMs = 3000; // into a capture: LibTorch is being loaded, or the decode runs

struct Start
{
    explicit Start(const QString& home, const QStringList& arguments)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* folder : {"XDG_CONFIG_HOME", "XDG_DATA_HOME"})
            environment.insert(QLatin1String(folder), home);
        if (!environment.contains(QStringLiteral("DISPLAY")) &&
            !environment.contains(QStringLiteral("WAYLAND_DISPLAY")))
            environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        clock.start();
        process.start(QStringLiteral(DECODESCOPE), QStringList(QStringLiteral("--times")) + arguments);
    }
    // Since the start, when the program says so; -1: it did not.
    double waitFor(const QByteArray& line)
    {
        while (!said.contains(line + '\n')) {
            if (!process.waitForReadyRead(kPatienceMs))
                return -1;
            said += process.readAllStandardOutput();
        }
        return double(clock.nsecsElapsed()) / 1e6;
    }
    // From now until the process has ended.
    double quit()
    {
        QElapsedTimer sinceAsked;
        sinceAsked.start();
        decodescope::test::sendSignal(process, SIGTERM); // as a click on the window's cross
        return process.waitForFinished(kPatienceMs) ? double(sinceAsked.nsecsElapsed()) / 1e6 : -1;
    }
    bool hasLibTorch() const
    {
        QFile maps(QStringLiteral("/proc/%1/maps").arg(process.processId()));
        return maps.open(QIODevice::ReadOnly) && maps.readAll().contains("libtorch");
    }

    QProcess process;
    QElapsedTimer clock;
    QByteArray said;
};

void print(const char* what, std::vector<double> times)
{
    std::ranges::sort(times);
    if (times.empty() || times.front() < 0)
        std::printf("%-44s %8s %8s\n", what, "never", "never");
    else
        std::printf("%-44s %8.0f %8.0f\n", what, times[times.size() / 2], times.back());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    const QTemporaryDir home;
    const QString sample =
        QString::fromStdString(decodescope::test::samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
    Start(home.path(), {sample}).waitFor("trace");

    std::printf("%-44s %8s %8s\n", "ms", "median", "largest");
    std::vector<double> window, trace, quit, quitLoading, quitCapturing;
    bool hasLibTorch = false;
    for (int i = 0; i < kRuns; ++i) {
        Start start(home.path(), {sample});
        window.push_back(start.waitFor("window"));
        trace.push_back(start.waitFor("trace") - window.back());
        hasLibTorch = hasLibTorch || start.hasLibTorch();
        quit.push_back(start.quit());
    }
    print("start to window", window);
    print("window to sample on screen", trace);
    print("quit", quit);
    for (int i = 0; argc > 1 && i < kRuns; ++i) {
        Start start(home.path(), {QString::fromLocal8Bit(argv[1])});
        start.waitFor("window");
        QThread::msleep(200); // in the middle of reading
        quitLoading.push_back(start.quit());
    }
    if (argc > 1)
        print("quit while a large trace is read", quitLoading);
    for (int i = 0; i < 3; ++i) {
        Start start(home.path(), {QStringLiteral("--capture")});
        start.waitFor("window");
        QThread::msleep(kCaptureMs);
        quitCapturing.push_back(start.quit());
    }
    print("quit while capturing", quitCapturing);
    std::printf("LibTorch in memory with the sample on screen: %s\n", hasLibTorch ? "YES" : "no");
    return 0;
}
