// SPDX-License-Identifier: GPL-3.0-or-later
// Launch delay and queue depth over time.
#pragma once

#include "core/base/time.h"

#include <QWidget>

#include <cstdint>
#include <vector>

class QCustomPlot;

namespace decodescope {

// One column of the plot: the worst of what fell into it.
struct LaunchColumn
{
    Ns time = 0;
    Ns delay = -1; // the longest; -1: nothing began here
    std::int32_t depth = 0;
};

// Above the delay, logarithmic; below it the depth. Both have the same time axis.
class LaunchPlot : public QWidget
{
    Q_OBJECT
public:
    explicit LaunchPlot(QWidget* parent = nullptr);

    // Times are told from `origin`, in ms.
    void setColumns(std::vector<LaunchColumn> columns, TimeRange range, Ns origin);
    const std::vector<LaunchColumn>& columns() const { return m_columns; }

    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void draw();

    QCustomPlot* m_plot;
    std::vector<LaunchColumn> m_columns;
    TimeRange m_range;
    Ns m_origin = 0;
};

} // namespace decodescope
