// SPDX-License-Identifier: GPL-3.0-or-later
// A window that labels kernels with their part of the model, for tests of its panels.
#pragma once

#include "tests/ui/sample_window.h"

#include <QStringList>
#include <QVector>

namespace decodescope {

class TableView;

namespace test {

class LabelledWindow : public SampleWindow
{
public:
    LabelledWindow();
};

// All rows of a table as they are copied: lines of cells.
QVector<QStringList> copiedRows(TableView& table);

// Of a copied table: the value in the column of that title, in the first row whose first cell is `name`.
QString valueIn(const QVector<QStringList>& rows, const QString& name, const QString& title);

QByteArray bytesOf(const QString& path);
// Writes a file and returns its path.
QString written(const QString& path, const QByteArray& text);

} // namespace test

} // namespace decodescope
