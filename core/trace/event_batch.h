// SPDX-License-Identifier: GPL-3.0-or-later
// What a producer (a file reader, a live capture) hands to the TraceBuilder.
#pragma once

#include "core/base/time.h"
#include "core/trace/args_table.h"
#include "core/trace/event.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// Phases of the Chrome trace format, by what they mean.
enum class Phase : std::uint8_t {
    complete,     // X
    begin,        // B
    end,          // E
    instant,      // i, I, R
    counter,      // C
    asyncBegin,   // b, S
    asyncInstant, // n
    asyncEnd,     // e, F
    flowStart,    // s
    flowStep,     // t
    flowEnd,      // f
};

// Texts of one batch, each once; 0 is the empty text.
class BatchStrings
{
public:
    BatchStrings();
    // Amortised O(length). Copies the text.
    std::uint32_t add(std::string_view text);
    // Valid until the next add().
    std::string_view text(std::uint32_t i) const
    {
        return std::string_view(m_text).substr(m_begins[i], m_begins[i + 1] - m_begins[i]);
    }
    std::size_t size() const { return m_begins.size() - 1; }

private:
    struct Slot
    {
        std::uint32_t hash = 0;
        std::uint32_t number = 0; // 0: free, since the empty text is never looked up
    };
    void rehash();

    std::string m_text;                // all texts, one behind the other
    std::vector<std::size_t> m_begins; // of each text, and the end of the last one
    std::vector<Slot> m_slots;         // open addressing, power of two
};

// A pid, tid or flow id as written: a number, or a text.
struct BatchKey
{
    std::int64_t number = 0;
    std::uint32_t text = 0; // index in BatchStrings; 0: it is the number
    bool present = false;
    friend constexpr bool operator==(const BatchKey&, const BatchKey&) = default;
};

// Whose row an event is on.
struct BatchThread
{
    BatchKey pid;
    BatchKey tid;
    friend constexpr bool operator==(const BatchThread&, const BatchThread&) = default;
};

inline constexpr std::uint32_t kNoBatchArgs = 0xffffffffu;

struct BatchEvent
{
    Ns time = 0;
    Ns duration = 0;                    // complete only
    std::uint32_t name = 0;             // in strings
    std::uint32_t category = 0;         // in strings
    std::uint32_t thread = 0;           // in threads
    std::uint32_t args = kNoBatchArgs;  // in args
    std::uint32_t extra = kNoBatchArgs; // in args: members of the event that this program does not know
    BatchKey id;                        // async and flow phases; a counter's id
    Phase phase = Phase::complete;
    std::uint8_t flags = EventFlag::none;
    bool bindEnclosing = false; // flowEnd with "bp": "e"
    std::int64_t offset = -1;   // byte in the input, for reports
};

// What an M event says.
struct BatchMetadata
{
    enum class What : std::uint8_t { processName, processLabels, processSortIndex, threadName, threadSortIndex };
    What what{};
    std::uint32_t thread = 0; // in threads
    std::uint32_t text = 0;   // names and labels, in strings
    std::int64_t number = 0;  // sort indexes
};

// Self-contained: nothing in it refers to another batch, so batches can be made on several threads. Rows are appended
// in the order of the batch; rows of one CPU thread that begin together must come outermost first.
struct EventBatch
{
    BatchStrings strings;
    std::vector<BatchThread> threads;
    ArgsBatch args;
    std::vector<BatchEvent> events;
    std::vector<BatchMetadata> metadata;

    // The row's number in `threads`, added if new. O(1) for the rows that were used last.
    std::uint32_t threadNumber(const BatchThread& thread);
};

} // namespace decodescope
