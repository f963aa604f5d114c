// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace decodescope {

class TimelineState;
class TraceDocument;
class TrackLayout;

// Above the row names: what is lit on the timeline, with the ways to see only that and to end it, and the rows' filter.
class TimelineCorner : public QWidget
{
    Q_OBJECT
public:
    TimelineCorner(TraceDocument& document, TimelineState& state, TrackLayout& layout, QWidget* parent = nullptr);

    void focusFilter();
    // Empty: nothing is lit.
    QString litText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showLit();
    void takeFont();
    void takeTexts();

    TraceDocument& m_document;
    TimelineState& m_state;
    TrackLayout& m_layout;
    QLabel* m_lit;
    QToolButton* m_only;
    QToolButton* m_end;
    QLineEdit* m_filter;
};

} // namespace decodescope
