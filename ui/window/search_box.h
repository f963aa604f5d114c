// SPDX-License-Identifier: GPL-3.0-or-later
// Finds slices by name while one types; Enter goes from one to the next.
#pragma once

#include "core/base/ids.h"
#include "ui/model/job_runner.h"

#include <QLineEdit>

#include <vector>

class QLabel;

namespace decodescope {

class TimelineNavigator;
class TimelineState;
class TraceDocument;

// What matches is lit on the timeline until the text is cleared (Esc).
class SearchBox : public QLineEdit
{
    Q_OBJECT
public:
    SearchBox(TraceDocument& document, TimelineState& state, TimelineNavigator& navigator, QWidget* parent = nullptr);

    std::size_t matchCount() const { return m_matches.size(); }
    void goToNext();
    void goToPrevious();

Q_SIGNALS:
    void searched();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void search();
    void showCount();
    void go(std::size_t match);

    TraceDocument& m_document;
    TimelineState& m_state;
    TimelineNavigator& m_navigator;
    JobRunner m_job;
    std::vector<EventId> m_matches; // by begin
    std::ptrdiff_t m_current = -1;
    QLabel* m_count;
};

} // namespace decodescope
