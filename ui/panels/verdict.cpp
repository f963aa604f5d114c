// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/verdict.h"

#include <QCoreApplication>

#include <cmath>

namespace decodescope {

namespace {

constexpr double kLaunchBoundBelow = 0.5;
constexpr double kGpuBoundFrom = 0.9;

bool isSmallWork(Part part)
{
    switch (part) {
    case Part::norm:
    case Part::rope:
    case Part::kvCache:
    case Part::mask:
    case Part::activation:
    case Part::gateMul:
    case Part::residual:
    case Part::embedding:
    case Part::position:
    case Part::sampling:
    case Part::copy:
        return true;
    default:
        return false;
    }
}

QString percent(double share)
{
    return QString::number(std::lround(share * 100.0));
}

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(Verdict)
};

} // namespace

QString verdictText(const RangeSummary& summary, const QString& what)
{
    if (summary.gpuOps == 0)
        return Text::tr("Nothing ran on a GPU in %1. Its CPU operators are in the tab Kernels.").arg(what);
    if (summary.busy == 0)
        return Text::tr(
                   "The GPU operations of %1 are recorded without a duration: how busy the GPU was cannot be told.")
            .arg(what);
    const double busy = double(summary.busy) / double(std::max<Ns>(summary.range.length(), 1));
    QString text = busy < kLaunchBoundBelow ? Text::tr("Launch-bound: the GPU worked for %1 % of %2.")
                   : busy < kGpuBoundFrom
                       ? Text::tr("Between launch-bound and GPU-bound: the GPU worked for %1 % of %2.")
                       : Text::tr("GPU-bound: the GPU worked for %1 % of %2.");
    text = text.arg(percent(busy), what);

    double smallTime = 0, time = 0, smallCount = 0, count = 0;
    for (const PartUse& part : summary.parts) {
        time += double(part.time);
        count += double(part.count);
        if (isSmallWork(part.part)) {
            smallTime += double(part.time);
            smallCount += double(part.count);
        }
    }
    if (time > 0 && smallCount > 0)
        text += QLatin1Char(' ') +
                Text::tr("Small operations (all but matrix products and attention) are %1 % of the launches and "
                         "%2 % of the GPU time.")
                    .arg(percent(smallCount / count), percent(smallTime / time));
    return text;
}

QString partInFileText(const QString& what)
{
    return Text::tr("the part of %1 that is in the file").arg(what);
}

QString partNote()
{
    return Text::tr("The file holds a part of a recording; what is not in it is not counted.");
}

QString noVerdictYet()
{
    return Text::tr("The trace is still being read: how busy the GPU was can be told when all of it is there.");
}

} // namespace decodescope
