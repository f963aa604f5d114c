// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/step_chips.h"

#include "core/trace/source_of.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_rows.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

namespace decodescope {

namespace {

constexpr std::size_t kMostChips = 6;
constexpr std::size_t kMostLongChips = 3; // that name their file, too

} // namespace

StepChips::StepChips(TraceDocument& document, TimelineState& state, TimelineNavigator& navigator, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_state(state)
    , m_navigator(navigator)
    , m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    connect(&document, &TraceDocument::traceChanged, this, &StepChips::rebuild);
    connect(&state, &TimelineState::selectedRangeChanged, this, &StepChips::showCurrent);
}

// "step #3", with the rank where several files have one.
QString StepChips::titleOf(const Trace& trace, std::size_t step)
{
    const Step& which = trace.steps()[step];
    const QString title = tr("step #%1").arg(which.number);
    const QString source = sourceTitle(trace, sourceOf(trace, trace.events().track(which.event)));
    return source.isEmpty() ? title : title + QStringLiteral("  ") + source;
}

void StepChips::rebuild()
{
    const auto trace = m_document.trace();
    const std::size_t steps = trace->steps().size();
    QStringList titles; // of chips: another trace may have as many steps with other numbers
    const std::size_t most = trace->sources().size() > 1 ? kMostLongChips : kMostChips;
    for (std::size_t i = 0; steps <= most && i < steps; ++i)
        titles += titleOf(*trace, i);
    if (steps != m_steps || titles != m_titles) {
        m_steps = steps;
        m_titles = titles;
        while (QLayoutItem* item = m_layout->takeAt(0)) {
            delete item->widget();
            delete item;
        }
        m_chips.clear();
        m_menuChip = nullptr;
        if (steps <= most)
            makeChips();
        else
            makeMenu();
    }
    showCurrent();
}

void StepChips::makeChips()
{
    for (std::size_t i = 0; i < m_steps; ++i) {
        auto* chip = new QToolButton;
        chip->setText(m_titles[qsizetype(i)]);
        chip->setToolTip(tr("Show and select this step"));
        chip->setCheckable(true);
        connect(chip, &QToolButton::clicked, this, [this, i] {
            m_navigator.selectStep(i);
            showCurrent();
        });
        m_chips.push_back(chip);
        m_layout->addWidget(chip);
    }
}

void StepChips::makeMenu()
{
    const auto arrow = [this](const QString& text, const QString& name, Direction direction) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setToolTip(name);
        button->setAccessibleName(name);
        connect(button, &QToolButton::clicked, this, [this, direction] { m_navigator.goToStep(direction); });
        m_layout->addWidget(button);
    };
    arrow(QStringLiteral("\u2039"), tr("Previous step"), Direction::previous);
    m_menuChip = new QToolButton;
    m_menuChip->setPopupMode(QToolButton::InstantPopup);
    m_menuChip->setCheckable(true);
    auto* menu = new QMenu(m_menuChip);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        const auto trace = m_document.trace();
        for (std::size_t i = 0; i < trace->steps().size(); ++i)
            menu->addAction(titleOf(*trace, i), this, [this, i] { m_navigator.selectStep(i); });
    });
    m_menuChip->setMenu(menu);
    m_layout->addWidget(m_menuChip);
    arrow(QStringLiteral("\u203a"), tr("Next step"), Direction::next);
}

int StepChips::currentStep() const
{
    const auto range = m_state.selectedRange();
    const auto trace = m_document.trace();
    if (range)
        if (const auto step = trace->stepAt(range->begin); step && trace->steps()[*step].range == *range)
            return int(*step);
    return -1;
}

void StepChips::showCurrent()
{
    const int current = currentStep();
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        m_chips[i]->setChecked(int(i) == current);
    if (m_menuChip) {
        m_menuChip->setText(current < 0 ? tr("%n steps", nullptr, int(m_steps)) + QStringLiteral(" \u25be")
                                        : tr("step #%1").arg(m_document.trace()->steps()[std::size_t(current)].number) +
                                              QStringLiteral(" \u25be"));
        m_menuChip->setChecked(current >= 0);
    }
}

} // namespace decodescope
