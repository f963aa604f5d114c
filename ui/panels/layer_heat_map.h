// SPDX-License-Identifier: GPL-3.0-or-later
// Layers from left to right, model parts from top to bottom; the colour says how much GPU time.
#pragma once

#include "core/query/parts.h"
#include "ui/panels/chart.h"

#include <memory>
#include <vector>

namespace decodescope {

// A point is a row of the table, which is by layer: PartGrouping::layer.
class LayerHeatMap : public Chart
{
    Q_OBJECT
public:
    explicit LayerHeatMap(QWidget* parent = nullptr);

    void setTable(std::shared_ptr<const PartTable> table);

    QSize minimumSizeHint() const override;

protected:
    void restyle() override;
    int pointAt(const QPointF& place) const override;
    QString tipOf(int point) const override;
    int neighbour(int point, int key) const override;
    void showCurrent(int point) override;

private:
    struct Cell
    {
        int column = -1; // -1: none
        int row = -1;
    };
    void arrange();
    void fillMap();
    Cell cellOf(int point) const;
    int pointOf(int column, int row) const;
    // Time of a row of the table in a step, or in all where there are no steps.
    Ns timeOf(int point) const;

    std::shared_ptr<const PartTable> m_table;
    std::vector<int> m_layers; // by column; -1: outside of the layers
    std::vector<Part> m_parts; // by row, from the top
    std::vector<int> m_points; // by column and row; -1: no operation there
    QCPColorScale* m_scale;
};

} // namespace decodescope
