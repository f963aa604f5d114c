// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/averages_panel.h"
#include "ui/panels/gaps_panel.h"
#include "ui/panels/launch_panel.h"
#include "ui/panels/marks_panel.h"
#include "ui/panels/parts_panel.h"
#include "ui/panels/report_panel.h"
#include "ui/panels/selection_panel.h"
#include "ui/panels/warnings_panel.h"

#include <QCoreApplication>

namespace decodescope {

namespace {

template <class T>
PanelSpec spec(const char* id, const char* title)
{
    return {QLatin1String(id), QCoreApplication::translate("Panels", title),
            [](const PanelContext& context, QWidget* parent) -> Panel* { return new T(context, parent); }};
}

} // namespace

std::vector<PanelSpec> panelSpecs()
{
    return {
        spec<SelectionPanel>("selection", QT_TRANSLATE_NOOP("Panels", "Selection")),
        spec<AveragesPanel>("kernels", QT_TRANSLATE_NOOP("Panels", "Kernels")),
        spec<PartsPanel>("parts", QT_TRANSLATE_NOOP("Panels", "Model parts")),
        spec<GapsPanel>("gaps", QT_TRANSLATE_NOOP("Panels", "Gaps")),
        spec<LaunchPanel>("launches", QT_TRANSLATE_NOOP("Panels", "Launches")),
        spec<ReportPanel>("report", QT_TRANSLATE_NOOP("Panels", "Record sheet")),
        spec<WarningsPanel>("warnings", QT_TRANSLATE_NOOP("Panels", "Warnings")),
        spec<MarksPanel>("marks", QT_TRANSLATE_NOOP("Panels", "Marks")),
    };
}

} // namespace decodescope
