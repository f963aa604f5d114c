// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/linear_weights.h"

#include "core/query/step_index.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

namespace decodescope {

namespace {

using nlohmann::json;

constexpr std::size_t kStopEvery = 0xffff;                   // events between two looks at the stop token
constexpr std::int64_t kLargestSide = std::int64_t{1} << 31; // of a weight matrix; larger ones are a broken record

// Which input of an operator is the weight, and whether it lies as [out, in].
struct WeightInput
{
    std::size_t index = 0;
    bool outFirst = false;
};

std::optional<WeightInput> weightInputOf(std::string_view op)
{
    if (op == "aten::linear")
        return WeightInput{1, true};
    if (op == "aten::mm")
        return WeightInput{1, false};
    if (op == "aten::addmm")
        return WeightInput{2, false};
    return std::nullopt;
}

struct Matrix
{
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::int64_t bytes = 0;
};

std::optional<std::int64_t> side(const json& dims, std::size_t index)
{
    if (!dims[index].is_number_integer())
        return std::nullopt;
    const auto size = dims[index].get<std::int64_t>();
    return size > 0 && size < kLargestSide ? std::optional(size) : std::nullopt;
}

Matrix matrixOf(const std::string& dimsText, const std::string& typesText, WeightInput input)
{
    const json dims = json::parse(dimsText, nullptr, false);
    const json types = json::parse(typesText, nullptr, false);
    if (!dims.is_array() || dims.size() <= input.index || !types.is_array() || types.size() <= input.index)
        return {};
    const json& weight = dims[input.index];
    if (!weight.is_array() || weight.size() != 2 || !types[input.index].is_string())
        return {};
    const auto first = side(weight, 0);
    const auto second = side(weight, 1);
    const auto element = bytesOfType(types[input.index].get<std::string>());
    if (!first || !second)
        return {};
    Matrix matrix{*second, *first, 0};
    if (!input.outFirst)
        std::swap(matrix.in, matrix.out);
    if (element && *first < kLargestSide / 8 && *second < kLargestSide / 8)
        matrix.bytes = *first * *second * *element;
    return matrix;
}

// Whether an operator runs inside of aten::linear, which has been counted.
bool liesInLinear(const Trace& trace, EventId op)
{
    for (EventId at = trace.enclosingOp(op); at != kNoEvent; at = trace.enclosingOp(at)) {
        if (weightInputOf(trace.name(at)))
            return true;
    }
    return false;
}

} // namespace

std::optional<int> bytesOfType(std::string_view type)
{
    static constexpr std::array<std::pair<std::string_view, int>, 12> kTypes{{
        {"c10::Half", 2},
        {"c10::BFloat16", 2},
        {"float", 4},
        {"double", 8},
        {"c10::Float8_e4m3fn", 1},
        {"c10::Float8_e5m2", 1},
        {"c10::Float8_e4m3fnuz", 1},
        {"c10::Float8_e5m2fnuz", 1},
        {"signed char", 1},
        {"unsigned char", 1},
        {"int", 4},
        {"long int", 8},
    }};
    const auto found = std::ranges::find(kTypes, type, &std::pair<std::string_view, int>::first);
    return found == kTypes.end() ? std::nullopt : std::optional(found->second);
}

std::vector<LinearCall> linearCalls(const Trace& trace, std::stop_token stop)
{
    std::vector<std::optional<WeightInput>> inputOfName(trace.strings().size());
    for (std::size_t i = 0; i < inputOfName.size(); ++i)
        inputOfName[i] = weightInputOf(trace.text(static_cast<NameId>(i)));
    const StepIndex steps(trace);
    std::unordered_map<std::string, Matrix> known; // by shapes and types: there are few
    std::vector<LinearCall> calls;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if ((i & kStopEvery) == 0 && stop.stop_requested())
            return {};
        const auto id = static_cast<EventId>(i);
        const auto& input = inputOfName[index(trace.events().name(id))];
        if (!input || trace.kind(id) != EventKind::cpuOp || trace.events().type(id) != EventType::slice ||
            liesInLinear(trace, id))
            continue;
        const ArgsId args = trace.events().args(id);
        const std::string dims = trace.args().value(args, "Input Dims").value_or("");
        const std::string types = trace.args().value(args, "Input type").value_or("");
        const auto [matrix, isNew] = known.try_emplace(dims + types + std::to_string(input->index));
        if (isNew)
            matrix->second = matrixOf(dims, types, *input);
        LinearCall call;
        call.op = id;
        call.inFeatures = matrix->second.in;
        call.outFeatures = matrix->second.out;
        call.weightBytes = matrix->second.bytes;
        const Track& track = trace.track(trace.events().track(id));
        if (const auto step = steps.at(track.process, trace.events().begin(id)))
            call.step = static_cast<std::int32_t>(*step);
        calls.push_back(call);
    }
    std::ranges::stable_sort(calls, std::ranges::less{},
                             [&](const LinearCall& c) { return trace.events().begin(c.op); });
    return calls;
}

std::vector<StepWeights> weightsByStep(const Trace& trace, const std::vector<LinearCall>& calls)
{
    std::vector<StepWeights> rows(trace.steps().size());
    for (const LinearCall& call : calls) {
        if (call.step < 0)
            continue;
        StepWeights& row = rows[static_cast<std::size_t>(call.step)];
        ++row.linears;
        row.bytes = saturatingAdd(row.bytes, call.weightBytes);
        row.withoutShape += call.weightBytes == 0;
    }
    return rows;
}

} // namespace decodescope
