// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>

namespace {
constexpr int kWrongUsage = 2;
}

int main(int argc, char** argv)
{
    CLI::App app("Prints what Decodescope shows: steps, kernels and model parts of an LLM decode.", "decodescope-cli");
    app.set_version_flag("--version", std::string("decodescope-cli " DECODESCOPE_VERSION));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : kWrongUsage;
    }
    return 0;
}
