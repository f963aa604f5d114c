// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/scope_text.h"

#include "core/trace/cut_out.h"
#include "ui/model/number_text.h"

#include <QCoreApplication>

namespace decodescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ScopeText)
};

} // namespace

QString scopeText(const Trace& trace, const QueryScope& scope)
{
    if (scope.step) {
        const std::string_view name = trace.text(trace.steps()[*scope.step].name);
        const QString text = QString::fromUtf8(name.data(), qsizetype(name.size()));
        return wholeSteps(trace)[*scope.step] ? text : Text::tr("part of %1").arg(text);
    }
    return scope.range ? Text::tr("selected range of %1").arg(durationText(scope.range->length()))
                       : Text::tr("whole trace");
}

} // namespace decodescope
