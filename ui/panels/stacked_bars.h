// SPDX-License-Identifier: GPL-3.0-or-later
// A bar a step, cut into what its time was.
#pragma once

#include "core/base/time.h"

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

class QCPBars;
class QCPItemRect;
class QCustomPlot;
class QLabel;

namespace decodescope {

struct StackedSeries
{
    QString name;
    QColor color;
    std::vector<Ns> times; // one a bar
};

// Values in ms. A click tells the bar, the tooltip its parts.
class StackedBars : public QWidget
{
    Q_OBJECT
public:
    explicit StackedBars(QWidget* parent = nullptr);

    // From the bottom up. labels: one a bar. current: the bar that stands out; -1: none.
    void setSeries(std::vector<StackedSeries> series, const QStringList& labels, int current);
    const std::vector<StackedSeries>& series() const { return m_series; }
    void setTitle(const QString& title);
    // Where a bar is drawn, in this widget's coordinates: for tests.
    QPoint middleOf(int bar) const;

    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void barClicked(int bar);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void draw();
    int barAt(QPoint position) const; // -1: none
    QString tipOf(int bar) const;

    QLabel* m_title;
    QCustomPlot* m_plot;
    QCPItemRect* m_currentRect;
    std::vector<StackedSeries> m_series;
    QStringList m_labels;
    int m_current = -1;
};

} // namespace decodescope
