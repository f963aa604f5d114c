// SPDX-License-Identifier: GPL-3.0-or-later
// What the decode thread notes while it runs, as plain data: written on the hot path, read by the pump.
#pragma once

#include "capture/record/input_table.h"
#include "core/base/time.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace decodescope {

enum class HostRecordKind : std::uint8_t {
    op,          // an operator
    call,        // a call into the CUDA runtime or driver that puts work on the GPU or waits for it
    nestedCall,  // a call inside another one: `correlation` is its own, `number` the outer one's
    module,      // a part of the model
    annotation,  // ProfilerStep#N
    windowOpen,  // from `begin` on everything is kept
    windowClose, // ... until here
};

enum class CallDomain : std::uint8_t { runtime, driver };

// Times are ticks (clock.h) until the pump has made CLOCK_REALTIME of them. One record is 64 bytes.
struct HostRecord
{
    static constexpr Ns kOpen = kMinNs; // `end` of an op or a call that has not ended

    Ns begin = 0;
    Ns end = 0;
    const char* name = nullptr;    // op, annotation, module (its part): lives as long as the recorder
    std::uint64_t id = 0;          // op, annotation: its External id, from 1; call: of the operator around it, or 0
    std::uint64_t annotation = 0;  // call: External id of the annotation around it, or 0
    std::int64_t number = -1;      // annotation: N of ProfilerStep#N, or -1; module: the layer; nestedCall: see above
    InputList* inputs = nullptr;   // op: its arguments, or null for none; see HostLog::setInputs()
    std::uint32_t correlation = 0; // call: CUPTI's correlation id
    std::uint16_t cbid = 0;        // call: CUPTI's number of the function
    HostRecordKind kind = HostRecordKind::op;
    CallDomain domain = CallDomain::runtime;
};

// A growing row of words. Unlike std::vector it hands out room that has not been written: on the hot path each word is
// written once.
class WordBuffer
{
public:
    // Room for `count` more words behind the present ones; valid until the next call.
    std::int64_t* append(std::size_t count)
    {
        if (m_size + count > m_capacity)
            grow(m_size + count);
        std::int64_t* room = m_words.get() + m_size;
        m_size += count;
        return room;
    }
    void push_back(std::int64_t word) { *append(1) = word; }

    std::span<const std::int64_t> words() const { return {m_words.get(), m_size}; }
    std::size_t size() const { return m_size; }
    void clear() { m_size = 0; }

private:
    void grow(std::size_t needed);

    std::unique_ptr<std::int64_t[]> m_words;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

// Complete records of one thread. Ops and calls stand in the order in which they began; a module or an annotation
// stands where it ended.
struct HostChunk
{
    std::int64_t threadId = 0;
    std::vector<HostRecord> records;
    std::vector<std::shared_ptr<const InputTable::Lists>> lists; // what their inputs are in
};

// From one decode thread to the pump. Records lie in blocks that never move, so neither side waits for the other: the
// pump sees a record as soon as it has begun (a kernel must find its launch although the operator around it goes on),
// and once more when it is complete. The lock is held for pointer moves only, once a block. Records beyond `maxBlocks`
// are dropped and counted.
class HostLog
{
public:
    static constexpr std::size_t kBlockRecords = 4096;

    explicit HostLog(std::size_t maxBlocks = 512);
    ~HostLog();
    HostLog(const HostLog&) = delete;
    HostLog& operator=(const HostLog&) = delete;

    // Makes empty blocks whose memory has been touched, so that the decode thread meets no page faults. Any thread.
    void prepare(std::size_t blocks);

    // For the decode thread. append() gives a record to fill in; publish() shows the record to the pump, after which
    // only complete() may change it. An op or a call is published with `end` kOpen.
    HostRecord& append()
    {
        const std::size_t at = m_current->published.load(std::memory_order_relaxed);
        if (at == 0)
            m_current->lists = m_lists;
        m_isAppended = true;
        const bool isFull = at == kBlockRecords || m_current->lists != m_lists;
        HostRecord& record = isFull ? *firstOfNextBlock() : m_current->records[at];
        return record = {};
    }
    void publish()
    {
        if (m_isAppended)
            m_current->published.store(m_current->published.load(std::memory_order_relaxed) + 1,
                                       std::memory_order_release);
    }
    // What the inputs of records from now on are in: it lives until the pump is done with them.
    void setInputs(std::shared_ptr<const InputTable::Lists> lists) { m_lists = std::move(lists); }
    static void complete(HostRecord& record, Ns end)
    {
        std::atomic_ref<Ns>(record.end).store(end, std::memory_order_release);
    }

    // For the pump. Replaces `begun` by the calls and the window's borders that have been published since the last
    // call, without `end`, and `complete` by all records that are complete, up to the first one that is not, but no
    // more than kMostAtOnce. `last`: nothing more will come; what is still open ends where it begins.
    static constexpr std::size_t kMostAtOnce = 16'384;
    void take(std::vector<HostRecord>& begun, HostChunk& complete, bool last = false);

    void setThread(std::int64_t threadId) { m_threadId.store(threadId, std::memory_order_relaxed); }
    std::uint64_t droppedRecords() const { return m_dropped.load(std::memory_order_relaxed); }

private:
    struct Block
    {
        std::array<HostRecord, kBlockRecords> records{};
        std::shared_ptr<const InputTable::Lists> lists; // of all its records; set before the first one is published
        std::atomic<std::size_t> published = 0;         // records that the pump may read
        std::atomic<Block*> next = nullptr;             // set when nothing more comes into this one
    };
    struct Cursor
    {
        Block* block = nullptr;
        std::size_t next = 0;
        friend bool operator==(const Cursor&, const Cursor&) = default;
    };
    bool openBlock();
    HostRecord* firstOfNextBlock();
    void recycle(Block* block);
    void takeBegun(std::vector<HostRecord>& out);
    // Whether there is a record at the cursor; moves on to the next block where one is finished.
    static bool hasRecord(Cursor& cursor);

    std::atomic<std::int64_t> m_threadId = 0;
    std::atomic<std::uint64_t> m_dropped = 0;
    const std::size_t m_maxBlocks;

    // The decode thread's.
    Block* m_current = nullptr;
    std::shared_ptr<const InputTable::Lists> m_lists;
    bool m_isAppended = false;
    HostRecord m_spare; // takes what is dropped

    // The pump's.
    Cursor m_begun;
    Cursor m_complete;

    std::mutex m_mutex; // over what follows
    std::vector<Block*> m_free;
    std::size_t m_blocks = 0;
};

} // namespace decodescope
