// SPDX-License-Identifier: GPL-3.0-or-later
// The few numbers that matter, large, each under its name.
#pragma once

#include "ui/model/number_text.h"

#include <QString>
#include <QWidget>

#include <vector>

class QLabel;

namespace decodescope {

struct Figure
{
    QString caption;
    NumberAndUnit value;
    QString explanation;        // tooltip
    bool deservesALook = false; // in the warning colour
    friend bool operator==(const Figure& a, const Figure& b)
    {
        return a.caption == b.caption && a.value.text() == b.value.text() && a.explanation == b.explanation &&
               a.deservesALook == b.deservesALook;
    }
};

// As many in a row as fit. The numbers can be selected and copied.
class FigureStrip : public QWidget
{
    Q_OBJECT
public:
    explicit FigureStrip(QWidget* parent = nullptr);

    void setFigures(std::vector<Figure> figures);
    const std::vector<Figure>& figures() const { return m_figures; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    // Of all figures in `width`; moves them there when `place`. Returns the height.
    int arrange(int width, bool place) const;
    void write();

    std::vector<Figure> m_figures;
    std::vector<QLabel*> m_labels;
};

} // namespace decodescope
