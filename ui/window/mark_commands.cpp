// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mark_commands.h"

#include "ui/main_window.h"
#include "ui/model/number_text.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/view_editor.h"
#include "ui/style/letter_width.h"

#include <QInputDialog>

namespace decodescope {

namespace {

constexpr int kBoxLetters = 48; // the longest title with the window's buttons, and a sentence to type

} // namespace

MarkCommands::MarkCommands(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
}

void MarkCommands::add()
{
    const TimelineState& state = m_window.state();
    const TimeRange view = state.visibleRange();
    Ns time = view.begin + view.length() / 2;
    if (state.cursorTime())
        time = *state.cursorTime();
    else if (state.selectedEvent() != kNoEvent)
        time = m_window.document().trace()->event(state.selectedEvent()).begin;
    else if (state.selectedRange())
        time = state.selectedRange()->begin;
    ask(tr("Mark a time"), tr("What is at %1?").arg(relativeTimeText(time, state.timeOrigin())), {},
        [this, time](const QString& text) { m_window.editor().addMarker(time, text); });
}

void MarkCommands::rename()
{
    const auto current = m_window.editor().currentMark();
    if (!current)
        return;
    const Mark mark = m_window.state().marks()[*current];
    ask(mark.isRange() ? tr("Rename the kept range") : tr("Change the marker"), tr("Its text:"), mark.text,
        [this, current](const QString& text) { m_window.editor().setText(*current, text); });
}

void MarkCommands::remove()
{
    if (const auto current = m_window.editor().currentMark())
        m_window.editor().remove(*current);
}

void MarkCommands::ask(const QString& title, const QString& question, const QString& text,
                       const std::function<void(const QString&)>& take)
{
    auto* box = new QInputDialog(&m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(title);
    box->setLabelText(question);
    box->setTextValue(text);
    // By itself it is as wide as its buttons, and the title is cut.
    box->resize(letterWidth(box->fontMetrics()) * kBoxLetters, box->sizeHint().height());
    connect(box, &QInputDialog::textValueSelected, this, [take](const QString& given) { take(given.trimmed()); });
    box->open();
}

} // namespace decodescope
