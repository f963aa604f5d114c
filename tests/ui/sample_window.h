// SPDX-License-Identifier: GPL-3.0-or-later
// The window of the program over the sample, for tests that drive it as a user does.
#pragma once

#include "ui/main_window.h"
#include "ui/model/live_controller.h"
#include "ui/model/settings.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"

#include <QString>
#include <QTemporaryDir>

#include <memory>

namespace decodescope::test {

// As torch counts them in the sample's ProfilerStep#4: its length, the sum of its kernels, the time that any of them
// runs.
constexpr Ns kStep4Length = 25267647;
constexpr Ns kStep4KernelSum = 2278376;
constexpr Ns kStep4Busy = 2276936;
constexpr std::uint64_t kStep4Kernels = 925;

QString sampleFile();

// Settings and views are its own, so nothing comes from the user's or from another test's.
class SampleWindow
{
public:
    // Without a labeller kernels are not given to parts of the model, without a source nothing can be captured.
    explicit SampleWindow(TraceDocument::Labeller labeller = {}, LiveController::SourceFactory source = {});
    ~SampleWindow();

    // These are false when it takes too long. Labels belong to what is waited for.
    bool openSample();
    bool settle();
    bool activate();
    // Closes the window and makes another one with the same settings.
    void reopen();
    // A key with the timeline in focus.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    // By --panel's words; settles.
    template <class T>
    T& panel(const char* place)
    {
        showPanel(place);
        return find<T>();
    }
    // The one of that class in the window.
    template <class T>
    T& find()
    {
        return *window().findChild<T*>();
    }

    MainWindow& window() { return *m_window; }
    TimelineState& state() { return m_window->state(); }
    TraceDocument& document() { return *m_document; }
    Settings& settings() { return *m_settings; }
    QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

private:
    void showPanel(const char* place);
    void makeWindow();

    const bool m_labels;
    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<TraceDocument> m_document;
    std::unique_ptr<LiveController> m_live;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace decodescope::test
