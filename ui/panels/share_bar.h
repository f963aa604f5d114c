// SPDX-License-Identifier: GPL-3.0-or-later
// One bar, cut into shares.
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

namespace decodescope {

struct ShareSegment
{
    QString name;
    QString figure;     // "500.3 us, 22.3 %", for the tooltip
    double share = 0.0; // 0..1
    QColor color;
};

class ShareBar : public QWidget
{
    Q_OBJECT
public:
    explicit ShareBar(QWidget* parent = nullptr);

    void setSegments(std::vector<ShareSegment> segments);
    // This one stands out; -1: none.
    void setHighlighted(int segment);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void segmentClicked(int segment);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    int segmentAt(int x) const;
    int edge(double share) const;

    std::vector<ShareSegment> m_segments;
    int m_highlighted = -1;
};

} // namespace decodescope
