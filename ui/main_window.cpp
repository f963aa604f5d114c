// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.h"

#include "ui/action_table.h"
#include "ui/model/live_controller.h"
#include "ui/model/settings.h"
#include "ui/model/sweep_controller.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/view_editor.h"
#include "ui/model/view_store.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/table_view.h"
#include "ui/style/font_scale.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/capture_dialog.h"
#include "ui/window/capture_strip.h"
#include "ui/window/command_palette.h"
#include "ui/window/file_commands.h"
#include "ui/window/key_sheet.h"
#include "ui/window/layout_keeper.h"
#include "ui/window/loading_overlay.h"
#include "ui/window/loading_strip.h"
#include "ui/window/mark_commands.h"
#include "ui/window/message_bar.h"
#include "ui/window/preferences_dialog.h"
#include "ui/window/rules_commands.h"
#include "ui/window/search_box.h"
#include "ui/window/start_page.h"
#include "ui/window/status_line.h"
#include "ui/window/step_chips.h"
#include "ui/window/sweep_window.h"
#include "ui/window/top_bar.h"
#include "ui/window/unsaved_guard.h"

#include <QAction>
#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace decodescope {

namespace {

constexpr const char* kColorActions[] = {"color-part", "color-name", "color-category", "color-duration"};

QString nameOf(ColorMode mode)
{
    switch (mode) {
    case ColorMode::part:
        return MainWindow::tr("model part");
    case ColorMode::name:
        return MainWindow::tr("name");
    case ColorMode::category:
        return MainWindow::tr("category");
    case ColorMode::duration:
        return MainWindow::tr("duration");
    }
    return {};
}

} // namespace

MainWindow::MainWindow(TraceDocument& document, LiveController& live, Settings& settings, const Places& places)
    : m_document(document)
    , m_live(live)
    , m_settings(settings)
    , m_state(new TimelineState(this))
    , m_timeline(new TimelineWidget(document, *m_state))
    , m_files(new FileCommands(*this, settings, places.sample))
    , m_guard(new UnsavedGuard(*this))
    , m_editor(new ViewEditor(document, *m_state, m_timeline->rows(), m_timeline->navigator(), this))
    , m_marks(new MarkCommands(*this))
    , m_rules(new RulesCommands(*this, settings))
    , m_sweep(new SweepController(live, document, this))
    , m_places(places)
{
    const auto* views = new ViewStore(document, *m_state, m_timeline->rows(), places.views, this);
    connect(views, &ViewStore::notKept, this, [this](const QString& sentence) { m_messages->showError(sentence); });
    assemble();
    connectModels();
    setAcceptDrops(true);
    usePreferredColor();
    restoreLayout();
}

MainWindow::~MainWindow() = default;

void MainWindow::assemble()
{
    m_search = new SearchBox(m_document, *m_state, m_timeline->navigator());
    connect(m_search, &SearchBox::left, m_timeline, qOverload<>(&QWidget::setFocus));
    m_search->goOnIn(m_timeline->canvas());
    m_actions = new Actions(actionTable(*this), this);
    m_topBar = new TopBar(*m_actions, new StepChips(m_document, *m_state, m_timeline->navigator()), m_search);
    m_messages = new MessageBar;
    m_captureStrip = new CaptureStrip(m_live);

    const PanelContext context{m_document, *m_state, m_timeline->navigator(), *m_editor};
    m_details = new DetailsPanel(context, nullptr);
    m_drawer = new QTabWidget;
    m_drawer->setAccessibleName(tr("Panels"));
    m_drawer->setDocumentMode(true);
    m_drawer->tabBar()->setDrawBase(false);
    m_drawer->tabBar()->setExpanding(false);
    for (const PanelSpec& spec : panelSpecs()) {
        Panel* panel = spec.make(context, nullptr);
        connect(panel, &Panel::left, m_timeline, qOverload<>(&QWidget::setFocus));
        panel->setObjectName(spec.id);
        m_drawer->addTab(panel, spec.title);
    }
    m_columns = new QSplitter(Qt::Horizontal);
    m_columns->addWidget(m_timeline);
    m_columns->addWidget(m_details);
    m_columns->setStretchFactor(0, 1);
    m_columns->setCollapsible(0, false);
    m_rows = new QSplitter(Qt::Vertical);
    m_rows->addWidget(m_columns);
    m_rows->addWidget(m_drawer);
    m_rows->setStretchFactor(0, 1);
    m_rows->setCollapsible(0, false);
    delete std::exchange(
        m_layout, new LayoutKeeper({this, m_columns, m_rows, m_drawer, [this] { return panelInFront(); }}, m_settings));

    m_pages = new QStackedWidget;
    auto* start = new StartPage(*m_actions, m_settings, m_places.sessions);
    connect(start, &StartPage::filesChosen, m_files, &FileCommands::open);
    m_pages->addWidget(start);
    m_pages->addWidget(m_rows);
    new LoadingOverlay(m_document, m_live, m_pages);
    m_status = new StatusLine(m_document, *m_state);

    auto* all = new QWidget;
    auto* layout = new QVBoxLayout(all);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_topBar);
    layout->addWidget(m_messages);
    layout->addWidget(m_captureStrip);
    layout->addWidget(new LoadingStrip(m_document));
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_status);
    setCentralWidget(all);
    connectParts();
    m_topBar->setCapturing(m_live.isActive());
    updatePage();
    updateTitle();
    showColorMode();
}

