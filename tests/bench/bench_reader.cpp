// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a trace is read and written, beside what other parsers take for the same text. Prints a table; run it alone,
// with a Release build:
//   bench_reader FILE.json             each reader in a process of its own
//   bench_reader --grow FILE N OUT     writes a trace with the events of FILE N times, one after the other
//   bench_reader --cancel FILE         how soon reading and writing end when they are cancelled, at 20 moments
#include "core/io/chrome_trace_writer.h"
#include "core/io/microseconds.h"
#include "core/io/open_trace.h"
#include "core/io/text_feed.h"

#include <nlohmann/json.hpp>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <stop_token>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace decodescope;

namespace {

constexpr int kRounds = 3;
constexpr double kMega = 1e6;

struct Figure
{
    double wallSeconds = 1e9; // the best of all rounds
    double cpuSeconds = 0;    // of that round
    double peakMegabytes = 0;
    bool worked = false;
};

// Runs `job` in a child, so that its memory and time are its own.
Figure measure(const std::function<bool()>& job)
{
    Figure best;
    for (int round = 0; round < kRounds; ++round) {
        const auto start = std::chrono::steady_clock::now();
        const pid_t child = ::fork();
        if (child == 0)
            ::_exit(job() ? 0 : 1);
        int status = 0;
        rusage usage = {};
        ::wait4(child, &status, 0, &usage);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        best.worked = WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (!best.worked || seconds >= best.wallSeconds)
            continue;
        best.wallSeconds = seconds;
        best.cpuSeconds = static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                          static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / kMega;
        best.peakMegabytes = static_cast<double>(usage.ru_maxrss) * 1024 / kMega;
    }
    return best;
}

bool readOurs(const std::string& path)
{
    Progress progress;
    const std::array paths{path};
    return openTraces(paths, progress).has_value();
}

bool splitOnly(const std::string& path)
{
    const auto source = openByteSource(path);
    if (!source)
        return false;
    TextFeed feed(**source);
    TextPiece piece;
    std::size_t events = 0;
    while (feed.next(piece).value_or(false))
        events += piece.split.events.size();
    return events > 0;
}

bool walk(simdjson::ondemand::value value, std::size_t& scalars)
{
    simdjson::ondemand::json_type type{};
    if (value.type().get(type) != simdjson::SUCCESS)
        return false;
    if (type == simdjson::ondemand::json_type::array) {
        for (auto element : value.get_array()) {
            simdjson::ondemand::value inner;
            if (element.get(inner) != simdjson::SUCCESS || !walk(inner, scalars))
                return false;
        }
        return true;
    }
    if (type == simdjson::ondemand::json_type::object) {
        for (auto member : value.get_object()) {
            simdjson::ondemand::value inner;
            if (member.value().get(inner) != simdjson::SUCCESS || !walk(inner, scalars))
                return false;
        }
        return true;
    }
    ++scalars;
    return true;
}

bool walkWithSimdjson(const std::string& path)
{
    simdjson::padded_string text;
    simdjson::ondemand::parser parser;
    simdjson::ondemand::document document;
    simdjson::ondemand::value root;
    std::size_t scalars = 0;
    return simdjson::padded_string::load(path).get(text) == simdjson::SUCCESS &&
           parser.iterate(text).get(document) == simdjson::SUCCESS &&
           document.get_value().get(root) == simdjson::SUCCESS && walk(root, scalars) && scalars > 0;
}

bool parseWithNlohmann(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return !nlohmann::json::parse(file, nullptr, false).is_discarded();
}

bool parseWithPython(const std::string& path)
{
    ::execlp("python3", "python3", "-c", "import json,sys; json.load(open(sys.argv[1]))", path.c_str(), nullptr);
    return false;
}

void printRow(const char* what, double megabytes, const Figure& figure, double yardstick)
{
    if (!figure.worked) {
        std::printf("%-28s could not be run\n", what);
        return;
    }
    std::printf("%-28s %8.3f %8.3f %8.0f %8.0f %9.2f %8.1fx\n", what, figure.wallSeconds, figure.cpuSeconds,
                megabytes / figure.wallSeconds, megabytes / figure.cpuSeconds, figure.peakMegabytes / megabytes,
                yardstick / figure.wallSeconds);
}

int compare(const std::string& path)
{
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    const double megabytes = static_cast<double>(file.tellg()) / kMega;
    std::printf("%s: %.1f MB, best of %d runs\n", path.c_str(), megabytes, kRounds);
    std::printf("%-28s %8s %8s %8s %8s %9s %9s\n", "", "wall s", "CPU s", "MB/s", "MB/CPU s", "peak B/B", "nlohmann");
    const Figure dom = measure([&] { return parseWithNlohmann(path); });
    printRow("decodescope: open", megabytes, measure([&] { return readOurs(path); }), dom.wallSeconds);
    printRow("decodescope: split only", megabytes, measure([&] { return splitOnly(path); }), dom.wallSeconds);
    printRow("simdjson: walk on demand", megabytes, measure([&] { return walkWithSimdjson(path); }), dom.wallSeconds);
    printRow("nlohmann: DOM", megabytes, dom, dom.wallSeconds);
    printRow("Python: json.load", megabytes, measure([&] { return parseWithPython(path); }), dom.wallSeconds);

    Progress progress;
    const std::array paths{path};
    const auto trace = openTraces(paths, progress);
    if (!trace)
        return 1;
    for (const char* name : {"bench_reader_out.json", "bench_reader_out.json.gz"}) {
        std::uint64_t bytes = 0;
        const auto start = std::chrono::steady_clock::now();
        const auto written = writeTrace(**trace, std::string(name), {}, progress);
        bytes = written ? written->bytes : 0;
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        std::printf("write %-22s %8.3f s %8.0f MB/s\n", name + 13, seconds,
                    static_cast<double>(bytes) / kMega / seconds);
        ::unlink(name);
    }
    return 0;
}

// Adds to the number behind each `"key": ` of an event.
void addTo(std::string& event, std::string_view key, std::int64_t amount)
{
    const std::string wanted = "\"" + std::string(key) + "\": ";
    for (std::size_t at = event.find(wanted); at != std::string::npos; at = event.find(wanted, at)) {
        at += wanted.size();
        const std::size_t end = std::min(event.find_first_not_of("0123456789.", at), event.size());
        const std::string_view number = std::string_view(event).substr(at, end - at);
        std::string changed;
        if (key == "ts") {
            if (const auto time = parseMicroseconds(number))
                appendMicroseconds(changed, time->ns + amount);
        } else {
            std::int64_t value = 0;
            std::from_chars(number.data(), number.data() + number.size(), value);
            changed = std::to_string(value + amount);
        }
        if (!number.empty())
            event.replace(at, end - at, changed);
    }
}

int grow(const std::string& path, int times, const std::string& out)
{
    std::ofstream file(out, std::ios::binary);
    file << "{\"traceEvents\": [\n";
    constexpr Ns kShift = 100'000'000'000; // longer than the recordings that are grown
    constexpr std::int64_t kIds = 10'000'000;
    for (int i = 0; i < times; ++i) {
        const auto source = openByteSource(path);
        if (!source)
            return 1;
        TextFeed feed(**source);
        TextPiece piece;
        bool first = i == 0;
        while (feed.next(piece).value_or(false)) {
            for (const TextSpan& span : piece.split.events) {
                std::string event(piece.text().substr(span.begin, span.size));
                addTo(event, "ts", i * kShift);
                for (const char* id : {"correlation", "id", "External id"})
                    addTo(event, id, i * kIds);
                file << (first ? "" : ",\n") << event;
                first = false;
            }
        }
    }
    file << "\n]}\n";
    return file.good() ? 0 : 1;
}

// The longest time from a wish to stop to the end of `job`, of 20 that are stopped at moments spread over its length.
void printCancel(const char* what, const std::function<void(std::stop_token)>& job)
{
    constexpr int kMoments = 20;
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    job({});
    const auto whole = Clock::now() - start;
    Clock::duration longest{};
    int worst = 0;
    for (int i = 0; i < kMoments; ++i) {
        Clock::time_point asked;
        Clock::time_point ended;
        {
            std::jthread running([&](const std::stop_token& stop) {
                job(stop);
                ended = Clock::now();
            });
            std::this_thread::sleep_for(whole * (2 * i + 1) / (2 * kMoments));
            asked = Clock::now();
            running.request_stop();
        }
        if (ended - asked > longest) {
            longest = ended - asked;
            worst = i;
        }
    }
    const auto ms = [](Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); };
    std::printf("%-28s %8.0f ms whole, %6.1f ms to cancel at most (at %d %%)\n", what, ms(whole), ms(longest),
                (2 * worst + 1) * 100 / (2 * kMoments));
}

