// SPDX-License-Identifier: GPL-3.0-or-later
// While a capture runs: what it is doing and how far it is.
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;

namespace decodescope {

class LiveController;

// What the capture is doing now, for the user: "Timing, nothing attached, step 3 of 66 · NVIDIA H200".
QString captureText(const LiveController& live);

class CaptureStrip : public QWidget
{
    Q_OBJECT
public:
    CaptureStrip(LiveController& live, QWidget* parent = nullptr);

    QString text() const;
    // Before the capture's own text, for captures in a row; the strip stays while there is one.
    void setPrefix(const QString& prefix);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void update();

    LiveController& m_live;
    QLabel* m_what;
    QLabel* m_note;
    QProgressBar* m_bar;
    QString m_prefix;
};

} // namespace decodescope