void MainWindow::connectModels()
{
    connect(&m_document, &TraceDocument::traceReset, this, [this] {
        updatePage();
        updateTitle();
    });
    connect(&m_document, &TraceDocument::saved, this, &MainWindow::updateTitle);
    connect(&m_document, &TraceDocument::traceChanged, this, &MainWindow::updateActions);
    connect(&m_document, &TraceDocument::stateChanged, this, &MainWindow::updatePage);
    connect(m_state, &TimelineState::selectedEventChanged, this, &MainWindow::updateActions);
    connect(m_state, &TimelineState::selectedGapChanged, this, &MainWindow::updateActions);
    connect(m_state, &TimelineState::selectedRangeChanged, this, &MainWindow::updateActions);
    connect(m_state, &TimelineState::followChanged, this, &MainWindow::updateActions);
    connect(m_state, &TimelineState::showsOnlyMatchesChanged, this, &MainWindow::updateActions);
    connect(&m_live, &LiveController::stateChanged, this, [this] {
        m_topBar->setCapturing(m_live.isActive());
        if (m_live.state() == LiveController::State::running)
            m_state->setFollow(true);
        if (!m_live.isActive())
            finishCapture();
        updatePage();
    });
    connect(&m_live, &LiveController::failed, this, [this](const QString& sentence) {
        if (!m_sweep->isActive()) // which has a row for it
            m_messages->showError(sentence);
    });
    connect(m_sweep, &SweepController::progressed, this, &MainWindow::showSweepProgress);
    connect(m_rules, &RulesCommands::rulesChanged, this, &MainWindow::updateActions);
    connect(m_timeline, &TimelineWidget::detailsRequested, this, [this] { setAreaVisible(Area::details, true); });
    connect(m_timeline, &TimelineWidget::contextMenuRequested, this, &MainWindow::showContextMenu);
    connect(&m_timeline->canvas(), &TimelineCanvas::resized, this,
            [this] { m_status->setCanvasWidth(m_timeline->canvas().width()); });
}

// To what assemble() makes.
void MainWindow::connectParts()
{
    connect(&m_document, &TraceDocument::loadFailed, m_messages, &MessageBar::showError);
    connect(m_drawer, &QTabWidget::currentChanged, this, &MainWindow::keepKeys);
    connect(m_sweep, &SweepController::failed, m_messages, [this](const QString& sentence) {
        if (!m_sweepWindow || !m_sweepWindow->isVisible()) // which says it
            m_messages->showError(sentence);
    });
    connect(&m_document, &TraceDocument::traceChanged, m_drawer, [this] { showWarningCount(); });
    for (const char* id : kColorActions)
        connect(m_actions->action(QLatin1String(id)), &QAction::triggered, this, &MainWindow::showColorMode);
}

// Where something is missing that was recorded; what else was odd changes no figure.
void MainWindow::showWarningCount()
{
    const auto trace = m_document.trace();
    const auto& warnings = trace->report().warnings();
    const bool isLossy = std::ranges::any_of(warnings, isLoss, &Warning::kind);
    for (const PanelSpec& spec : panelSpecs())
        if (spec.id == QLatin1String("warnings"))
            m_drawer->setTabText(m_drawer->indexOf(m_drawer->findChild<QWidget*>(spec.id)),
                                 isLossy ? tr("%1 (%2)").arg(spec.title).arg(warnings.size()) : spec.title);
}

