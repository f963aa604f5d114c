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

class QJsonObject;
class QTimer;

namespace decodescope {

class RowsByKey;
class TraceDocument;

// One small JSON file a trace in `folder`, found again by the trace's path, whatever has become of its content: marks,
// rows and time origin are what the user made, and come back. Where one was comes back to another content as far as
// that reaches. Several windows may have one trace: each writes what it has changed itself and leaves the rest as the
// file has it. Marks are written at once, the rest a while after a change, so that a crash loses little, and when
// another trace comes or this object goes. Make it after the views, which reset the state when a trace comes.
class ViewStore : public QObject
{
    Q_OBJECT
public:
    static constexpr int kMostFiles = 200; // the oldest go first
    static QString defaultFolder();

    ViewStore(TraceDocument& document, TimelineState& state, TrackLayout& layout, const QString& folder,
              QObject* parent = nullptr);
    ~ViewStore() override;

Q_SIGNALS:
    // The first time that marks or rows could not be written: a sentence.
    void notKept(const QString& sentence);

private:
    struct View
    {
        TimeRange visible;
        bool showsAll = false;
        std::optional<TimeRange> selected;
        std::vector<TrackId> selectedTracks;
        std::vector<Mark> marks;
        Ns timeOrigin = 0;
        RowArrangement rows;
    };
    View shown() const;
    void takeFiles();
    void takePlace(const QJsonObject& stored);
    void remember(int writeWithinMs);
    void write();
    QJsonObject merged(const QJsonObject& stored, const View& view) const;
    QString pathOf(const QByteArray& key) const;
    void dropOldFiles() const;

    TraceDocument& m_document;
    TimelineState& m_state;
    TrackLayout& m_layout;
    QString m_folder;
    QString m_file;  // of the trace that is shown; empty: not from a file
    QString m_stamp; // of its content
    std::shared_ptr<const Trace> m_trace;
    std::unique_ptr<RowsByKey> m_rows; // of m_trace
    View m_known;                      // as this window last read or wrote it: what differs, the user has changed here
    std::optional<View> m_unwritten;
    bool m_hasSaidNotKept = false;
    QTimer* m_timer;
};

} // namespace decodescope
