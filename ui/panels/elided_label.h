// SPDX-License-Identifier: GPL-3.0-or-later
// One line of text that gives way: cut with an ellipsis where there is no room, in full in its tooltip.
#pragma once

#include <QWidget>

namespace decodescope {

class ElidedLabel : public QWidget
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    QString text() const { return m_text; }
    void setText(const QString& text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateToolTip();

    QString m_text;
};

} // namespace decodescope