void MainWindow::updateActions()
{
    const auto trace = m_document.trace();
    m_actions->update(trace->eventCount() > 0, !trace->steps().empty(),
                      m_state->selectedEvent() != kNoEvent || m_state->selectedGap().has_value(),
                      m_state->selectedRange().has_value());
    const bool isCapturing = m_live.isActive() || m_sweep->isActive();
    m_actions->action(QStringLiteral("stop-capture"))->setEnabled(isCapturing);
    m_actions->action(QStringLiteral("capture"))->setEnabled(!isCapturing);
}

void MainWindow::updatePage()
{
    const bool hasSomething = !m_document.isEmpty() || m_document.state() == TraceDocument::State::live;
    m_pages->setCurrentIndex(hasSomething ? 1 : 0);
    updateActions();
}

void MainWindow::updateTitle()
{
    const QString title = m_document.title();
    setWindowTitle(title.isEmpty() ? tr("Decodescope") : tr("%1 \u2013 Decodescope").arg(title));
}

void MainWindow::showColorMode()
{
    m_topBar->setColorModeText(nameOf(m_timeline->colorMode()));
    updateActions();
}

QString MainWindow::panelInFront() const
{
    const auto* panel = qobject_cast<const Panel*>(m_drawer->currentWidget());
    const QString view = panel->viewWord();
    return view.isEmpty() ? panel->objectName() : panel->objectName() + QLatin1Char('/') + view;
}

bool MainWindow::showPanel(const QString& place)
{
    const QString id = place.section(QLatin1Char('/'), 0, 0);
    for (int i = 0; i < m_drawer->count(); ++i) {
        if (m_drawer->widget(i)->objectName() != id)
            continue;
        setAreaVisible(Area::drawer, true);
        m_drawer->setCurrentIndex(i);
        return qobject_cast<Panel*>(m_drawer->widget(i))->showView(place.section(QLatin1Char('/'), 1));
    }
    return false;
}

// Qt gives the keys of a panel that goes to the first field of the next one; but single letters are commands.
void MainWindow::keepKeys()
{
    QWidget* panel = m_drawer->currentWidget();
    if (!panel || !panel->isAncestorOf(QApplication::focusWidget()))
        return;
    auto* table = panel->findChild<TableView*>();
    (table && table->isVisible() ? static_cast<QWidget*>(table) : m_timeline)->setFocus();
}

bool MainWindow::isSettled() const
{
    const auto isBusy = [](const QObject& owner) {
        const QList<JobRunner*> jobs = owner.findChildren<JobRunner*>();
        return std::any_of(jobs.begin(), jobs.end(), [](const JobRunner* job) { return job->isRunning(); });
    };
    const QList<Panel*> panels = findChildren<Panel*>();
    return m_document.state() == TraceDocument::State::idle && !m_live.isActive() && !m_sweep->isActive() &&
           !isBusy(m_document) && !isBusy(*this) && std::none_of(panels.begin(), panels.end(), [](const Panel* panel) {
               return panel->isVisible() && panel->isStale();
           });
}

void MainWindow::setTheme(ThemeMode mode)
{
    Preferences preferences = m_settings.preferences();
    preferences.theme = mode;
    setPreferences(preferences);
}

void MainWindow::setPreferences(const Preferences& preferences)
{
    const Preferences before = m_settings.preferences();
    m_settings.setPreferences(preferences);
    applyTheme(*qApp, preferences.theme);
    applyFontPercent(*qApp, preferences.fontPercent);
    if (preferences.colorAction != before.colorAction)
        usePreferredColor();
}

void MainWindow::usePreferredColor()
{
    const QString id = m_settings.preferences().colorAction;
    const bool isKnown = std::any_of(std::begin(kColorActions), std::end(kColorActions),
                                     [&id](const char* known) { return id == QLatin1String(known); });
    m_actions->action(isKnown ? id : QLatin1String(kColorActions[0]))->trigger();
}

void MainWindow::showPreferences()
{
    QList<PreferencesDialog::NamedId> colors;
    for (const char* id : kColorActions)
        colors.push_back({m_actions->action(QLatin1String(id))->text(), QLatin1String(id)});
    auto* dialog = new PreferencesDialog(
        m_settings, colors, {{tr("Settings are in"), m_settings.file()}, {tr("Views of traces in"), m_places.views}},
        this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PreferencesDialog::changed, this, &MainWindow::setPreferences);
    connect(
        dialog, &PreferencesDialog::languageChosen, this,
        [this, dialog](const QString& code) {
            dialog->close();
            setLanguage(code);
            QMetaObject::invokeMethod(
                this,
                [this] {
                    rebuild(); // it takes texts of actions
                    showPreferences();
                },
                Qt::QueuedConnection); // in that language
        },
        Qt::QueuedConnection);
    dialog->open();
}