int cancel(const std::string& path)
{
    const std::array paths{path};
    Progress progress;
    printCancel("open", [&](std::stop_token stop) { (void)openTraces(paths, progress, std::move(stop)); });
    printCancel("open, with snapshots", [&](std::stop_token stop) {
        (void)openTraces(paths, progress, std::move(stop), [](const std::shared_ptr<const Trace>&) {});
    });
    const auto trace = openTraces(paths, progress);
    if (!trace)
        return 1;
    for (const char* name : {"bench_reader_out.json", "bench_reader_out.json.gz"}) {
        printCancel(name, [&](std::stop_token stop) {
            (void)writeTrace(**trace, std::string(name), {}, progress, std::move(stop));
        });
        ::unlink(name);
    }
    return 0;
}

} // namespace

int main(int argumentCount, char** arguments)
{
    if (argumentCount == 2)
        return compare(arguments[1]);
    if (argumentCount == 5 && std::string_view(arguments[1]) == "--grow")
        return grow(arguments[2], std::atoi(arguments[3]), arguments[4]);
    if (argumentCount == 3 && std::string_view(arguments[1]) == "--cancel")
        return cancel(arguments[2]);
    std::fprintf(stderr, "usage: bench_reader FILE.json | --grow FILE N OUT.json | --cancel FILE\n");
    return 2;
}
