// SPDX-License-Identifier: GPL-3.0-or-later
// How launch delays are spread, on a logarithmic scale.
#pragma once

#include "core/query/launch_stats.h"

#include <QWidget>

#include <vector>

class QCustomPlot;

namespace decodescope {

class DelayHistogram : public QWidget
{
    Q_OBJECT
public:
    explicit DelayHistogram(QWidget* parent = nullptr);

    // With lines at the median, the 90th and the 99th percentile.
    void setDelays(std::vector<DelayBin> bins, Ns median, Ns p90, Ns p99);
    const std::vector<DelayBin>& bins() const { return m_bins; }

    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void draw();
    // `height`: of the plot's, where the mark ends.
    void addMarkLine(Ns delay, double height);
    void addMarkText(Ns delay, const QString& text, double height);

    QCustomPlot* m_plot;
    std::vector<DelayBin> m_bins;
    Ns m_median = 0, m_p90 = 0, m_p99 = 0;
};

} // namespace decodescope
