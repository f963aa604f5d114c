// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"

#include "app/cli/command.h"
#include "core/io/byte_sink.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <filesystem>

namespace decodescope::cli {

namespace {

std::optional<Ns> timeOf(std::string_view text)
{
    Ns time = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), time);
    return problem == std::errc() && end == text.data() + text.size() ? std::optional(time) : std::nullopt;
}

} // namespace

CLI::Option* addTimeOption(CLI::App& command, const std::string& name, std::optional<Ns>& value,
                           const std::string& purpose)
{
    const auto take = [&value](const std::string& text) { value = timeOf(text); };
    return command.add_option_function<std::string>(name, take, purpose)
        ->type_name("NS")
        ->check([](const std::string& text) {
            return timeOf(text) ? std::string() : "'" + text + "' is no whole number of ns within 64 bits";
        });
}

bool takeWindow(const std::optional<Ns>& begin, const std::optional<Ns>& end, std::optional<TimeRange>& window)
{
    if (begin.has_value() != end.has_value()) {
        printMessage("--begin and --end go together");
        return false;
    }
    if (!begin)
        return true;
    if (*end <= *begin) {
        printMessage("--end must be later than --begin");
        return false;
    }
    window = TimeRange{*begin, *end};
    return true;
}

std::string replacedSource(const std::vector<std::string>& sources, const std::string& output)
{
    for (const std::string& source : sources) {
        std::error_code missing; // then there is nothing to replace
        if (source != "-" && std::filesystem::equivalent(source, output, missing) && !missing)
            return source;
    }
    return {};
}

bool isTraceName(const std::string& output)
{
    if (output.ends_with(".json") || output.ends_with(".json.gz") || isStream(output))
        return true;
    printMessage(output + ": is no name of a trace; it has to end in .json or .json.gz");
    return false;
}

void addForceOption(CLI::App& command, bool& force)
{
    command.add_flag("--force", force, "Replace a file that is there");
}

bool mayWrite(const std::string& output, bool force)
{
    std::error_code missing; // then there is nothing to replace
    if (force || !std::filesystem::is_regular_file(output, missing))
        return true;
    printMessage(output + ": is there already; write to another file, or replace it with --force");
    return false;
}

std::optional<int> emptyArgument(int count, char** arguments)
{
    for (int i = 1; i < count; ++i)
        if (*arguments[i] == '\0')
            return i;
    return std::nullopt;
}

} // namespace decodescope::cli
