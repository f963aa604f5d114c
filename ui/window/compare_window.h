// SPDX-License-Identifier: GPL-3.0-or-later
// Two traces side by side: two timelines that move together, and tables of what changed.
#pragma once

#include "core/base/time.h"
#include "ui/model/compare_controller.h"

#include <QStringList>
#include <QWidget>

#include <array>
#include <functional>
#include <memory>

class QLabel;
class QTabWidget;

namespace decodescope {

class CompareSideView;
class Settings;
class TableView;
class ViewLink;

// A window of its own with documents of its own: what the main window opens later does not change it. Side by side
// begin the first chosen step of A and that of B; PgDown goes on to the second ones.
class CompareWindow : public QWidget
{
    Q_OBJECT
public:
    // The trace of `original` becomes A. `settings` outlives it.
    CompareWindow(const TraceDocument& original, Settings& settings, QWidget* parent);
    ~CompareWindow() override;

    // B is read from files, in the background.
    void openB(const QStringList& files);
    // B is A's trace: the first half of the steps beside the second one.
    void compareOwnSteps();

    CompareController& compare() { return *m_compare; }
    CompareSideView& side(CompareController::Side side) { return *m_sides[side]; }
    TableView& table(CompareGrouping grouping) { return *m_tables[std::size_t(grouping)]; }
    QString sentence() const;
    // Puts the nth chosen steps of both beside each other; the last one where a side has fewer.
    void showPair(std::size_t nth);
    std::size_t pair() const { return m_pair; }
    // Nothing is being read or computed.
    bool isSettled() const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void assemble();
    void rebuild();
    QWidget* makeLower();
    void addKeys();
    void addKey(const QString& text, const QList<QKeySequence>& keys, const std::function<void()>& run);
    void chooseFile(CompareController::Side side);
    void takeTraces();
    void showResult();
    void highlight(CompareGrouping grouping, std::size_t row);
    std::size_t pairCount() const;

    Settings& m_settings;
    CompareController* m_compare;
    std::array<CompareSideView*, 2> m_sides{};
    ViewLink* m_link = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_pairLabel = nullptr;
    QTabWidget* m_tabs = nullptr;
    std::array<TableView*, 3> m_tables{};
    std::array<std::shared_ptr<const Comparison>, 3> m_shown;
    std::size_t m_pair = 0;
    bool m_isRebuildDue = false;
};

} // namespace decodescope
