// SPDX-License-Identifier: GPL-3.0-or-later
// What a sweep found: charts and a table. Stays open beside the main window.
#pragma once

#include <QDialog>

class QLabel;
class QPushButton;

namespace decodescope {

class MessageBar;
class SweepChart;
class SweepController;
class TableView;

class SweepWindow : public QDialog
{
    Q_OBJECT
public:
    // `sweep` outlives it.
    SweepWindow(SweepController& sweep, QWidget* parent);

Q_SIGNALS:
    // Double click or Enter on a setting whose trace there is.
    void traceRequested(const QString& file);
    void stopRequested();

private:
    void openTrace(std::size_t row);
    void showRows();
    void showProgress();
    void chooseSweep();
    void savePicture();

    SweepController& m_sweep;
    QLabel* m_what;
    MessageBar* m_message; // what goes wrong here is said here
    SweepChart* m_chart;
    TableView* m_table;
    QPushButton* m_stop;
    QPushButton* m_open;
};

} // namespace decodescope
