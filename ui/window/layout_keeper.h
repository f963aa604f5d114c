// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers where the window and its parts were.
#pragma once

#include <QObject>
#include <QString>

#include <functional>

class QMainWindow;
class QSplitter;
class QTabWidget;
class QTimer;

namespace decodescope {

class Settings;

// Writes a while after the last change, so that a crash loses little, and on save(). The parts outlive it.
class LayoutKeeper : public QObject
{
    Q_OBJECT
public:
    struct Parts
    {
        QMainWindow* window = nullptr;
        QSplitter* columns = nullptr; // timeline, details
        QSplitter* rows = nullptr;    // columns, drawer
        QTabWidget* drawer = nullptr;
        std::function<QString()> panelInFront; // of the drawer, as Settings::drawerPanel() has it
    };
    LayoutKeeper(const Parts& parts, Settings& settings);

    // All but the drawer's tab, which is Settings::drawerPanel(); what was not stored gets sizes of its own.
    void restore();
    void save();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void shareRows();

    Parts m_parts;
    Settings& m_settings;
    QTimer* m_timer;
    bool m_areRowsNew = false; // nothing was stored of how high they are
};

} // namespace decodescope
