// SPDX-License-Identifier: GPL-3.0-or-later
// Names and numbers of rows: M events, and the notes of files that this program wrote.
#include "core/io/event_decoder.h"
#include "core/io/event_splitter.h"
#include "core/io/export_members.h"
#include "core/io/microseconds.h"

#include <algorithm>
#include <array>

namespace decodescope {

namespace {

std::string rowKey(std::string_view pid, std::string_view tid)
{
    return std::string(pid) + '\n' + std::string(tid);
}

// Sort indexes are integers, but some writers make them fractions or texts.
std::optional<std::int64_t> roundedOf(std::string_view text)
{
    if (const auto exact = jsonInteger(text))
        return exact;
    const std::optional<ParsedTime> parsed = parseMicroseconds(text);
    if (!parsed || parsed->outOfRange)
        return std::nullopt;
    return parsed->ns / 1000;
}

} // namespace

const EventDecoder::OriginalRow* EventDecoder::originalRow(const EventMembers& members) const
{
    if (m_originalRows.empty())
        return nullptr;
    const auto found = m_originalRows.find(rowKey(members.pid, members.tid));
    return found == m_originalRows.end() ? nullptr : &found->second;
}

void EventDecoder::emitMetadata(const EventMembers& members)
{
    using What = BatchMetadata::What;
    constexpr std::array<std::pair<std::string_view, What>, 5> kNames{{{"process_name", What::processName},
                                                                       {"process_labels", What::processLabels},
                                                                       {"process_sort_index", What::processSortIndex},
                                                                       {"thread_name", What::threadName},
                                                                       {"thread_sort_index", What::threadSortIndex}}};
    std::string_view name;
    const auto known = textOf(members.name, name)
                           ? std::ranges::find(kNames, name, &std::pair<std::string_view, What>::first)
                           : kNames.end();
    if (known == kNames.end()) {
        report(WarningKind::unknownMetadata, "Metadata (M) that this program does not know", m_event);
        return;
    }
    if (members.args.empty())
        return;
    std::string args(members.args);
    args.append(kTextPadding, ' ');
    EventMembers inner;
    if (!m_parser.parse(std::string_view(args).substr(0, members.args.size()), inner))
        return;
    noteRow(members, inner);
    const OriginalRow* original = originalRow(members);
    const bool ofThread = known->second == What::threadName || known->second == What::threadSortIndex;
    if (ofThread && original != nullptr && (original->isLane || original->isDerived))
        return;
    BatchMetadata out;
    out.what = known->second;
    out.thread = takeThread(members);
    if (takeMetadataValue(out, known->first, inner))
        m_batch->metadata.push_back(out);
}

bool EventDecoder::takeMetadataValue(BatchMetadata& out, std::string_view name, const EventMembers& args)
{
    using What = BatchMetadata::What;
    const bool isNumber = out.what == What::processSortIndex || out.what == What::threadSortIndex;
    std::string_view raw = out.what == What::processLabels || isNumber ? std::string_view() : args.name;
    for (const auto& [key, value] : args.others) {
        if (key == kDerivedName)
            return false;
        if (key == (isNumber ? "sort_index" : "labels") && raw.empty() && !name.ends_with("name"))
            raw = value;
        if (isNumber && key == kOriginalSortIndex)
            raw = value;
    }
    std::string_view text;
    if (isAbsent(raw) || !textOf(raw, text))
        return false;
    if (!isNumber) {
        out.text = m_batch->strings.add(text);
        return true;
    }
    const std::optional<std::int64_t> number = roundedOf(text);
    out.number = number.value_or(0);
    return number.has_value();
}

// Files that this program wrote say which row of the recording each of their rows stands for.
void EventDecoder::noteRow(const EventMembers& members, const EventMembers& args)
{
    for (const auto& [key, value] : args.others) {
        if (key == kDerivedRow)
            m_originalRows[rowKey(members.pid, members.tid)].isDerived = true;
        if (key != kOriginalRow)
            continue;
        EventMembers row;
        if (!m_parser.parse(value, row) || row.pid.empty())
            continue;
        if (row.tid.empty()) {
            m_originalPids[std::string(members.pid)] = row.pid;
            continue;
        }
        const bool isLane = std::ranges::any_of(
            row.others, [](const auto& other) { return other.first == "lane" && other.second != "0"; });
        m_originalRows[rowKey(members.pid, members.tid)] = {std::string(row.pid), std::string(row.tid), isLane, false};
        m_hasLast = false;
    }
}

} // namespace decodescope
