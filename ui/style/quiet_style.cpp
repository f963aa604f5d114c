// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/quiet_style.h"

#include "ui/style/theme.h"

#include <QAbstractButton>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>

#include <cmath>

namespace decodescope {

namespace {

constexpr qreal kRadius = 4.0;

QColor mixed(const QColor& a, const QColor& b, double partOfB)
{
    const auto mix = [partOfB](int x, int y) { return int(std::lround(x + (y - x) * partOfB)); };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

bool hasProperty(const QWidget* widget, const char* name)
{
    return widget && widget->property(name).toBool();
}

void drawRounded(QPainter* painter, const QRect& rect, const QColor& fill, const QColor& line)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill);
    painter->setPen(line.isValid() ? QPen(line) : QPen(Qt::NoPen));
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    painter->restore();
}

void drawButtonPanel(const QStyleOption* option, QPainter* painter, const QWidget* widget)
{
    const Theme& theme = Theme::of(option->palette);
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool hovered = enabled && (option->state & QStyle::State_MouseOver);
    const bool pressed = option->state & QStyle::State_Sunken;
    const bool checked = option->state & QStyle::State_On;
    QColor fill = theme.control;
    QColor line = theme.border;
    if (enabled && hasProperty(widget, QuietStyle::kRecordProperty)) {
        fill = theme.record;
        line = fill.lighter(125);
    } else if (enabled && (hasProperty(widget, QuietStyle::kProminentProperty) || checked)) {
        fill = theme.accent;
        line = QColor();
    } else if (option->state & QStyle::State_AutoRaise && !hovered && !pressed) {
        if (!(option->state & QStyle::State_HasFocus))
            return;
        fill = Qt::transparent;
    }
    if (pressed)
        fill = fill.darker(115);
    else if (hovered)
        fill = theme.isDark ? fill.lighter(118) : fill.darker(105);
    if (option->state & QStyle::State_HasFocus && option->state & QStyle::State_KeyboardFocusChange)
        line = theme.link;
    drawRounded(painter, option->rect, fill, line);
}

void drawCheckBox(const QStyleOption* option, QPainter* painter)
{
    const Theme& theme = Theme::of(option->palette);
    const bool checked = option->state & QStyle::State_On;
    const bool focused = option->state & QStyle::State_HasFocus && option->state & QStyle::State_KeyboardFocusChange;
    const QColor line = focused ? theme.link : checked ? theme.accent : theme.textFaint;
    drawRounded(painter, option->rect, checked ? theme.accent : theme.control, line);
    if (!checked)
        return;
    const QRectF r = option->rect;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(theme.accentText, r.width() / 8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF points[] = {{r.left() + r.width() * 0.25, r.top() + r.height() * 0.55},
                              {r.left() + r.width() * 0.43, r.top() + r.height() * 0.72},
                              {r.left() + r.width() * 0.76, r.top() + r.height() * 0.32}};
    painter->drawPolyline(points, 3);
    painter->restore();
}

void drawTabShape(const QStyleOptionTab* tab, QPainter* painter)
{
    const bool selected = tab->state & QStyle::State_Selected;
    const QRect& rect = tab->rect;
    if (selected) {
        painter->fillRect(rect, tab->palette.color(QPalette::Window));
        painter->fillRect(QRect(rect.left(), rect.top(), rect.width(), 2), tab->palette.color(QPalette::Highlight));
    }
    if (tab->state & QStyle::State_HasFocus && tab->state & QStyle::State_KeyboardFocusChange)
        drawRounded(painter, rect.adjusted(2, 4, -2, -2), Qt::transparent, tab->palette.color(QPalette::Link));
}

void drawTabLabel(const QStyleOptionTab* tab, QPainter* painter)
{
    const bool strong = tab->state & (QStyle::State_Selected | QStyle::State_MouseOver);
    painter->setPen(strong ? tab->palette.color(QPalette::WindowText) : Theme::of(tab->palette).textDim);
    painter->drawText(tab->rect, Qt::AlignCenter | Qt::TextShowMnemonic, tab->text);
}

void drawHeaderSection(const QStyleOption* option, QPainter* painter)
{
    painter->fillRect(option->rect, option->palette.color(QPalette::Window));
    painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                      Theme::of(option->palette).border);
}

void drawHeaderLabel(const QStyleOptionHeader* header, QPainter* painter)
{
    const int margin = 4; // as that of a cell's text
    QRect rect = header->rect.adjusted(margin, 0, -margin, 0);
    QString text = header->text;
    // The arrow is part of the text: it costs no room where there is none.
    if (header->sortIndicator != QStyleOptionHeader::None)
        text +=
            header->sortIndicator == QStyleOptionHeader::SortUp ? QStringLiteral(" \u2193") : QStringLiteral(" \u2191");
    const bool sorted = header->sortIndicator != QStyleOptionHeader::None;
    painter->setPen(sorted ? header->palette.color(QPalette::WindowText) : Theme::of(header->palette).textDim);
    painter->drawText(rect, int(header->textAlignment) | Qt::TextSingleLine,
                      header->fontMetrics.elidedText(text, Qt::ElideRight, rect.width()));
}

void drawProgress(const QStyleOptionProgressBar* bar, QPainter* painter)
{
    const QRect rect = bar->rect;
    const qint64 span = qint64(bar->maximum) - bar->minimum;
    if (span <= 0) { // not known how far: a quiet, full bar
        drawRounded(painter, rect,
                    mixed(bar->palette.color(QPalette::Window), bar->palette.color(QPalette::Highlight), 0.5),
                    QColor());
        return;
    }
    const int width = int(rect.width() * (qint64(bar->progress) - bar->minimum) / span);
    if (width > 0)
        drawRounded(painter, QRect(rect.left(), rect.top(), std::max(width, int(2 * kRadius)), rect.height()),
                    bar->palette.color(QPalette::Highlight), QColor());
}

void drawScrollBar(const QStyle* style, const QStyleOptionSlider* bar, QPainter* painter, const QWidget* widget)
{
    painter->fillRect(bar->rect, bar->palette.color(QPalette::Window));
    if (bar->maximum <= bar->minimum)
        return;
    QRect handle = style->subControlRect(QStyle::CC_ScrollBar, bar, QStyle::SC_ScrollBarSlider, widget);
    handle = bar->orientation == Qt::Vertical ? handle.adjusted(2, 1, -2, -1) : handle.adjusted(1, 2, -1, -2);
    const bool strong = bar->state & QStyle::State_MouseOver || bar->activeSubControls & QStyle::SC_ScrollBarSlider;
    const QColor color =
        mixed(bar->palette.color(QPalette::Window), bar->palette.color(QPalette::WindowText), strong ? 0.4 : 0.22);
    drawRounded(painter, handle, color, QColor());
}

} // namespace