void MainWindow::setAreaVisible(Area area, bool visible)
{
    QWidget* widget = area == Area::details ? static_cast<QWidget*>(m_details) : m_drawer;
    if (!visible && widget->isAncestorOf(QApplication::focusWidget()))
        m_timeline->setFocus(); // Qt would give the keys to whatever comes next, such as a field
    widget->setVisible(visible);
    updateActions();
}

bool MainWindow::isAreaVisible(Area area) const
{
    return area == Area::details ? !m_details->isHidden() : !m_drawer->isHidden();
}

void MainWindow::chooseCapture()
{
    if (m_live.isActive() || m_sweep->isActive())
        return;
    const QString now = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd_HH-mm-ss"));
    auto* dialog = new CaptureDialog(m_settings.captureOptions(), m_settings.sweepLists(),
                                     QDir(m_settings.sweepParentFolder()).filePath(now), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (m_guard->isUnsaved())
        dialog->warn(tr("The recording that is shown has not been saved: this one takes its place."));
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_settings.setCaptureOptions(dialog->options());
        m_settings.setSweepLists(dialog->lists());
        m_messages->clear();
        if (!dialog->isSweep())
            return m_live.start(dialog->options());
        m_settings.setSweepParentFolder(QFileInfo(dialog->sweepFolder()).path());
        m_sweep->start(dialog->options(), dialog->settings(), dialog->sweepFolder());
        showSweep();
    });
    dialog->open();
}

void MainWindow::stopCapture()
{
    if (m_sweep->isActive())
        m_sweep->requestStop();
    else
        m_live.requestStop();
}

SweepWindow* MainWindow::showSweep()
{
    if (!m_sweepWindow) {
        m_sweepWindow = new SweepWindow(*m_sweep, this);
        connect(m_sweepWindow, &SweepWindow::stopRequested, this, &MainWindow::stopCapture);
        connect(m_sweepWindow, &SweepWindow::traceRequested, this, [this](const QString& file) {
            if (m_sweep->isActive())
                return;
            m_files->open({file});
            setWindowState(windowState() & ~Qt::WindowMinimized);
            raise(); // the trace is what was asked for
            activateWindow();
        });
    }
    m_sweepWindow->show();
    m_sweepWindow->raise();
    m_sweepWindow->activateWindow();
    return m_sweepWindow;
}

void MainWindow::showSweepProgress()
{
    m_captureStrip->setPrefix(m_sweep->isActive()
                                  ? tr("Setting %1 of %2").arg(m_sweep->current() + 1).arg(m_sweep->settings().size())
                                  : QString());
    updateActions();
}

void MainWindow::finishCapture()
{
    if (m_state->follow()) {
        m_state->setFollow(false);
        if (m_live.hasRecorded()) // and the user has not gone to look at something else
            m_timeline->navigator().fit();
    }
    const CaptureStatus& status = m_live.status();
    if (status.phase != CapturePhase::finished)
        return;
    if (!m_live.hasRecorded())
        m_messages->showNote(tr("The capture was stopped before it recorded anything."));
    else if (!status.note.empty())
        m_messages->showNote(QString::fromStdString(status.note));
}

void MainWindow::showContextMenu(EventId event, const QPoint& position)
{
    if (event != kNoEvent)
        m_state->setSelectedEvent(event);
    QMenu menu(this);
    for (const char* id : {"fit-selection", "range-of-slice", "range-on-row", "keep-range", "to-launch", "to-kernel",
                           "next-same", "previous-same", "export-range", "clear"})
        menu.addAction(m_actions->action(QLatin1String(id)));
    menu.exec(position);
}

void MainWindow::showCommands()
{
    (new CommandPalette(m_actions->all(), this))->show();
}

void MainWindow::showKeys()
{
    (new KeySheet(*m_actions, this))->show();
}

void MainWindow::openMenu()
{
    m_topBar->openMenu();
}

void MainWindow::showAbout()
{
    const QString facts = m_places.about ? m_places.about().join(QLatin1Char('\n')).toHtmlEscaped() : QString();
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, tr("About Decodescope"),
                        tr("<h3>Decodescope %1</h3><p>A timeline of what an LLM's decode does, recorded here or by "
                           "torch.profiler. GPL-3.0-or-later.</p><p style=\"white-space: pre-wrap\">%2</p>")
                            .arg(QApplication::applicationVersion(), facts),
                        QMessageBox::Close, this);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard); // for bug reports
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::restoreLayout()
{
    m_layout->restore();
    showPanel(m_settings.drawerPanel());
}

} // namespace decodescope
