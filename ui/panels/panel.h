// SPDX-License-Identifier: GPL-3.0-or-later
// What the areas around the timeline have in common, and the list of those in the drawer below it.
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

class QTimer;

namespace decodescope {

class TimelineNavigator;
class TimelineState;
class TraceDocument;
class ViewEditor;

// What every panel works with; outlives the panels.
struct PanelContext
{
    TraceDocument& document;
    TimelineState& state;
    TimelineNavigator& navigator;
    ViewEditor& editor;
};

// Brings itself up to date when it is on screen, once for any number of changes, and while the trace grows twice a
// second at most.
class Panel : public QWidget
{
    Q_OBJECT
public:
    Panel(const PanelContext& context, QWidget* parent);

    // refresh() has been called since the last change; jobs of its may still run.
    bool isStale() const { return m_isStale; }

    // Which of its views is in front, as a word for --panel and the stored session: "layers". Empty: it has but one.
    virtual QString viewWord() const { return {}; }
    // False: there is no such view.
    virtual bool showView(const QString& word) { return word.isEmpty(); }

Q_SIGNALS:
    void left(); // by Esc: the next key is the timeline's

protected:
    // Shows what holds now; long work goes to a JobRunner.
    virtual void refresh() = 0;
    // Something that refresh() looks at has changed.
    void invalidate();
    const PanelContext& context() const { return m_context; }

    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refreshIfDue();

    PanelContext m_context;
    QTimer* m_timer;
    QElapsedTimer m_sinceRefresh;
    bool m_isStale = true;
};

// More of its trace is yet to come: it is being read, or recorded.
bool isGrowing(const TraceDocument& document);

struct PanelSpec
{
    QString id; // "selection": the word of --panel and of the stored session
    QString title;
    std::function<Panel*(const PanelContext&, QWidget* parent)> make;
};

// The tabs of the drawer, in order.
std::vector<PanelSpec> panelSpecs();

} // namespace decodescope
