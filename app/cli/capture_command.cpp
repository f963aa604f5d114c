// SPDX-License-Identifier: GPL-3.0-or-later
// capture: runs a decode and records it into a file.
#include "app/capture_library.h"
#include "app/cli/command.h"
#include "core/io/byte_sink.h"
#include "core/io/chrome_trace_writer.h"
#include "core/query/recording.h"
#include "core/trace/trace_builder.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <csignal>
#include <map>
#include <thread>

namespace decodescope::cli {

namespace {

struct CaptureCommand
{
    std::string output;
    CaptureOptions options;
    bool withoutSync = false;
    bool withoutShapes = false;
};

volatile std::sig_atomic_t g_interrupted = 0; // all that a signal handler may write

void onInterrupt(int)
{
    g_interrupted = 1;
    std::signal(SIGINT, SIG_DFL); // a second Ctrl-C ends the program
}

const char* phaseText(CapturePhase phase)
{
    switch (phase) {
    case CapturePhase::idle:
        return "starting";
    case CapturePhase::loading:
        return "loading the model";
    case CapturePhase::prefill:
        return "prefill";
    case CapturePhase::timing:
        return "timing steps with nothing attached";
    case CapturePhase::waiting:
        return "waiting";
    case CapturePhase::warmup:
        return "warming up";
    case CapturePhase::active:
        return "recording";
    case CapturePhase::settling:
        return "fetching records and timing again";
    case CapturePhase::finished:
        return "finished";
    case CapturePhase::failed:
        break;
    }
    return "failed";
}

// A line when the phase changes, not for every step.
void tellPhase(const CaptureStatus& status, CapturePhase& last)
{
    if (status.phase == last)
        return;
    last = status.phase;
    std::string line = status.device.empty() ? "" : status.device + ": ";
    line += phaseText(status.phase);
    if (status.steps > 0)
        line += ", step " + std::to_string(status.step) + " of " + std::to_string(status.steps);
    printMessage(line);
}

// Takes over what the source delivers until it has ended; returns its last status.
CaptureStatus drain(LiveSource& source, BatchQueue& queue, TraceBuilder& builder)
{
    CapturePhase told = CapturePhase::idle;
    bool isStopping = false;
    for (;;) {
        const CaptureStatus status = source.status(); // before the queue: what came until then is in it
        for (const auto& batch : queue.takeAll())
            builder.append(*batch);
        tellPhase(status, told);
        if (status.phase == CapturePhase::finished || status.phase == CapturePhase::failed)
            return status;
        if (g_interrupted && !isStopping) {
            isStopping = true;
            printMessage("stopping; what was recorded is kept");
            source.requestStop();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

int printResult(const Trace& trace, OutputFormat format)
{
    const int ended = printSteps(trace, format);
    for (const TraceSource& source : trace.sources()) {
        const auto timer = timerFactsOf(source);
        if (!timer || timer->tpot <= 0)
            continue;
        const std::string line = "timer_tpot_ns  " + std::to_string(timer->tpot);
        if (format != OutputFormat::table) // would be no row of theirs
            printMessage(line);
        else if (!printText("\n" + line + "\n"))
            return kBadInput;
    }
    return ended;
}

int runCapture(const CaptureCommand& command, OutputFormat format)
{
    auto output = createFile(command.output); // before the run: a run that cannot be saved is lost
    if (!output) {
        printMessage(output.error().text());
        return kBadInput;
    }
    auto source = createLiveSource("/proc/self/exe");
    if (!source) {
        printMessage(source.error().text());
        return kNoCapture;
    }
    CaptureOptions options = command.options;
    options.synchronizeEachStep = !command.withoutSync;
    options.recordShapes = !command.withoutShapes;
    BatchQueue queue;
    TraceBuilder builder;
    std::signal(SIGINT, onInterrupt);
    std::signal(SIGTERM, onInterrupt);
    if (const auto started = (*source)->start(options, queue); !started) {
        printMessage(started.error().text());
        return kNoCapture;
    }
    const CaptureStatus status = drain(**source, queue, builder);
    if (!status.note.empty())
        printMessage(status.note);
    if (status.phase == CapturePhase::failed) {
        printMessage(status.error.text());
        return kNoCapture;
    }
    if (const std::uint64_t dropped = status.dropped + queue.droppedEvents(); dropped > 0) {
        builder.report().add(WarningKind::droppedRecords, -1,
                             "Records that the recorder or its queue could not deliver.", dropped);
        printMessage(std::to_string(dropped) + " records were lost");
    }
    builder.source() = (*source)->description();
    builder.finish();
    const auto trace = builder.snapshot();
    Progress progress;
    const auto written = writeTrace(*trace, **output, {}, progress);
    if (!written) {
        printMessage(written.error().text());
        return kBadInput;
    }
    printMessage(std::to_string(written->events) + " events written to " + command.output);
    return printResult(*trace, format);
}

template <class Value>
void addChoice(CLI::App* command, const char* option, Value& value, const char* purpose,
               std::map<std::string, Value> words)
{
    std::string list;
    for (const auto& [word, meaning] : words)
        list += (list.empty() ? "" : ", ") + word;
    command
        ->add_option_function<std::string>(
            option, [&value, words](const std::string& word) { value = words.at(word); },
            std::string(purpose) + ": " + list)
        ->type_name("WORD")
        ->check([words, list](const std::string& word) {
            return words.contains(word) ? std::string() : "'" + word + "' is none of " + list;
        });
}

void addModelOptions(CLI::App* command, CaptureOptions& options)
{
    command->add_option("--model", options.model, "Preset (tinyllama, tiny), or a folder in Hugging Face's layout");
    addChoice<CaptureDevice>(
        command, "--device", options.device, "Where to decode",
        {{"auto", CaptureDevice::automatic}, {"cpu", CaptureDevice::cpu}, {"cuda", CaptureDevice::cuda}});
    command->add_option("--device-index", options.deviceIndex, "Which of several GPUs")->check(CLI::Range(0, 1023));
    addChoice<CaptureDtype>(command, "--dtype", options.dtype, "Type of the weights",
                            {{"auto", CaptureDtype::automatic},
                             {"float32", CaptureDtype::float32},
                             {"float16", CaptureDtype::float16},
                             {"bfloat16", CaptureDtype::bfloat16}});
    addChoice<AttentionBackend>(command, "--attention", options.attention, "Attention backend",
                                {{"auto", AttentionBackend::automatic},
                                 {"flash", AttentionBackend::flash},
                                 {"mem-efficient", AttentionBackend::memEfficient},
                                 {"math", AttentionBackend::math},
                                 {"cudnn", AttentionBackend::cudnn}});
    addChoice<KvCacheKind>(command, "--kv-cache", options.kvCache, "KV cache",
                           {{"concatenate", KvCacheKind::concatenate}, {"preallocated", KvCacheKind::preallocated}});
    addChoice<DecodeMode>(command, "--mode", options.mode, "How steps are launched",
                          {{"eager", DecodeMode::eager}, {"cuda-graph", DecodeMode::cudaGraph}});
    command->add_option("--batch", options.batch, "Sequences that are decoded at once")->check(CLI::Range(1, 65536));
    command->add_option("--prompt-length", options.promptLength, "Tokens of a made-up prompt")
        ->check(CLI::Range(1, 1 << 20));
    command->add_option("--prompt-tokens", options.promptTokens, "Token ids of the prompt, with commas")
        ->delimiter(',');
    command->add_option("--prompt", options.promptText, "Text of the prompt; needs a tokenizer in the model's folder");
    command->add_option("--seed", options.seed, "For random weights and prompts");
}

void addScheduleOptions(CLI::App* command, CaptureCommand& capture)
{
    ScheduleOptions& schedule = capture.options.schedule;
    const auto steps = CLI::Range(0, 1'000'000'000);
    command->add_option("--skip-first", schedule.skipFirst, "Steps before the schedule begins")->check(steps);
    command->add_option("--wait", schedule.wait, "Steps of a cycle that are not recorded")->check(steps);
    command->add_option("--warmup", schedule.warmup, "Steps of a cycle that are recorded and thrown away")
        ->check(steps);
    command->add_option("--active", schedule.active, "Steps of a cycle that are recorded")
        ->check(CLI::Range(1, 1'000'000'000));
    command->add_option("--repeat", schedule.repeat, "Cycles; 0: until Ctrl-C")->check(steps);
    command->add_flag("--no-sync", capture.withoutSync, "Do not wait for the GPU at the end of each step");
    command->add_flag("--no-shapes", capture.withoutShapes, "Do not record the shapes of inputs");
    command->add_flag("--prefill", capture.options.includePrefill, "Record the prefill too");
    command
        ->add_option("--timed-steps", capture.options.timedSteps,
                     "Steps that the timer measures with nothing attached; 0: none")
        ->check(steps);
    command->add_option("--max-trace-bytes", capture.options.maxTraceBytes, "The oldest steps are dropped beyond this");
}

} // namespace

void addCaptureCommand(CLI::App& app, Invocation& invocation)
{
    CLI::App* capture = app.add_subcommand("capture", "Run a decode and record it; Ctrl-C ends it and keeps the file");
    const auto command = std::make_shared<CaptureCommand>();
    capture->add_option("-o,--output", command->output, "File to write: .json or .json.gz")->required();
    addModelOptions(capture, command->options);
    addScheduleOptions(capture, *command);
    capture->callback([&invocation, command] {
        invocation.run = [&invocation, command] { return runCapture(*command, invocation.format); };
    });
}

} // namespace decodescope::cli
