// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/averages_panel.h"

#include "ui/model/core_texts.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/panels/columns.h"
#include "ui/panels/scope_text.h"
#include "ui/panels/table_view.h"
#include "ui/style/palette.h"
#include "ui/style/theme.h"

#include <QComboBox>
#include <QLocale>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

constexpr std::size_t kMostStepsListed = 200; // in the box of steps; more are chosen on the timeline

// Places in the box of steps.
constexpr int kAsSelected = 0;
constexpr int kWholeTrace = 1;
constexpr int kFirstStep = 2;

// `word` of each part: in the user's language where it is shown, in English where it is copied.
QString joined(const std::vector<Part>& parts, QString (*word)(Part))
{
    QStringList words;
    for (const Part part : parts)
        words.push_back(word(part));
    return words.join(QStringLiteral(", "));
}

QString englishWord(Part part)
{
    return fromUtf8View(partName(part));
}

} // namespace

AveragesPanel::AveragesPanel(const PanelContext& context, QWidget* parent)
    : ListPanel(context, parent)
    , m_scopes(new QComboBox)
    , m_byShape(new QToolButton)
{
    addChoices({tr("Kernels"), tr("Operators"), tr("All")},
               {QStringLiteral("kernels"), QStringLiteral("operators"), QStringLiteral("all")});
    m_byShape->setText(tr("By input shape"));
    m_byShape->setToolTip(tr("A row for each shape of inputs that an operator was called with."));
    m_byShape->setCheckable(true);
    m_byShape->setAutoRaise(true);
    connect(m_byShape, &QToolButton::toggled, this, &AveragesPanel::invalidate);
    m_scopes->setAccessibleName(tr("Steps to count"));
    m_scopes->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_scopes->addItems({tr("As selected"), tr("Whole trace")});
    connect(m_scopes, &QComboBox::currentIndexChanged, this, &AveragesPanel::invalidate);
    addControl(m_byShape);
    addControl(m_scopes);
    tableView().setAccessibleName(tr("Averages by name"));
    connect(&context.document, &TraceDocument::traceChanged, this, [this] {
        fillScopes();
        showWhatThereIs();
        invalidate();
    });
    connect(&context.document, &TraceDocument::traceReset, this, [this] { m_isChosen = false; });
    connect(this, &ListPanel::chosen, this, [this] {
        m_isChosen = true;
        m_isOperatorsInstead = false;
    });
    connect(&context.document, &TraceDocument::labelsChanged, this, &AveragesPanel::invalidate);
    connect(&context.document, &TraceDocument::stateChanged, this, &AveragesPanel::showWhatThereIs);
    connect(&context.state, &TimelineState::selectedRangeChanged, this, &AveragesPanel::invalidate);
    connect(&context.state, &TimelineState::selectedEventChanged, this, &AveragesPanel::markSelected);
    connect(&context.state, &TimelineState::highlightChanged, this, [this] { // taken back, or by something else
        if (!m_isLighting)
            markSelected();
    });
    connect(&tableView(), &TableView::rowPicked, this, [this](std::size_t row) {
        std::vector<EventId> events = m_shown->rows[row].events;
        std::sort(events.begin(), events.end());
        m_isLighting = true;
        this->context().state.setHighlight({Highlight::By::events, 0, std::move(events)});
        m_isLighting = false;
    });
    connect(&tableView(), &TableView::rowActivated, this, [this](std::size_t row) {
        if (!m_shown->rows[row].events.empty())
            this->context().navigator.goTo(m_shown->rows[row].events.front());
    });
}

// A CPU recording has operators only. Of a file that is still being read, kernels may be yet to come.
void AveragesPanel::showWhatThereIs()
{
    const TraceDocument& document = context().document;
    const bool hasOnlyCpu = document.isComplete() && !document.isEmpty() && document.trace()->gpuOperationCount() == 0;
    if (hasOnlyCpu && choice() == kernels && !m_isChosen) {
        m_isOperatorsInstead = true;
        showInstead(operators);
    } else if (!hasOnlyCpu && m_isOperatorsInstead) {
        m_isOperatorsInstead = false;
        showInstead({});
    }
}

