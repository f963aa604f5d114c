// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/sweep_window.h"

#include "ui/model/sweep_controller.h"
#include "ui/panels/columns.h"
#include "ui/panels/table_view.h"
#include "ui/style/letter_width.h"
#include "ui/window/message_bar.h"
#include "ui/window/screen_size.h"
#include "ui/window/sweep_chart.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <memory>

namespace decodescope {

namespace {

// Columns over the rows of a sweep; a number that a row does not have is an empty cell.
class SweepColumns
{
    Q_DECLARE_TR_FUNCTIONS(decodescope::SweepWindow)
public:
    explicit SweepColumns(const std::vector<SweepRow>& rows)
        : m_rows(std::make_shared<const std::vector<SweepRow>>(rows))
    {
    }

    std::vector<TableColumn> all() const
    {
        std::vector<TableColumn> columns = settings();
        const auto hasFailed = [](const SweepRow& row) { return !row.failure.empty(); };
        if (std::any_of(m_rows->begin(), m_rows->end(), hasFailed)) // where it is seen without scrolling
            columns.push_back(
                textColumn(tr("Why not"), tr("Why there is no trace, or why it has fewer steps."),
                           [rows = m_rows](std::size_t i) { return QString::fromStdString((*rows)[i].failure); }));
        for (auto&& group : {times(), counts()})
            columns.insert(columns.end(), group.begin(), group.end());
        return columns;
    }

private:
    using Has = bool (*)(const SweepRow&);
    static bool always(const SweepRow&) { return true; }
    static bool hasSteps(const SweepRow& row) { return row.steps > 0; }
    static bool hasGpu(const SweepRow& row) { return row.hasGpu; }
    static bool hasTimer(const SweepRow& row) { return row.timerStep > 0; }
    static bool hasTimerAndGpu(const SweepRow& row) { return timerGapShare(row).has_value(); }

    template <class Text, class Value>
    TableColumn column(const QString& title, const QString& explanation, Has has, Text text, Value value) const
    {
        return {title,
                explanation,
                [rows = m_rows, has, text](std::size_t i) { return has((*rows)[i]) ? text((*rows)[i]) : QString(); },
                [rows = m_rows, has, value](std::size_t i) {
                    return has((*rows)[i]) ? QVariant(value((*rows)[i])) : QVariant();
                },
                {},
                true};
    }
    template <class Get>
    TableColumn number(const QString& title, const QString& explanation, Has has, Get get) const
    {
        return column(
            title, explanation, has,
            [get](const SweepRow& row) { return countText(std::uint64_t(std::llround(double(get(row))))); },
            [get](const SweepRow& row) { return double(get(row)); });
    }
    template <class Get>
    TableColumn time(const QString& title, const QString& explanation, Has has, Get get) const
    {
        return column(
            title, explanation, has, [get](const SweepRow& row) { return durationText(get(row)); },
            [get](const SweepRow& row) { return qlonglong(get(row)); });
    }

    std::vector<TableColumn> settings() const
    {
        const auto mode = [rows = m_rows](std::size_t i) {
            return (*rows)[i].setting.mode == DecodeMode::eager ? tr("eager") : tr("CUDA graph");
        };
        return {
            textColumn(tr("Decode"), {}, mode),
            number(tr("Batch"), tr("Sequences decoded together."), always,
                   [](const SweepRow& row) { return row.setting.batch; }),
            number(tr("Prompt"), tr("Tokens in the cache before the first step."), always,
                   [](const SweepRow& row) { return row.setting.promptLength; }),
        };
    }
    std::vector<TableColumn> times() const
    {
        return {
            time(tr("Step"), tr("Recorded step, median."), hasSteps,
                 [](const SweepRow& row) { return row.step.median; }),
            column(
                tr("Spread"), tr("Shortest and longest recorded step."), hasSteps,
                [](const SweepRow& row) {
                    return durationText(row.step.low) + QStringLiteral(" \u2013 ") + durationText(row.step.high);
                },
                [](const SweepRow& row) { return qlonglong(row.step.high - row.step.low); }),
            time(tr("GPU busy"), tr("In a recorded step, median."), hasGpu,
                 [](const SweepRow& row) { return row.busy.median; }),
            column(
                tr("Gap share"), tr("Part of the recorded step in which the GPU did nothing, median."), hasGpu,
                [](const SweepRow& row) { return shareText(row.gapShare); },
                [](const SweepRow& row) { return row.gapShare; }),
            time(tr("Timer"),
                 tr("A step by the timer, the mean of all that were timed, with nothing attached: the time to trust."),
                 hasTimer, [](const SweepRow& row) { return row.timerStep; }),
            column(
                tr("Gap by timer"),
                tr("Part of the timer's step that the recorded GPU work leaves: without the recorder."), hasTimerAndGpu,
                [](const SweepRow& row) { return shareText(timerGapShare(row).value_or(0)); },
                [](const SweepRow& row) { return timerGapShare(row).value_or(0); }),
        };
    }
    std::vector<TableColumn> counts() const
    {
        return {
            number(tr("Tokens/s"), tr("Batch over the timer's step, or over the recorded one where there is no timer."),
                   hasSteps, [](const SweepRow& row) { return row.tokensPerSecond; }),
            number(tr("Kernels"), tr("A step, median."), hasGpu, [](const SweepRow& row) { return row.kernels; }),
            number(tr("Launches"), tr("Calls a step that put work on the GPU, median."), hasGpu,
                   [](const SweepRow& row) { return row.launches; }),
        };
    }

