// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/sweep.h"

#include "core/query/distribution.h"
#include "core/query/recording.h"
#include "core/query/steps.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace decodescope {

namespace {

using nlohmann::json;

Spread spreadOf(std::vector<Ns> values)
{
    if (values.empty())
        return {};
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    Spread spread{0, *low, *high};
    spread.median = median(values);
    return spread;
}

double medianCount(std::vector<Ns> values)
{
    return static_cast<double>(median(values));
}

double medianShare(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

json toJson(const SweepRow& row)
{
    json object = {{"decode", decodeModeName(row.setting.mode)},
                   {"batch", row.setting.batch},
                   {"prompt_length", row.setting.promptLength},
                   {"steps", row.steps},
                   {"step_ns", row.step.median},
                   {"step_low_ns", row.step.low},
                   {"step_high_ns", row.step.high},
                   {"timer_ns", row.timerStep},
                   {"tokens_per_s", row.tokensPerSecond},
                   {"kernels", row.kernels},
                   {"launches", row.launches},
                   {"file", row.file},
                   {"failure", row.failure}};
    if (row.hasGpu)
        object.update({{"busy_ns", row.busy.median},
                       {"busy_low_ns", row.busy.low},
                       {"busy_high_ns", row.busy.high},
                       {"gap_share", row.gapShare}});
    return object;
}

// Throws json::exception where a member has another type.
SweepRow fromJson(const json& object)
{
    SweepRow row;
    row.setting.mode = decodeModeFromName(object.at("decode").get<std::string>()).value_or(DecodeMode::eager);
    row.setting.batch = object.at("batch").get<int>();
    row.setting.promptLength = object.at("prompt_length").get<int>();
    row.steps = object.value("steps", std::size_t{0});
    row.step = {object.value("step_ns", Ns{0}), object.value("step_low_ns", Ns{0}),
                object.value("step_high_ns", Ns{0})};
    row.hasGpu = object.contains("busy_ns");
    row.busy = {object.value("busy_ns", Ns{0}), object.value("busy_low_ns", Ns{0}),
                object.value("busy_high_ns", Ns{0})};
    row.gapShare = object.value("gap_share", 0.0);
    row.timerStep = object.value("timer_ns", Ns{0});
    row.tokensPerSecond = object.value("tokens_per_s", 0.0);
    row.kernels = object.value("kernels", 0.0);
    row.launches = object.value("launches", 0.0);
    row.file = object.value("file", std::string());
    row.failure = object.value("failure", std::string());
    return row;
}

} // namespace

SweepRow summarizeSetting(const SweepSetting& setting, const Trace& trace, std::stop_token stop)
{
    SweepRow row;
    row.setting = setting;
    std::vector<Ns> lengths, busy, kernels, launches;
    std::vector<double> gapShares;
    for (const StepSummary& step : stepSummaries(trace, std::move(stop))) {
        const Ns length = trace.steps()[step.step].range.length();
        lengths.push_back(length);
        busy.push_back(step.gpuBusyInStep);
        kernels.push_back(static_cast<Ns>(step.kernels));
        launches.push_back(static_cast<Ns>(step.launches));
        gapShares.push_back(length > 0 ? static_cast<double>(step.gap) / static_cast<double>(length) : 0);
    }
    row.steps = lengths.size();
    row.step = spreadOf(std::move(lengths));
    row.launches = medianCount(std::move(launches));
    row.hasGpu = row.steps > 0 && trace.gpuOperationCount() > 0;
    if (row.hasGpu) {
        row.busy = spreadOf(std::move(busy));
        row.gapShare = medianShare(std::move(gapShares));
        row.kernels = medianCount(std::move(kernels));
    }
    if (!trace.sources().empty())
        row.timerStep = timerFactsOf(trace.sources().front()).value_or(TimerFacts()).tpotMean;
    constexpr double kNsPerS = 1e9;
    if (const Ns step = row.timerStep > 0 ? row.timerStep : row.step.median; step > 0)
        row.tokensPerSecond = setting.batch * kNsPerS / static_cast<double>(step);
    return row;
}

std::optional<double> timerGapShare(const SweepRow& row)
{
    if (!row.hasGpu || row.timerStep <= 0)
        return std::nullopt;
    return std::max(0.0, 1.0 - static_cast<double>(row.busy.median) / static_cast<double>(row.timerStep));
}

SweepRow failedSetting(const SweepSetting& setting, std::string reason)
{
    SweepRow row;
    row.setting = setting;
    row.failure = std::move(reason);
    return row;
}

std::string sweepJson(const std::vector<SweepRow>& rows)
{
    json list = json::array();
    for (const SweepRow& row : rows)
        list.push_back(toJson(row));
    return json{{"sweep", list}}.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Result<std::vector<SweepRow>> readSweep(std::string_view text)
{
    const json file = json::parse(text, nullptr, false);
    const auto list = file.is_object() ? file.find("sweep") : file.end();
    if (!file.is_object() || list == file.end() || !list->is_array())
        return failure(ErrorCode::format, "This is no sweep: it is no JSON object with an array \"sweep\".");
    std::vector<SweepRow> rows;
    for (const json& object : *list) {
        try {
            rows.push_back(fromJson(object));
        } catch (const json::exception&) {
            return failure(ErrorCode::format, "Row " + std::to_string(rows.size() + 1) +
                                                  " of this sweep cannot be read: a member is missing or has a wrong "
                                                  "type.");
        }
    }
    return rows;
}

} // namespace decodescope
