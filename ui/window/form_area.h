// SPDX-License-Identifier: GPL-3.0-or-later
// A dialog's form that scrolls where the screen is too small for all of it.
#pragma once

#include <QScrollArea>

namespace decodescope {

// As large as its form, and as that may at least be; but never so large that the dialog around it, whose layout it is
// an item of, would not fit its screen: what the dialog has besides stays in reach. The wheel scrolls, and changes no
// field on the way.
class FormArea : public QScrollArea
{
    Q_OBJECT
public:
    // Takes the form.
    explicit FormArea(QWidget* form);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QSize fitted(QSize size) const;
    QSize room() const;
};

} // namespace decodescope
