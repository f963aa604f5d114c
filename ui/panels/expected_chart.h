// SPDX-License-Identifier: GPL-3.0-or-later
// The share of each group of kernels, over the range that was expected of it.
#pragma once

#include "core/query/expected_shares.h"
#include "ui/panels/chart.h"

#include <memory>
#include <vector>

namespace decodescope {

// A point is a row of expectedShares(), and a bar that lies: names and figures are read without tilting the head.
class ExpectedChart : public Chart
{
    Q_OBJECT
public:
    using Rows = std::shared_ptr<const std::vector<ExpectedShare>>;

    explicit ExpectedChart(QWidget* parent = nullptr);

    void setRows(Rows rows);

    QSize minimumSizeHint() const override;

protected:
    void restyle() override;
    int pointAt(const QPointF& place) const override;
    QString tipOf(int point) const override;
    int neighbour(int point, int key) const override;
    void showCurrent(int point) override;

private:
    void addGroup(std::size_t at);
    void setLegendVisible(bool visible);
    void addLegend();
    int lineHeight() const;
    int widestName() const;
    double figurePlace(const ExpectedShare& row) const;

    Rows m_rows;
};

// "10 to 20 %"; a dash where nothing is expected.
QString expectedRangeText(const ExpectedShare& row);

} // namespace decodescope
