// SPDX-License-Identifier: GPL-3.0-or-later
// The gaps of the trace that is shown, found on a worker.
#pragma once

#include "core/query/gap_index.h"
#include "ui/model/job_runner.h"

#include <QObject>

#include <memory>

class QTimer;

namespace decodescope {

class TraceDocument;

// Lives in the UI thread, owned by the document. While a capture runs, gaps are found anew every other second at most:
// that takes time from the decode that is being recorded.
class GapStore : public QObject
{
    Q_OBJECT
public:
    explicit GapStore(TraceDocument& document);

    // Of the document's trace or of an earlier, shorter snapshot of it. Never null: empty until found.
    std::shared_ptr<const GapIndex> index() const { return m_index; }
    // It is that of all of the trace.
    bool isComplete() const;

Q_SIGNALS:
    void changed();

private:
    void forget();
    void find();

    TraceDocument& m_document;
    std::shared_ptr<const GapIndex> m_index;
    std::weak_ptr<const Trace> m_foundIn;
    QTimer* m_timer;
    JobRunner m_job;
};

} // namespace decodescope
