// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/compare_controller.h"

#include "core/query/gaps.h"
#include "core/query/step_choice.h"
#include "ui/model/trace_document.h"

#include <algorithm>

namespace decodescope {

CompareController::CompareController(TraceDocument& documentA, TraceDocument& documentB, QObject* parent)
    : QObject(parent)
    , m_job(this)
{
    m_sides[a].document = &documentA;
    m_sides[b].document = &documentB;
    for (const Side side : {a, b}) {
        connect(&document(side), &TraceDocument::traceChanged, this, [this, side] { takeTrace(side); });
        connect(&document(side), &TraceDocument::labelsChanged, this, &CompareController::compare);
        takeTrace(side);
    }
}

void CompareController::takeTrace(Side side)
{
    if (document(side).state() == TraceDocument::State::loading) { // what is there so far has too few steps
        m_job.cancel();
        m_result.reset();
        Q_EMIT resultChanged();
        return;
    }
    if (!setSteps(side, m_sides[side].text).isEmpty())
        setSteps(side, {}); // they were another trace's
}

QString CompareController::setSteps(Side side, const QString& text)
{
    const auto chosen = stepsOfText(*document(side).trace(), text.toStdString());
    if (!chosen)
        return QString::fromStdString(chosen.error().message);
    m_sides[side].text = text.trimmed();
    m_sides[side].steps = *chosen;
    Q_EMIT stepsChanged();
    compare();
    return {};
}

TimeRange CompareController::rangeOf(Side side, std::size_t nthStep) const
{
    const auto trace = document(side).trace();
    const std::vector<std::size_t>& steps = m_sides[side].steps;
    if (steps.empty())
        return workSpan(*trace);
    return trace->steps()[steps[std::min(nthStep, steps.size() - 1)]].range;
}

void CompareController::compare()
{
    const auto isWhole = [this](Side side) {
        return !document(side).isEmpty() && document(side).state() != TraceDocument::State::loading;
    };
    if (!isWhole(a) || !isWhole(b)) {
        m_job.cancel();
        m_result.reset();
        Q_EMIT resultChanged();
        return;
    }
    struct Input
    {
        std::shared_ptr<const Trace> trace;
        std::shared_ptr<const Labels> labels;
        std::vector<std::size_t> steps;
        CompareSide side() const { return {trace.get(), labels.get(), steps}; }
    };
    const auto input = [this](Side side) {
        return Input{document(side).trace(), document(side).labels(), m_sides[side].steps};
    };
    m_job.start(
        [inputA = input(a), inputB = input(b)](std::stop_token stop, Progress&) {
            auto result = std::make_shared<Result>();
            result->traces = {inputA.trace, inputB.trace};
            for (const CompareGrouping by : {CompareGrouping::part, CompareGrouping::kernel, CompareGrouping::op})
                result->by[std::size_t(by)] = compareTraces(inputA.side(), inputB.side(), by, stop);
            return std::shared_ptr<const Result>(result);
        },
        [this](const std::shared_ptr<const Result>& result) {
            m_result = result;
            Q_EMIT resultChanged();
        });
}

} // namespace decodescope
