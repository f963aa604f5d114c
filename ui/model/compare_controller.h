// SPDX-License-Identifier: GPL-3.0-or-later
// Two traces, or two ranges of steps of one, and how they differ.
#pragma once

#include "core/query/compare.h"
#include "ui/model/job_runner.h"

#include <QObject>
#include <QString>

#include <array>
#include <memory>
#include <vector>

namespace decodescope {

class TraceDocument;

// Lives in the UI thread. Compares anew, on a worker, when a trace, its labels or the choice of steps change.
class CompareController : public QObject
{
    Q_OBJECT
public:
    enum Side : std::size_t { a, b };
    // One for each CompareGrouping, in its order, of the traces that they were made of.
    struct Result
    {
        std::array<std::shared_ptr<const Trace>, 2> traces;
        std::array<Comparison, 3> by;
    };

    // Both outlive it.
    CompareController(TraceDocument& documentA, TraceDocument& documentB, QObject* parent = nullptr);

    TraceDocument& document(Side side) const { return *m_sides[side].document; }
    // "3-5", see stepsOfText(); empty: the whole ones. What is wrong with it, or empty: then it holds until a trace
    // comes that does not have these steps.
    QString setSteps(Side side, const QString& text);
    const QString& stepsText(Side side) const { return m_sides[side].text; }
    // Of the document's trace; empty for a trace without steps.
    const std::vector<std::size_t>& steps(Side side) const { return m_sides[side].steps; }
    // The whole trace where there are no steps.
    TimeRange rangeOf(Side side, std::size_t nthStep) const;

    // Null until both traces are there.
    std::shared_ptr<const Result> result() const { return m_result; }
    bool isRunning() const { return m_job.isRunning(); }

Q_SIGNALS:
    void stepsChanged();
    void resultChanged();

private:
    struct SideData
    {
        TraceDocument* document = nullptr;
        QString text;
        std::vector<std::size_t> steps;
    };
    void takeTrace(Side side);
    void compare();

    std::array<SideData, 2> m_sides;
    std::shared_ptr<const Result> m_result;
    JobRunner m_job;
};

} // namespace decodescope
