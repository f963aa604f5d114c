// SPDX-License-Identifier: GPL-3.0-or-later
// All that is known of one event, in sections, as text with links to other events.
#pragma once

#include "core/label/labels.h"
#include "core/trace/trace.h"

#include <QString>

#include <optional>
#include <vector>

namespace decodescope {

struct Theme;

struct DetailRow
{
    QString label; // empty: the text takes the whole width
    QString html;
    std::optional<Part> part = {}; // whose colour goes before the text
};

struct DetailSection
{
    QString title;
    std::vector<DetailRow> rows;
};

struct EventDetails
{
    QString kind; // "kernel", "operator"
    QString name; // of a kernel: the short one
    std::vector<DetailSection> sections;
};

// `labels` may be null. Times are told from `origin`. Links are "event:NUMBER".
EventDetails describeEvent(const Trace& trace, const Labels* labels, EventId event, Ns origin);

QString detailsHtml(const EventDetails& details, const Theme& theme);

} // namespace decodescope
