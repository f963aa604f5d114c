// SPDX-License-Identifier: GPL-3.0-or-later
// A panel that is one table: choices and a filter above it.
#pragma once

#include "ui/model/job_runner.h"
#include "ui/panels/panel.h"

#include <QStringList>

class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace decodescope {

class TableView;

class ListPanel : public Panel
{
    Q_OBJECT
public:
    ListPanel(const PanelContext& context, QWidget* parent);

    TableView& tableView() { return *m_table; }

protected:
    // Buttons of which one is on; a change invalidates. Call once.
    void addChoices(const QStringList& texts);
    int choice() const;
    void setChoice(int choice);
    // What the table says altogether, right of the choices.
    void setNote(const QString& text);
    JobRunner& job() { return m_job; }

private:
    JobRunner m_job;
    QHBoxLayout* m_bar;
    QButtonGroup* m_choices = nullptr;
    QLabel* m_note;
    QLineEdit* m_filter;
    TableView* m_table;
};

} // namespace decodescope
