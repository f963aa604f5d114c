// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/labelled_window.h"

#include "core/label/label_trace.h"
#include "ui/panels/table_view.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>

namespace decodescope::test {

LabelledWindow::LabelledWindow()
    : SampleWindow(
          [](const Trace& trace, std::stop_token stop) { return labelTrace(trace, *LabelRules::builtIn(), stop); })
{
}

QVector<QStringList> copiedRows(TableView& table)
{
    table.clearSelection();
    table.copyToClipboard();
    QVector<QStringList> rows;
    for (const QString& line : QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        rows.push_back(line.split(QLatin1Char('\t')));
    return rows;
}

QString valueIn(const QVector<QStringList>& rows, const QString& name, const QString& title)
{
    const qsizetype column = rows.value(0).indexOf(title);
    for (const QStringList& row : rows)
        if (row.value(0) == name)
            return row.value(column);
    return QStringLiteral("no row ") + name;
}

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString written(const QString& path, const QByteArray& text)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    return path;
}

} // namespace decodescope::test
