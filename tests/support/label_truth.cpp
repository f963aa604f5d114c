// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/label_truth.h"

#include "core/base/progress.h"
#include "core/io/open_trace.h"
#include "tests/support/trace_dsl.h"

#include <fstream>
#include <sstream>
#include <vector>

namespace decodescope::test {

TruthTable readTruth(const std::filesystem::path& path)
{
    TruthTable table;
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream fields(line);
        std::string begin, correlation, layer, part;
        std::getline(fields, begin, '\t');
        std::getline(fields, correlation, '\t');
        std::getline(fields, layer, '\t');
        std::getline(fields, part, '\t');
        table[{std::stoll(begin), std::stoll(correlation)}] = {layer.empty() ? -1 : std::stoi(layer), part};
    }
    return table;
}

Score scoreOf(const Trace& trace, const Labels& labels, const TruthTable& truth)
{
    Score score;
    double allTime = 0;
    double rightTime = 0;
    double right = 0;
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const EventRow row = trace.event(trace.gpuOperation(i).event);
        const auto wanted = truth.find({row.begin, trace.args().integer(row.args, "correlation").value_or(-1)});
        const Label& label = labels.of(i);
        const bool isRight =
            wanted != truth.end() && partName(label.part) == wanted->second.part && label.layer == wanted->second.layer;
        const auto duration = static_cast<double>(row.duration);
        allTime += duration;
        rightTime += isRight ? duration : 0;
        right += isRight ? 1 : 0;
        score.exact += isExact(label.source) ? 1 : 0;
        ++score.count;
    }
    score.time = rightTime / allTime;
    score.operations = right / static_cast<double>(score.count);
    return score;
}

std::shared_ptr<const Trace> opened(const std::filesystem::path& path)
{
    Progress progress;
    const std::vector<std::string> files{path.string()};
    auto trace = openTraces(files, progress);
    return trace ? *trace : nullptr;
}

std::string labelOf(const Trace& trace, const Labels& labels, std::string_view kernel)
{
    const auto index = trace.gpuOperationIndex(eventNamed(trace, kernel));
    if (!index)
        return "no operation";
    const Label& label = labels.of(*index);
    return (label.layer < 0 ? std::string("-") : std::to_string(label.layer)) + " " + std::string(partName(label.part));
}

} // namespace decodescope::test
