// SPDX-License-Identifier: GPL-3.0-or-later
// What core has names for, in the user's language. Core knows no Qt and speaks English, as the command line and the
// exported files do; the window asks here.
#pragma once

#include "core/label/label.h"
#include "core/trace/import_report.h"

#include <QString>

#include <string>
#include <string_view>

namespace decodescope {

QString partText(Part part);
// Of neighbouring parts that are drawn as one block.
QString partGroupText(Part part);
QString familyText(KernelFamily family);
QString warningText(WarningKind kind);

// Any text of core that core_texts.cpp lists; one that it does not comes back as it is.
QString coreText(std::string_view english);
// The same for a sentence with numbers in it, each of its clauses ("; ") by itself.
QString coreSentence(const std::string& english);

} // namespace decodescope