    std::shared_ptr<const std::vector<SweepRow>> m_rows;
};

} // namespace

SweepWindow::SweepWindow(SweepController& sweep, QWidget* parent)
    : QDialog(parent, Qt::Window) // of its own: a dialog would stay above the window that it opens traces in
    , m_sweep(sweep)
    , m_what(new QLabel)
    , m_message(new MessageBar)
    , m_chart(new SweepChart)
    , m_table(new TableView)
{
    setWindowTitle(tr("Sweep"));
    m_what->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_table->setAccessibleName(tr("Settings of the sweep"));
    m_table->setToolTip(tr("Double click or Enter opens the setting's trace."));
    auto* buttons = new QDialogButtonBox;
    m_stop = buttons->addButton(tr("Stop the sweep"), QDialogButtonBox::ActionRole);
    m_open = buttons->addButton(tr("Open a sweep\u2026"), QDialogButtonBox::ActionRole);
    auto* picture = buttons->addButton(tr("Save the charts\u2026"), QDialogButtonBox::ActionRole);
    auto* copy = buttons->addButton(tr("Copy the table"), QDialogButtonBox::ActionRole);
    for (QPushButton* button : {m_stop, m_open, picture, copy})
        button->setAutoDefault(false); // Enter is for the table
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_message);
    layout->addWidget(m_what);
    layout->addWidget(m_chart, 3);
    layout->addWidget(m_table, 2);
    layout->addWidget(buttons);
    resize(withinScreen(*this, {letterWidth(fontMetrics()) * 170, fontMetrics().height() * 40}));

    connect(m_stop, &QPushButton::clicked, this, &SweepWindow::stopRequested);
    connect(m_open, &QPushButton::clicked, this, &SweepWindow::chooseSweep);
    connect(picture, &QPushButton::clicked, this, &SweepWindow::savePicture);
    connect(copy, &QPushButton::clicked, m_table, &TableView::copyToClipboard);
    connect(m_table, &TableView::rowActivated, this, &SweepWindow::openTrace);
    connect(&sweep, &SweepController::failed, m_message, &MessageBar::showError);
    connect(&sweep, &SweepController::rowsChanged, this, &SweepWindow::showRows);
    connect(&sweep, &SweepController::progressed, this, &SweepWindow::showProgress);
    showRows();
    showProgress();
}

void SweepWindow::openTrace(std::size_t at)
{
    const SweepRow& row = m_sweep.rows()[at];
    const QString file = QString::fromStdString(row.file);
    const QString path = QDir(m_sweep.folder()).filePath(file);
    m_message->clear();
    if (file.isEmpty())
        m_message->showError(
            (tr("This setting has no trace.") + QLatin1Char(' ') + QString::fromStdString(row.failure)).trimmed());
    else if (!QFileInfo::exists(path))
        m_message->showError(tr("%1 is not in the folder of the sweep.").arg(file));
    else
        Q_EMIT traceRequested(path);
}

void SweepWindow::showRows()
{
    m_message->clear();
    m_chart->setRows(m_sweep.rows());
    m_table->table().setTable(SweepColumns(m_sweep.rows()).all(), m_sweep.rows().size());
    m_table->fitColumns();
    showProgress();
}

void SweepWindow::showProgress()
{
    const QString folder = QDir::toNativeSeparators(m_sweep.folder());
    QString text = tr("%n settings, traces in %1", nullptr, int(m_sweep.rows().size())).arg(folder);
    if (m_sweep.isActive())
        text = tr("Setting %1 of %2; traces go to %3")
                   .arg(QString::number(m_sweep.current() + 1), QString::number(m_sweep.settings().size()), folder);
    else if (m_sweep.rows().empty())
        text = tr(
            "No sweep yet: give lists of batches, prompt lengths or decode modes in the capture dialog, or open one.");
    m_what->setText(text);
    m_stop->setEnabled(m_sweep.isActive());
    m_open->setEnabled(!m_sweep.isActive());
}

void SweepWindow::chooseSweep()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of a sweep"), m_sweep.folder());
    if (!folder.isEmpty())
        m_sweep.open(folder);
}

void SweepWindow::savePicture()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the charts"),
                                                      QDir(m_sweep.folder()).filePath(QStringLiteral("sweep.png")),
                                                      tr("Pictures (*.png)"));
    if (!path.isEmpty() && !m_chart->savePicture(path))
        QMessageBox::warning(this, tr("Save the charts"), tr("%1 could not be written.").arg(path));
}

} // namespace decodescope
