// SPDX-License-Identifier: GPL-3.0-or-later
// A window with the sample opened and labelled, for tests of its panels.
#pragma once

#include "ui/main_window.h"
#include "ui/model/live_controller.h"
#include "ui/model/settings.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QVector>

#include <memory>

namespace decodescope {

class TableView;

namespace test {

// Settings and views are its own, so nothing comes from the user's or from another test's.
class LabelledWindow
{
public:
    LabelledWindow();
    ~LabelledWindow();

    // False when it takes too long.
    bool openSample();
    bool settle();
    // Closes the window and makes another one with the same settings.
    void reopen();
    // By --panel's words; settles.
    template <class T>
    T& panel(const char* place)
    {
        showPanel(place);
        return *window().findChild<T*>();
    }

    MainWindow& window() { return *m_window; }
    TimelineState& state() { return m_window->state(); }
    TraceDocument& document() { return *m_document; }
    Settings& settings() { return *m_settings; }
    QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

private:
    void showPanel(const char* place);
    void makeWindow();

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<TraceDocument> m_document;
    std::unique_ptr<LiveController> m_live;
    std::unique_ptr<MainWindow> m_window;
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
