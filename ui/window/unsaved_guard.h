// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a recording that no file has from going without a word.
#pragma once

#include <QObject>

#include <functional>

namespace decodescope {

class MainWindow;

// A recording is what a capture left in the window until all of it has been written to a file.
class UnsavedGuard : public QObject
{
    Q_OBJECT
public:
    explicit UnsavedGuard(MainWindow& window);

    // Also while a capture runs.
    bool isUnsaved() const;
    // Calls `proceed` when the trace that is shown may go: at once, or when the user has said so, or has saved it. Not
    // at all while a capture runs, which the window then says, and when the user wants to keep it.
    void beforeReplacing(const std::function<void()>& proceed);
    // The same for the window itself; a capture that runs is no reason to stay, but what it has recorded is: to save it
    // stops the capture first. Never waits.
    void beforeClosing(const std::function<void()>& proceed);

private:
    bool isCapturing() const;
    void ask(const QString& whatHappens, const std::function<void()>& proceed);
    void stopAndSave(const std::function<void()>& proceed);
    void goOn();
    void save(const std::function<void()>& proceed);

    MainWindow& m_window;
    std::function<void()> m_afterCapture; // of the user who saves, until the capture has ended
};

} // namespace decodescope