void AveragesPanel::fillScopes()
{
    const auto trace = context().document.trace();
    const std::size_t steps = trace->steps().size() <= kMostStepsListed ? trace->steps().size() : 0;
    if (steps < m_stepsListed) { // another trace
        m_scopes->setCurrentIndex(kAsSelected);
        while (m_scopes->count() > kFirstStep)
            m_scopes->removeItem(m_scopes->count() - 1);
        m_stepsListed = 0;
    }
    for (std::size_t i = 0; i < m_stepsListed; ++i)
        m_scopes->setItemText(kFirstStep + int(i), fromUtf8View(trace->text(trace->steps()[i].name)));
    for (; m_stepsListed < steps; ++m_stepsListed)
        m_scopes->addItem(fromUtf8View(trace->text(trace->steps()[m_stepsListed].name)));
}

QueryScope AveragesPanel::chosenScope() const
{
    const int chosen = m_scopes->currentIndex();
    if (chosen == kAsSelected)
        return scopeOfSelection(*context().document.trace(), context().state.selectedRange());
    if (chosen == kWholeTrace || std::size_t(chosen - kFirstStep) >= context().document.trace()->steps().size())
        return {};
    return {std::size_t(chosen - kFirstStep), std::nullopt};
}

AveragesPanel::SharedTable AveragesPanel::compute(const std::shared_ptr<const Trace>& trace, const Labels* labels,
                                                  const AverageOptions& options, Choice choice,
                                                  const std::stop_token& stop)
{
    auto table = std::make_shared<Table>();
    table->trace = trace;
    table->scope = options.scope;
    table->byShape = options.byShape;
    table->steps = stepsOfScope(*trace, options.scope).size();
    table->rows = keyAverages(*trace, options, stop);
    table->totals = totalsOf(table->rows);
    if (choice != everything)
        std::erase_if(table->rows, [choice](const AverageRow& row) {
            return row.onDevice != (choice == kernels) || (row.onDevice && row.isAnnotation);
        });
    const auto weight = [choice](const AverageRow& row) { return choice == operators ? row.cpuTotal : row.selfDevice; };
    std::stable_sort(table->rows.begin(), table->rows.end(),
                     [weight](const AverageRow& a, const AverageRow& b) { return weight(a) > weight(b); });
    for (std::size_t i = 0; i < table->rows.size() && !stop.stop_requested(); ++i) {
        table->roles.push_back(rolesOf(*trace, labels, table->rows[i]));
        for (const EventId event : table->rows[i].events)
            table->rowOfEvent.emplace_back(event, i);
    }
    std::sort(table->rowOfEvent.begin(), table->rowOfEvent.end());
    return table;
}

void AveragesPanel::refresh()
{
    m_byShape->setEnabled(choice() != kernels);
    AverageOptions options;
    options.byShape = m_byShape->isChecked() && choice() != kernels;
    options.scope = chosenScope();
    job().start([trace = context().document.trace(), labels = context().document.labels(), options,
                 chosen = Choice(choice())](std::stop_token stop,
                                            Progress&) { return compute(trace, labels.get(), options, chosen, stop); },
                [this](const SharedTable& table) { show(table); });
}

void AveragesPanel::show(const SharedTable& table)
{
    m_shown = table;
    tableView().table().setTable(columns(), table->rows.size());
    tableView().fitColumns();
    setNote(tr("%n names, %1", nullptr, int(table->rows.size())).arg(scopeText(*table->trace, table->scope)));
    markSelected();
}

std::vector<TableColumn> AveragesPanel::columns() const
{
    const SharedTable table = m_shown;
    const auto row = [table](std::size_t i) -> const AverageRow& { return table->rows[i]; };
    std::vector<TableColumn> columns;
    // Names of kernels are shortened, in full where they are copied.
    columns.push_back({choice() == kernels     ? tr("Kernel")
                       : choice() == operators ? tr("Operator")
                                               : tr("Name"),
                       {},
                       [row](std::size_t i) {
                           const bool isKernel = row(i).onDevice && !row(i).isAnnotation;
                           return QString::fromStdString(isKernel ? shortKernelName(row(i).name) : row(i).name);
                       },
                       [row](std::size_t i) { return QVariant(QString::fromStdString(row(i).name)); },
                       {},
                       false});
    if (choice() != operators)
        addRoles(columns);
    if (table->byShape)
        columns.push_back(
            textColumn(tr("Input shapes"), {}, [row](std::size_t i) { return QString::fromStdString(row(i).shapes); }));
    addTimes(columns);
    columns.push_back(countColumn(tr("Calls"), {}, [row](std::size_t i) { return row(i).calls; }));
    if (table->steps > 0)
        columns.push_back(
            {tr("Calls a step"),
             tr("Calls divided by the number of steps."),
             [row, table](std::size_t i) {
                 const double calls = double(row(i).calls) / double(table->steps);
                 return QLocale().toString(calls, 'f', row(i).calls % table->steps == 0 ? 0 : 1);
             },
             [row, table](std::size_t i) { return QVariant(double(row(i).calls) / double(table->steps)); },
             {},
             true});
    return columns;
}

