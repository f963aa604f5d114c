// SPDX-License-Identifier: GPL-3.0-or-later
// One of the two traces of a comparison: what it is, which steps, its timeline.
#pragma once

#include "ui/model/compare_controller.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace decodescope {

class TimelineState;
class TimelineWidget;

class CompareSideView : public QWidget
{
    Q_OBJECT
public:
    CompareSideView(CompareController& compare, CompareController::Side side, QWidget* parent = nullptr);

    TimelineWidget& timeline() { return *m_timeline; }
    TimelineState& state() { return *m_state; }
    // For tests: as if typed and Enter pressed.
    void typeSteps(const QString& text);
    QString message() const;
    QString facts() const;

Q_SIGNALS:
    void openRequested();

private:
    void takeTrace();
    void collapseRows();
    void takeSteps();
    void showFacts();
    QString brokenStepsText() const;
    void showMessage(const QString& text);

    CompareController& m_compare;
    const CompareController::Side m_side;
    TimelineState* m_state;
    TimelineWidget* m_timeline;
    QLabel* m_title;
    QLineEdit* m_steps;
    QLabel* m_facts;
    QLabel* m_message;
};

} // namespace decodescope
