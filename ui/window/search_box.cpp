// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/search_box.h"

#include "core/query/slice_filter.h"
#include "ui/model/number_text.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/style/small_text.h"
#include "ui/style/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QToolTip>

#include <algorithm>

namespace decodescope {

SearchBox::SearchBox(TraceDocument& document, TimelineState& state, TimelineNavigator& navigator, QWidget* parent)
    : QLineEdit(parent)
    , m_document(document)
    , m_state(state)
    , m_navigator(navigator)
    , m_job(this)
    , m_count(new QLabel(this))
{
    setPlaceholderText(tr("/  Search, or part:attention dur>4us"));
    setAccessibleName(tr("Search slices, kernels, operators"));
    setToolTip(tr("Words of a name, and what else must hold: part:attention, layer:7, cat:kernel, dur>4us, dur<1ms.\n"
                  "Quotes keep words together. Enter goes to the next match, Esc ends the search."));
    keepSmall(*m_count);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_count->setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(this, &QLineEdit::textChanged, this, &SearchBox::search);
    connect(&document, &TraceDocument::traceReset, this, &SearchBox::search);
    connect(&document, &TraceDocument::labelsChanged, this, [this] {
        if (m_filter.needsLabels())
            search();
    });
    connect(&state, &TimelineState::highlightChanged, this, [this] {
        if (m_isLighting || text().isEmpty())
            return;
        m_isLit = false; // another highlight has taken its place, or it was taken away
        clear();
    });
}

void SearchBox::light(Highlight highlight)
{
    m_isLighting = true;
    m_state.setHighlight(std::move(highlight));
    m_isLighting = false;
}

void SearchBox::search()
{
    m_matches.clear();
    m_current = -1;
    m_isNextWanted = false;
    if (!hasFocus())
        setCursorPosition(0);
    m_error.clear();
    const auto filter = parseSliceFilter(text().toStdString());
    m_filter = filter.value_or(SliceFilter());
    if (!filter)
        m_error = QString::fromStdString(filter.error().text());
    if (m_filter.isEmpty()) {
        m_job.cancel();
        if (m_isLit) // a highlight of somebody else's stays
            light({});
        m_isLit = false;
        showCount();
        return;
    }
    m_job.start([trace = m_document.trace(), labels = m_document.labels(), wanted = m_filter](
                    std::stop_token stop, Progress&) { return findSlices(*trace, labels.get(), wanted, stop); },
                [this](std::vector<EventId> found) {
                    m_matches = std::move(found);
                    std::vector<EventId> sorted = m_matches;
                    std::sort(sorted.begin(), sorted.end());
                    light({Highlight::By::events, 0, std::move(sorted)});
                    m_isLit = true;
                    showCount();
                    Q_EMIT searched();
                    if (m_isNextWanted)
                        goToNext();
                });
}

void SearchBox::goToNext()
{
    if (m_matches.empty()) {
        m_isNextWanted = m_job.isRunning(); // Enter was quicker than the search
        return;
    }
    if (m_current < 0) { // the first one where the user looks, else the first after that, else the first
        const auto trace = m_document.trace();
        const Ns from = m_navigator.lookedAt().begin;
        const auto it = std::find_if(m_matches.begin(), m_matches.end(),
                                     [&](EventId event) { return trace->events().begin(event) >= from; });
        go(it == m_matches.end() ? 0 : std::size_t(it - m_matches.begin()));
        return;
    }
    go((std::size_t(m_current) + 1) % m_matches.size());
}

void SearchBox::goToPrevious()
{
    if (m_matches.empty())
        return;
    go((std::size_t(std::max<std::ptrdiff_t>(m_current, 0)) + m_matches.size() - 1) % m_matches.size());
}

void SearchBox::go(std::size_t match)
{
    m_current = std::ptrdiff_t(match);
    m_navigator.goTo(m_matches[match]);
    showCount();
    if (hasFocus()) // single letters are commands for what was found
        Q_EMIT left();
}

void SearchBox::showCount()
{
    if (!m_error.isEmpty())
        m_count->setText(tr("not understood"));
    else if (m_filter.isEmpty())
        m_count->clear();
    else if (m_matches.empty())
        m_count->setText(tr("none"));
    else if (m_current < 0)
        m_count->setText(countText(m_matches.size()));
    else
        m_count->setText(tr("%1 of %2").arg(countText(std::uint64_t(m_current) + 1), countText(m_matches.size())));
    // Only while it is typed in: a word that is not finished yet is no error.
    if (!m_error.isEmpty() && hasFocus())
        QToolTip::showText(mapToGlobal(QPoint(0, height())), m_error, this);
    else if (m_error.isEmpty())
        QToolTip::hideText();
    m_count->adjustSize();
    m_count->move(width() - m_count->width() - 8, (height() - m_count->height()) / 2);
    setTextMargins(4, 0, text().isEmpty() ? 0 : m_count->width() + 8, 0);
}

bool SearchBox::event(QEvent* event)
{
    // Esc is the window's key for clearing the selection, too; here it is the box's.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

bool SearchBox::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && !m_matches.empty() && goOn(*static_cast<QKeyEvent*>(event)))
        return true;
    return QLineEdit::eventFilter(watched, event);
}

void SearchBox::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason)
        setCursorPosition(0); // of a long text the begin is in sight
}

bool SearchBox::goOn(const QKeyEvent& event)
{
    if (event.key() != Qt::Key_Return && event.key() != Qt::Key_Enter)
        return false;
    event.modifiers() & Qt::ShiftModifier ? goToPrevious() : goToNext();
    return true;
}

void SearchBox::keyPressEvent(QKeyEvent* event)
{
    if (goOn(*event))
        return;
    if (event->key() == Qt::Key_Escape) {
        clear();
        m_state.endHighlight();
        Q_EMIT left();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void SearchBox::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    showCount();
}

} // namespace decodescope
