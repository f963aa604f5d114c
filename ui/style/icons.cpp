// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"

#include <QFile>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>

namespace decodescope {

namespace {

// In the sizes that tool buttons ask for at 1x, 2x and 3x.
void addPixmaps(QIcon& icon, const QByteArray& svg, const QColor& color, QIcon::Mode mode)
{
    QByteArray colored = svg;
    colored.replace("currentColor", color.name(QColor::HexRgb).toLatin1());
    QSvgRenderer renderer(colored);
    for (const int size : {16, 32, 48}) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        icon.addPixmap(pixmap, mode);
    }
}

QByteArray svgOf(const QString& name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

QIcon paletteIcon(const QString& name, const QPalette& palette)
{
    const QByteArray svg = svgOf(name);
    QIcon icon;
    addPixmaps(icon, svg, palette.color(QPalette::Active, QPalette::ButtonText), QIcon::Normal);
    addPixmaps(icon, svg, palette.color(QPalette::Disabled, QPalette::ButtonText), QIcon::Disabled);
    return icon;
}

QIcon colorIcon(const QString& name, const QColor& color)
{
    QIcon icon;
    addPixmaps(icon, svgOf(name), color, QIcon::Normal);
    return icon;
}

} // namespace decodescope
