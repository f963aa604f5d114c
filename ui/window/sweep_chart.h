// SPDX-License-Identifier: GPL-3.0-or-later
// How a decode step changes with the batch, as three charts.
#pragma once

#include "core/query/sweep.h"

#include <QWidget>

#include <vector>

class QCPAxis;
class QCPAxisRect;
class QCPLayoutGrid;
class QCustomPlot;

namespace decodescope {

// A line for each decode mode and prompt length; rows without steps are left out. Batches stand side by side in order
// of size, whatever their distance. Times are the medians of the recorded steps, tokens a second are by the timer.
class SweepChart : public QWidget
{
    Q_OBJECT
public:
    explicit SweepChart(QWidget* parent = nullptr);

    void setRows(const std::vector<SweepRow>& rows);
    // As PNG, by the ending of the path; false when it cannot be written.
    bool savePicture(const QString& path);

    // For tests: points that are drawn, of all lines.
    int pointCount() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Series
    {
        DecodeMode mode = DecodeMode::eager;
        int promptLength = 0;
        std::vector<const SweepRow*> rows; // by batch
    };
    void draw();
    std::vector<Series> takeSeries();
    QCPLayoutGrid* clearPlot();
    QCPAxisRect* addRect(QCPLayoutGrid* grid, int column, const QString& title);
    void addLine(QCPAxisRect* rect, const Series& series, std::size_t number, const QString& name, bool isDashed,
                 double (*value)(const SweepRow&));

    std::vector<SweepRow> m_rows;
    std::vector<int> m_batches; // each once, by size
    QCustomPlot* m_plot;
};

} // namespace decodescope
