// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion with the lines, gradients and shadows taken out, so that the timeline is the loudest thing on screen.
#pragma once

#include <QProxyStyle>

namespace decodescope {

// All colours come from the theme of the palette. A button with the property kProminentProperty (bool) is filled with
// the accent, one with kRecordProperty with the recording colour.
class QuietStyle : public QProxyStyle
{
    Q_OBJECT
public:
    static constexpr const char* kProminentProperty = "prominent";
    static constexpr const char* kRecordProperty = "record";

    QuietStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returnData) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                         const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    void polish(QWidget* widget) override;
    using QProxyStyle::polish;
};

} // namespace decodescope
