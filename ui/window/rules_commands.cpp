// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/rules_commands.h"

#include "core/label/label_trace.h"
#include "ui/main_window.h"
#include "ui/model/settings.h"
#include "ui/model/trace_document.h"
#include "ui/window/compare_window.h"
#include "ui/window/message_bar.h"

#include <QFileDialog>
#include <QFileInfo>

namespace decodescope {

namespace {

TraceDocument::Labeller labellerOf(std::shared_ptr<const LabelRules> rules)
{
    return [rules = std::move(rules)](const Trace& trace, std::stop_token stop) {
        return labelTrace(trace, *rules, std::move(stop));
    };
}

} // namespace

RulesCommands::RulesCommands(MainWindow& window, Settings& settings)
    : QObject(&window)
    , m_window(window)
    , m_settings(settings)
    , m_job(this)
{
}

void RulesCommands::loadKept()
{
    if (const QStringList files = m_settings.rulesFiles(); !files.isEmpty())
        load(files, false);
}

void RulesCommands::chooseAndLoad()
{
    const QStringList files = QFileDialog::getOpenFileNames(
        &m_window, tr("Load rules for labels"), m_settings.lastFolder(), tr("Rules (*.json);;All files (*)"));
    if (!files.isEmpty())
        load(files, true);
}

void RulesCommands::load(const QStringList& files, bool keep)
{
    std::vector<std::filesystem::path> paths;
    for (const QString& file : files)
        paths.emplace_back(file.toStdString());
    m_job.start([paths](std::stop_token, Progress&) { return loadLabelRules(paths); },
                [this, files, keep](const Result<std::shared_ptr<const LabelRules>>& rules) {
                    if (!rules) {
                        const QString sentence = QString::fromStdString(rules.error().text());
                        m_window.messages().showError(tr("%1 The rules that were in use stay.").arg(sentence));
                        Q_EMIT failed(sentence);
                        return;
                    }
                    m_files = files;
                    if (keep) {
                        m_settings.setRulesFiles(files);
                        m_window.messages().showNote(
                            tr("%n rules of %1 are asked before the built-in ones.", nullptr, int((*rules)->own))
                                .arg(files.size() == 1 ? QFileInfo(files.front()).fileName()
                                                       : tr("%1 files").arg(files.size())));
                    }
                    use(*rules);
                });
}

void RulesCommands::use(const std::shared_ptr<const LabelRules>& rules)
{
    const TraceDocument::Labeller labeller = labellerOf(rules);
    m_window.document().setLabeller(labeller);
    for (CompareWindow* compare : m_window.findChildren<CompareWindow*>(QString(), Qt::FindDirectChildrenOnly)) {
        for (const auto side : {CompareController::a, CompareController::b})
            compare->compare().document(side).setLabeller(labeller);
    }
    Q_EMIT rulesChanged();
}

void RulesCommands::useBuiltIn()
{
    m_job.cancel();
    m_files.clear();
    m_settings.setRulesFiles({});
    use(LabelRules::builtIn());
    m_window.messages().showNote(tr("Labels follow the built-in rules."));
}

} // namespace decodescope
