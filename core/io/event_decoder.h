// SPDX-License-Identifier: GPL-3.0-or-later
// From the text of one event to a row of a batch.
#pragma once

#include "core/io/event_members.h"
#include "core/io/json_repair.h"
#include "core/trace/args_encoder.h"
#include "core/trace/event_batch.h"
#include "core/trace/import_report.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace decodescope {

// Where a piece of text lies in the input, to name the line of a fault.
struct TextPlace
{
    std::string_view text;
    std::int64_t offset = 0;    // of text[0]
    std::int64_t line = 1;      // of text[0]
    std::int64_t lineStart = 0; // offset of that line's first byte

    // "line 3, column 14". O(text).
    std::string describe(std::int64_t at) const;
};

// Decodes events one by one. What JSON does not allow but can be understood is repaired and reported; what cannot is
// skipped and reported, alone. Keeps what it learned from one batch to the next. Used by one thread.
class EventDecoder
{
public:
    // Later events go into `batch` and reports into `report`; both must outlive the calls that follow.
    void startBatch(EventBatch& batch, ImportReport& report, const TextPlace& place);

    // `event`: the text of one object within the place's text. kTextPadding bytes behind it must be readable.
    void decode(std::string_view event);

private:
    bool repairFirst();
    std::uint32_t keepAsText(std::string_view args);
    void recoverFrom(std::string_view event);
    void emit(const EventMembers& members, const JsonRepair* repair);
    void emitMetadata(const EventMembers& members);
    bool takeMetadataValue(BatchMetadata& out, std::string_view name, const EventMembers& args);
    void noteRow(const EventMembers& members, const EventMembers& args);
    void emitBoundFlow(const EventMembers& members, const BatchEvent& slice);
    bool takeTime(const EventMembers& members, BatchEvent& event);
    void takeDuration(const EventMembers& members, BatchEvent& event);
    std::optional<std::uint32_t> takeArgs(std::string_view args);
    std::uint32_t takeExtra(const EventMembers& members);
    std::uint32_t takeName(std::string_view raw, const JsonRepair* repair);
    std::uint32_t takeCategory(std::string_view raw);
    std::uint32_t takeThread(const EventMembers& members);
    BatchKey takeKey(std::string_view raw);
    BatchKey takeFlowId(const EventMembers& members);
    std::string distinctName(const std::string& shown, const std::string& badBytes);
    bool textOf(std::string_view raw, std::string_view& out);
    void report(WarningKind kind, std::string_view what, std::string_view event);

    EventParser m_parser;
    EventMembers m_members;
    ArgsEncoder m_args;
    EventBatch* m_batch = nullptr;
    ImportReport* m_report = nullptr;
    TextPlace m_place;
    std::string_view m_event;  // in the place's text: the event that is being decoded
    std::int64_t m_offset = 0; // of that event
    std::string m_scratch;
    // The last ones, since neighbours mostly agree.
    std::string m_lastCategory;
    std::uint32_t m_lastCategoryNumber = 0;
    std::string m_lastPid;
    std::string m_lastTid;
    std::uint32_t m_lastThread = 0;
    bool m_hasLast = false;
    // Rows of files that this program wrote, as the recording had them: JSON texts by JSON texts of pid, or pid and
    // tid.
    struct OriginalRow
    {
        std::string pid;
        std::string tid;
        bool isLane = false;    // beside the row that it is part of
        bool isDerived = false; // computed, not recorded
    };
    const OriginalRow* originalRow(const EventMembers& members) const;
    std::unordered_map<std::string, OriginalRow> m_originalRows;
    std::unordered_map<std::string, std::string> m_originalPids;
    std::unordered_map<std::string, std::string> m_badNames; // text shown -> bad bytes of the first name shown so
};

} // namespace decodescope
