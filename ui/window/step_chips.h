// SPDX-License-Identifier: GPL-3.0-or-later
// One chip a ProfilerStep: a click shows and selects that step.
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QToolButton;

namespace decodescope {

class TimelineNavigator;
class TimelineState;
class Trace;
class TraceDocument;

// Few steps: all of them. Many: the current one between arrows, with all of them in a menu.
class StepChips : public QWidget
{
    Q_OBJECT
public:
    StepChips(TraceDocument& document, TimelineState& state, TimelineNavigator& navigator, QWidget* parent = nullptr);

private:
    static QString titleOf(const Trace& trace, std::size_t step);
    void rebuild();
    void showCurrent();
    void makeChips();
    void makeMenu();
    int currentStep() const; // the one that is the selected range; -1: none

    TraceDocument& m_document;
    TimelineState& m_state;
    TimelineNavigator& m_navigator;
    QHBoxLayout* m_layout;
    std::vector<QToolButton*> m_chips; // one a step
    QToolButton* m_menuChip = nullptr; // instead, when there are many
    std::size_t m_steps = 0;
    QStringList m_titles; // of the chips
};

} // namespace decodescope
