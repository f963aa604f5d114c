// SPDX-License-Identifier: GPL-3.0-or-later
// Finds slices by name, part, category and length while one types; Enter goes to a match and on from one to the next.
#pragma once

#include "core/base/ids.h"
#include "core/query/slice_filter.h"
#include "ui/model/job_runner.h"

#include <QLineEdit>

#include <vector>

class QLabel;

namespace decodescope {

class TimelineNavigator;
class TimelineState;
class TraceDocument;
struct Highlight;

// What is typed is a SliceFilter's text. What matches is lit on the timeline until the text is cleared (Esc) or
// something else is lit.
class SearchBox : public QLineEdit
{
    Q_OBJECT
public:
    SearchBox(TraceDocument& document, TimelineState& state, TimelineNavigator& navigator, QWidget* parent = nullptr);

    std::size_t matchCount() const { return m_matches.size(); }
    void goToNext();
    void goToPrevious();
    // What is wrong with the text; empty: nothing.
    const QString& error() const { return m_error; }
    // Enter and Shift+Enter go on in `view` too, which has the keys after the first match.
    void goOnIn(QObject& view) { view.installEventFilter(this); }

Q_SIGNALS:
    void searched();
    void left(); // by Esc, or for a match: the next key is the timeline's

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void search();
    void light(Highlight highlight);
    void showCount();
    void go(std::size_t match);
    bool goOn(const QKeyEvent& event);

    TraceDocument& m_document;
    TimelineState& m_state;
    TimelineNavigator& m_navigator;
    JobRunner m_job;
    SliceFilter m_filter;
    QString m_error;
    bool m_isLit = false;           // what matches, by this box
    bool m_isLighting = false;      // this box is changing the highlight
    bool m_isNextWanted = false;    // when the search is done
    std::vector<EventId> m_matches; // by begin
    std::ptrdiff_t m_current = -1;
    QLabel* m_count;
};

} // namespace decodescope
