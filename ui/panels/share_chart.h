// SPDX-License-Identifier: GPL-3.0-or-later
// Two bars for each part: its share of the GPU time beside its share of the operations.
#pragma once

#include "ui/panels/chart.h"

#include <QColor>

#include <vector>

namespace decodescope {

struct ShareChartEntry
{
    QString name;
    QString tip;
    QColor color;
    double timeShare = 0; // 0..1
    double countShare = 0;
};

class ShareChart : public Chart
{
    Q_OBJECT
public:
    explicit ShareChart(QWidget* parent = nullptr);

    void setEntries(std::vector<ShareChartEntry> entries);
    // This one stands out; -1: none.
    void setHighlighted(int entry);
    const std::vector<ShareChartEntry>& entries() const { return m_entries; }

    QSize minimumSizeHint() const override;

protected:
    void restyle() override;
    int pointAt(const QPointF& place) const override;
    QString tipOf(int point) const override;
    int neighbour(int point, int key) const override;
    void showCurrent(int point) override;

private:
    void addBar(std::size_t entry, double share, double shift, bool isTime);
    void addLegend();

    std::vector<ShareChartEntry> m_entries;
    int m_highlighted = -1;
};

} // namespace decodescope
