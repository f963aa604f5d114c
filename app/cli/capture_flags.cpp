// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture_flags.h"

#include <CLI/CLI.hpp>

#include <map>

namespace decodescope::cli {

namespace {

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

} // namespace

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
                           {{"concatenate", KvCacheKind::concatenate},
                            {"preallocated", KvCacheKind::preallocated},
                            {"static", KvCacheKind::fixedLength}});
    command->add_option("--seed", options.seed, "For random weights and prompts")->check(CLI::NonNegativeNumber);
}

void addSettingOptions(CLI::App* command, CaptureOptions& options)
{
    addChoice<DecodeMode>(command, "--decode", options.mode, "How steps are launched",
                          {{"eager", DecodeMode::eager}, {"graph", DecodeMode::cudaGraph}});
    command->add_option("--batch", options.batch, "Sequences that are decoded at once")
        ->check(CLI::Range(1, kLargestBatch));
    // One prompt, not three of which two would be dropped.
    CLI::Option* length = command->add_option("--prompt-length", options.promptLength, "Tokens of a made-up prompt")
                              ->check(CLI::Range(1, kLongestPrompt));
    CLI::Option* tokens =
        command->add_option("--prompt-tokens", options.promptTokens, "Token ids of the prompt, with commas")
            ->delimiter(',')
            ->excludes(length);
    command->add_option("--prompt", options.promptText, "Text of the prompt; needs a tokenizer in the model's folder")
        ->excludes(length)
        ->excludes(tokens);
}

void addScheduleOptions(CLI::App* command, CaptureFlags& flags)
{
    ScheduleOptions& schedule = flags.options.schedule;
    const auto steps = CLI::Range(0, kMostScheduledSteps);
    command->add_option("--skip-first", schedule.skipFirst, "Steps before the schedule begins")->check(steps);
    command->add_option("--wait", schedule.wait, "Steps of a cycle that are not recorded")->check(steps);
    command->add_option("--warmup", schedule.warmup, "Steps of a cycle that are recorded and thrown away")
        ->check(steps);
    command->add_option("--active", schedule.active, "Steps of a cycle that are recorded")
        ->check(CLI::Range(1, kMostScheduledSteps));
    command->add_option("--repeat", schedule.repeat, "Cycles; 0: until Ctrl-C")->check(steps);
    command->add_flag("--no-sync", flags.withoutSync, "Do not wait for the GPU at the end of each step");
    command->add_flag("--no-shapes", flags.withoutShapes, "Do not record the shapes of inputs");
    command->add_flag("--prefill", flags.options.includePrefill, "Record the prefill too");
    command
        ->add_option("--timed-steps", flags.options.timedSteps,
                     "Steps that the timer measures with nothing attached; 0: none")
        ->check(CLI::Range(0, kMostTimedSteps));
    command
        ->add_option("--max-trace-bytes", flags.options.maxTraceBytes,
                     "The oldest steps are dropped beyond this; 0: no bound")
        ->check(CLI::NonNegativeNumber);
}

CaptureOptions optionsOf(const CaptureFlags& flags)
{
    CaptureOptions options = flags.options;
    options.synchronizeEachStep = !flags.withoutSync;
    options.recordShapes = !flags.withoutShapes;
    return options;
}

} // namespace decodescope::cli
