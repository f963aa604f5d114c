// SPDX-License-Identifier: GPL-3.0-or-later
// What a table is about, in words.
#pragma once

#include "core/query/query_scope.h"

#include <QString>

namespace decodescope {

// "ProfilerStep#4", "part of ProfilerStep#4" where the file does not hold all of it, "selected range of 991 us", "whole
// trace".
QString scopeText(const Trace& trace, const QueryScope& scope);

} // namespace decodescope
