// SPDX-License-Identifier: GPL-3.0-or-later
// A panel that is one table: choices and a filter above it.
#pragma once

#include "ui/model/job_runner.h"
#include "ui/panels/panel.h"

#include <QStringList>

#include <optional>

class QButtonGroup;
class QHBoxLayout;
class QLineEdit;
class QSplitter;

namespace decodescope {

class ElidedLabel;
class TableView;

class ListPanel : public Panel
{
    Q_OBJECT
public:
    ListPanel(const PanelContext& context, QWidget* parent);

    TableView& tableView() { return *m_table; }
    QString viewWord() const override;
    bool showView(const QString& word) override;

Q_SIGNALS:
    void chosen(); // by the user, in the panel

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    // Buttons of which one is on; a change invalidates. Call once. `words`: of viewWord(), one a button, or none.
    void addChoices(const QStringList& texts, const QStringList& words = {});
    int choice() const;
    void setChoice(int choice);
    // Shows another choice for a while: viewWord() stays, and without a number it is shown again. Whatever is chosen
    // meanwhile takes its place.
    void showInstead(std::optional<int> choice);
    // Right of the choices.
    void addControl(QWidget* control);
    // Left of the table, with a handle between. The table gets `tableShare` times its width.
    void addBeside(QWidget* widget, int tableShare = 1);
    // What the table says altogether, right of the choices; cut where there is no room.
    void setNote(const QString& text);
    JobRunner& job() { return m_job; }

private:
    JobRunner m_job;
    QHBoxLayout* m_bar;
    QButtonGroup* m_choices = nullptr;
    std::optional<int> m_chosen; // while another one is shown instead
    QStringList m_words;
    ElidedLabel* m_note;
    QLineEdit* m_filter;
    QSplitter* m_area;
    TableView* m_table;
};

} // namespace decodescope
