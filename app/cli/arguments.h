// SPDX-License-Identifier: GPL-3.0-or-later
// What several commands ask of their arguments.
#pragma once

#include "core/base/time.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace decodescope::cli {

// An option that takes a time in ns: a whole decimal number within 64 bits. `value` must live as long as `command`.
CLI::Option* addTimeOption(CLI::App& command, const std::string& name, std::optional<Ns>& value,
                           const std::string& purpose);

// The window of --begin and --end, which go together; nullopt without both. False, with a message, where they make
// none.
bool takeWindow(const std::optional<Ns>& begin, const std::optional<Ns>& end, std::optional<TimeRange>& window);

// The one of `sources` that `output` would replace, by whatever name or link; empty: none.
std::string replacedSource(const std::vector<std::string>& sources, const std::string& output);

// False, with a message, where `output` does not end as a trace's name does. A device or a pipe may have any name.
bool isTraceName(const std::string& output);

// --force, for a command that writes a file: one that is there is replaced.
void addForceOption(CLI::App& command, bool& force);
// False, with a message, where `output` is a file that is there and must not be replaced. What is no file (a device, a
// pipe) is written to.
bool mayWrite(const std::string& output, bool force);

// The first argument that is empty, as from a shell's variable without a value: its place behind the program's name.
std::optional<int> emptyArgument(int count, char** arguments);

} // namespace decodescope::cli