void AveragesPanel::addTimes(std::vector<TableColumn>& columns) const
{
    const SharedTable table = m_shown;
    const auto row = [table](std::size_t i) -> const AverageRow& { return table->rows[i]; };
    const auto time = [&](const QString& title, const QString& explanation, Ns AverageRow::*member) {
        columns.push_back(timeColumn(title, explanation, [row, member](std::size_t i) { return row(i).*member; }));
    };
    const auto share = [&](const QString& title, const QString& explanation, Ns AverageRow::*member, Ns whole) {
        columns.push_back(shareColumn(title, explanation, [row, member, whole](std::size_t i) {
            return shareOf(double(row(i).*member), double(whole));
        }));
    };
    const auto mean = [&](const QString& title, const QString& explanation, Ns AverageRow::*member) {
        columns.push_back(timeColumn(title, explanation, [row, member](std::size_t i) {
            return Ns(std::llround(double(row(i).*member) / double(std::max<std::uint64_t>(row(i).calls, 1))));
        }));
    };
    if (choice() != kernels) {
        time(tr("Self CPU"), tr("Without the operators inside."), &AverageRow::selfCpu);
        share(tr("Self CPU %"), tr("Of the self CPU time of all rows."), &AverageRow::selfCpu, table->totals.selfCpu);
        time(tr("CPU total"), tr("With the operators inside: from entering to leaving. No GPU time."),
             &AverageRow::cpuTotal);
        share(tr("CPU total %"), tr("Of the self CPU time of all rows."), &AverageRow::cpuTotal, table->totals.selfCpu);
        mean(tr("CPU avg"), tr("CPU total per call."), &AverageRow::cpuTotal);
    }
    time(tr("Self CUDA"),
         choice() == kernels ? tr("Time on the GPU.") : tr("Kernels: time on the GPU. Operators: what they launched."),
         &AverageRow::selfDevice);
    share(tr("Self CUDA %"), tr("Of the GPU time of all kernels, copies and memsets."), &AverageRow::selfDevice,
          table->totals.selfDevice);
    if (choice() != kernels)
        time(tr("CUDA total"), tr("With what the operators inside launched."), &AverageRow::deviceTotal);
    mean(tr("CUDA avg"), tr("CUDA total per call."), &AverageRow::deviceTotal);
}

void AveragesPanel::addRoles(std::vector<TableColumn>& columns) const
{
    const SharedTable table = m_shown;
    const bool isDark = Theme::of(palette()).isDark;
    const auto roles = [table](std::size_t i) -> const AverageRoles& { return table->roles[i]; };
    const bool knowsParts = std::any_of(table->roles.begin(), table->roles.end(),
                                        [](const AverageRoles& each) { return !each.parts.empty(); });
    if (knowsParts) {
        TableColumn part = textColumn(tr("Part"), tr("Model parts that it serves, by time."),
                                      [roles](std::size_t i) { return joined(roles(i).parts, &partText); });
        part.value = [roles](std::size_t i) { return QVariant(joined(roles(i).parts, &englishWord)); };
        part.color = [roles, isDark](std::size_t i) {
            return roles(i).parts.empty() ? QColor() : partColor(partName(roles(i).parts.front()), isDark);
        };
        columns.push_back(std::move(part));
    }
    TableColumn family =
        textColumn(tr("Family"), tr("What kind of kernel it is, by its name."), [roles](std::size_t i) {
            return roles(i).isGpuOperation ? familyText(roles(i).family) : QString();
        });
    family.value = [roles](std::size_t i) {
        return roles(i).isGpuOperation ? QVariant(fromUtf8View(familyName(roles(i).family))) : QVariant(QString());
    };
    columns.push_back(std::move(family));
}

void AveragesPanel::markSelected()
{
    if (!m_shown)
        return;
    const EventId event = context().state.selectedEvent();
    const auto found =
        std::lower_bound(m_shown->rowOfEvent.begin(), m_shown->rowOfEvent.end(), std::pair(event, std::size_t{0}));
    const bool isThere = event != kNoEvent && found != m_shown->rowOfEvent.end() && found->first == event;
    tableView().markRow(isThere ? std::optional(found->second) : std::nullopt);
}

} // namespace decodescope
