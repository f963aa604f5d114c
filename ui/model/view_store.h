// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers for each file where one was in it and what one made of it: view, selection, marks,
// time origin, rows.
#pragma once

#include "core/base/time.h"
#include "ui/model/timeline_state.h"
#include "ui/model/track_layout.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

class QTimer;

namespace decodescope {

class TraceDocument;

// One small JSON file a trace in `folder`, found again by the trace's path, size and time of change. Written a while
// after a change, so that a crash loses little, and when another trace comes or this object goes. Make it after the
// views, which reset the state when a trace comes.
class ViewStore : public QObject
{
    Q_OBJECT
public:
    static constexpr int kMostFiles = 200; // the oldest go first
    static QString defaultFolder();

    ViewStore(TraceDocument& document, TimelineState& state, TrackLayout& layout, const QString& folder,
              QObject* parent = nullptr);
    ~ViewStore() override;

private:
    struct View
    {
        TimeRange visible;
        std::optional<TimeRange> selected;
        std::vector<TrackId> selectedTracks;
        std::vector<Mark> marks;
        Ns timeOrigin = 0;
        RowArrangement rows;
    };
    static QByteArray toText(const View& view, const Trace& trace);
    void takeFiles();
    void remember();
    void write();
    QString fileFor(const QStringList& traces) const;
    void dropOldFiles() const;

    TraceDocument& m_document;
    TimelineState& m_state;
    TrackLayout& m_layout;
    QString m_folder;
    QString m_file; // of the trace that is shown; empty: not from a file
    std::shared_ptr<const Trace> m_trace;
    std::optional<View> m_unwritten;
    QTimer* m_timer;
};

} // namespace decodescope
