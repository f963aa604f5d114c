// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/key_sheet.h"

#include "ui/actions.h"
#include "ui/style/letter_width.h"
#include "ui/style/theme.h"
#include "ui/window/screen_size.h"

#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

#include <cmath>
#include <memory>

namespace decodescope {

namespace {

struct MouseHint
{
    const char* what;
    const char* how;
};
constexpr MouseHint kMouse[] = {
    {QT_TRANSLATE_NOOP("decodescope::KeySheet", "Zoom at the pointer"),
     QT_TRANSLATE_NOOP("decodescope::KeySheet", "Ctrl+wheel, pinch")},
    {QT_TRANSLATE_NOOP("decodescope::KeySheet", "Move through time"),
     QT_TRANSLATE_NOOP("decodescope::KeySheet", "Shift+wheel, Shift+drag, middle drag")},
    {QT_TRANSLATE_NOOP("decodescope::KeySheet", "Scroll the rows"),
     QT_TRANSLATE_NOOP("decodescope::KeySheet", "wheel")},
    {QT_TRANSLATE_NOOP("decodescope::KeySheet", "Select a range"),
     QT_TRANSLATE_NOOP("decodescope::KeySheet", "drag; edges snap to slices, Ctrl frees them")},
    {QT_TRANSLATE_NOOP("decodescope::KeySheet", "Range of some rows"),
     QT_TRANSLATE_NOOP("decodescope::KeySheet", "Alt+drag over the rows")},
    {QT_TRANSLATE_NOOP("decodescope::KeySheet", "Move a row"),
     QT_TRANSLATE_NOOP("decodescope::KeySheet", "drag its name")},
    {QT_TRANSLATE_NOOP("decodescope::KeySheet", "Details of a slice"),
     QT_TRANSLATE_NOOP("decodescope::KeySheet", "click; double click zooms to it")},
};

QString rowHtml(const QString& what, const QString& keys, const Theme& theme)
{
    return QStringLiteral("<tr><td style='padding-right:16px'>%1</td><td style='color:%3'>%2</td></tr>")
        .arg(what.toHtmlEscaped(), keys.toHtmlEscaped(), theme.link.name());
}

QString menuHtml(const Actions& actions, ActionMenu menu, const Theme& theme)
{
    QString html = QStringLiteral("<h4 style='margin-bottom:2px'>%1</h4><table cellpadding='1'>")
                       .arg(Actions::plainText(Actions::menuTitle(menu)));
    for (const ActionSpec& spec : actions.table()) {
        if (spec.menu != menu || spec.keys.isEmpty())
            continue;
        QStringList keys;
        for (const QKeySequence& key : spec.keys)
            keys.push_back(key.toString(QKeySequence::NativeText));
        html += rowHtml(Actions::plainText(spec.text), keys.join(QStringLiteral("  ")), theme);
    }
    return html + QStringLiteral("</table>");
}

} // namespace

KeySheet::KeySheet(const Actions& actions, QWidget* parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keys"));
    const Theme& theme = Theme::of(palette());
    QString mouse = QStringLiteral("<h4 style='margin-bottom:2px'>%1</h4><table cellpadding='1'>").arg(tr("Mouse"));
    for (const MouseHint& hint : kMouse)
        mouse += rowHtml(tr(hint.what), tr(hint.how), theme);
    mouse += QStringLiteral("</table>");

    using enum ActionMenu;
    QString left, middle, right;
    for (const ActionMenu menu : {view, rows, help})
        left += menuHtml(actions, menu, theme);
    for (const ActionMenu menu : {go, panels})
        middle += menuHtml(actions, menu, theme);
    for (const ActionMenu menu : {select, file, capture})
        right += menuHtml(actions, menu, theme);
    auto* text = new QTextBrowser;
    text->setAccessibleName(tr("Keys"));
    text->setFrameShape(QFrame::NoFrame);
    text->setHtml(
        QStringLiteral("<table width='100%' cellpadding='8'><tr><td width='33%'>%1%2</td><td width='33%'>%3</td>"
                       "<td width='34%'>%4</td></tr></table>")
            .arg(left, mouse, middle, right));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
    const int width = withinScreen(*this, {letterWidth(fontMetrics()) * 140, 0}).width();
    // All of it, where the screen is high enough. The widget's own document goes by the widget's width of now.
    const std::unique_ptr<QTextDocument> laidOut(text->document()->clone());
    laidOut->setTextWidth(width);
    resize(withinScreen(*this, {width, int(std::ceil(laidOut->size().height()))}));
}

} // namespace decodescope
