// SPDX-License-Identifier: GPL-3.0-or-later
// torch's key_averages() as a table: kernels, operators and calls, or all of it.
#pragma once

#include "core/query/averages.h"
#include "ui/model/table_model.h"
#include "ui/panels/list_panel.h"

#include <memory>
#include <utility>
#include <vector>

class QComboBox;
class QToolButton;

namespace decodescope {

// Of the steps that are chosen: at first what is selected on the timeline, else the whole trace. A click lights the
// row's slices, a double click goes to the first one; a slice that is selected on the timeline marks its row.
class AveragesPanel : public ListPanel
{
    Q_OBJECT
public:
    AveragesPanel(const PanelContext& context, QWidget* parent);

protected:
    void refresh() override;

private:
    enum Choice { kernels, operators, everything };

    struct Table
    {
        std::shared_ptr<const Trace> trace;
        QueryScope scope;
        bool byShape = false;
        std::size_t steps = 0; // of the scope
        std::vector<AverageRow> rows;
        std::vector<AverageRoles> roles;                         // by row
        AverageTotals totals;                                    // of all rows, also of those that are not shown
        std::vector<std::pair<EventId, std::size_t>> rowOfEvent; // by event
    };
    using SharedTable = std::shared_ptr<const Table>;

    static SharedTable compute(const std::shared_ptr<const Trace>& trace, const Labels* labels,
                               const AverageOptions& options, Choice choice, const std::stop_token& stop);
    QueryScope chosenScope() const;
    void fillScopes();
    void showWhatThereIs();
    void show(const SharedTable& table);
    std::vector<TableColumn> columns() const;
    void addTimes(std::vector<TableColumn>& columns) const;
    void addRoles(std::vector<TableColumn>& columns) const;
    void markSelected();

    QComboBox* m_scopes;
    QToolButton* m_byShape;
    std::size_t m_stepsListed = 0;
    bool m_isOperatorsInstead = false; // nothing ran on a GPU
    bool m_isLighting = false;         // what is lit is being changed by a row here
    bool m_isChosen = false;           // of this trace, by the user
    SharedTable m_shown;
};

} // namespace decodescope