QuietStyle::QuietStyle()
    : QProxyStyle(QStyleFactory::create(QStringLiteral("fusion")))
{
}

void QuietStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    switch (element) {
    case PE_PanelButtonCommand:
    case PE_PanelButtonTool:
    case PE_PanelButtonBevel:
        drawButtonPanel(option, painter, widget);
        return;
    case PE_IndicatorCheckBox:
        drawCheckBox(option, painter);
        return;
    case PE_FrameTabBarBase:
    case PE_FrameTabWidget:
    case PE_FrameDefaultButton:
    case PE_FrameStatusBarItem:
        return;
    case PE_PanelLineEdit:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth > 0) {
            const bool focused = option->state & State_HasFocus;
            drawRounded(painter, option->rect, option->palette.color(QPalette::Base),
                        focused ? option->palette.color(QPalette::Highlight) : Theme::of(option->palette).border);
            return;
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void QuietStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    switch (element) {
    case CE_TabBarTabShape:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            drawTabShape(tab, painter);
            return;
        }
        break;
    case CE_TabBarTabLabel:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            drawTabLabel(tab, painter);
            return;
        }
        break;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        drawHeaderSection(option, painter);
        return;
    case CE_Header:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            drawHeaderSection(option, painter);
            drawHeaderLabel(header, painter);
            return;
        }
        break;
    case CE_Splitter:
        painter->fillRect(option->rect, option->palette.color(QPalette::Window));
        if (option->state & State_Horizontal)
            painter->fillRect(QRect(option->rect.center().x(), option->rect.top(), 1, option->rect.height()),
                              Theme::of(option->palette).border);
        else
            painter->fillRect(QRect(option->rect.left(), option->rect.center().y(), option->rect.width(), 1),
                              Theme::of(option->palette).border);
        return;
    case CE_ProgressBarGroove:
        drawRounded(painter, option->rect, Theme::of(option->palette).border, QColor());
        return;
    case CE_ProgressBarContents:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) {
            drawProgress(bar, painter);
            return;
        }
        break;
    case CE_PushButtonLabel:
    case CE_ToolButtonLabel:
        if (option->state & State_Enabled && (hasProperty(widget, kProminentProperty) ||
                                              hasProperty(widget, kRecordProperty) || option->state & State_On)) {
            // On a filled button the text is that of a highlight, in both themes.
            const QColor text = option->palette.color(QPalette::HighlightedText);
            if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
                QStyleOptionButton copy = *button;
                copy.palette.setColor(QPalette::ButtonText, text);
                QProxyStyle::drawControl(element, &copy, painter, widget);
                return;
            }
            if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
                QStyleOptionToolButton copy = *button;
                copy.palette.setColor(QPalette::ButtonText, text);
                QProxyStyle::drawControl(element, &copy, painter, widget);
                return;
            }
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void QuietStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                    const QWidget* widget) const
{
    if (control == CC_ScrollBar) {
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            drawScrollBar(this, bar, painter, widget);
            return;
        }
    }
    if (control == CC_ToolButton) {
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
            QStyleOptionToolButton copy = *button; // a small arrow in the corner says less than one in the text
            copy.features &= ~QStyleOptionToolButton::HasMenu;
            QProxyStyle::drawComplexControl(control, &copy, painter, widget);
            return;
        }
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

int QuietStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return 10;
    case PM_SplitterWidth:
        return 5;
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabOverlap:
    case PM_TabBarBaseHeight:
    case PM_TabBarBaseOverlap:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_TabBarTabHSpace:
        return 26;
    case PM_TabBarTabVSpace:
        return 14;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int QuietStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* returnData) const
{
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_ScrollBar_Transient:
    case SH_DialogButtonBox_ButtonsHaveIcons:
        return 0;
    case SH_TabBar_ElideMode:
        return Qt::ElideNone;
    default:
        return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

QRect QuietStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                                 const QWidget* widget) const
{
    // Scroll bars without arrows: the groove is all.
    if (control == CC_ScrollBar) {
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            const QRect all = bar->rect;
            const bool vertical = bar->orientation == Qt::Vertical;
            const int length = vertical ? all.height() : all.width();
            const qint64 range = qint64(bar->maximum) - bar->minimum;
            int handle = length;
            if (range > 0)
                handle = std::clamp(int(qint64(bar->pageStep) * length / (range + bar->pageStep)), std::min(24, length),
                                    length);
            const int begin = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - handle,
                                                      bar->upsideDown);
            switch (subControl) {
            case SC_ScrollBarGroove:
                return all;
            case SC_ScrollBarSlider:
                return vertical ? QRect(all.left(), all.top() + begin, all.width(), handle)
                                : QRect(all.left() + begin, all.top(), handle, all.height());
            case SC_ScrollBarSubPage:
                return vertical ? QRect(all.left(), all.top(), all.width(), begin)
                                : QRect(all.left(), all.top(), begin, all.height());
            case SC_ScrollBarAddPage:
                return vertical ? QRect(all.left(), all.top() + begin + handle, all.width(), length - begin - handle)
                                : QRect(all.left() + begin + handle, all.top(), length - begin - handle, all.height());
            default:
                return {};
            }
        }
    }
    return QProxyStyle::subControlRect(control, option, subControl, widget);
}

QSize QuietStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                   const QWidget* widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_HeaderSection)
        result.setHeight(option->fontMetrics.height() + 8);
    if (type == CT_ToolButton)
        result += QSize(6, 2);
    return result;
}

void QuietStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QTabBar*>(widget) || qobject_cast<QScrollBar*>(widget) ||
        qobject_cast<QHeaderView*>(widget))
        widget->setAttribute(Qt::WA_Hover);
}

} // namespace decodescope
