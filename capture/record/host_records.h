// SPDX-License-Identifier: GPL-3.0-or-later
// What the decode thread notes while it runs, as plain data: written on the hot path, read by the pump.
#pragma once

#include "core/base/time.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
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

// Times are CLOCK_REALTIME. One record is 64 bytes.
struct HostRecord
{
    Ns begin = 0;
    Ns end = 0;
    const char* name = nullptr;    // op, annotation, module (its part): lives as long as the recorder
    std::uint64_t id = 0;          // op, annotation: its External id, from 1; call: of the operator around it, or 0
    std::uint64_t annotation = 0;  // call: External id of the annotation around it, or 0
    std::int64_t number = -1;      // annotation: N of ProfilerStep#N, or -1; module: the layer; nestedCall: see above
    std::uint32_t inputsBegin = 0; // op: its arguments, in HostChunk::inputs (op_inputs.h)
    std::uint32_t inputsEnd = 0;
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

    const std::int64_t* data() const { return m_words.get(); }
    std::size_t size() const { return m_size; }
    void clear() { m_size = 0; }
    // Makes room for `count` words in all and touches it.
    void prepare(std::size_t count);

private:
    void grow(std::size_t needed);

    std::unique_ptr<std::int64_t[]> m_words;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

// Records of one thread. Ops and calls stand in the order in which they began; a module or an annotation stands where
// it ended.
struct HostChunk
{
    std::int64_t threadId = 0;
    std::vector<HostRecord> records;
    WordBuffer inputs;

    // A chunk is handed over at the latest when it holds so many records.
    static constexpr std::size_t kUsualRecords = 8192;
    static constexpr std::size_t kUsualInputs = kUsualRecords * 32;

    void clear()
    {
        records.clear();
        inputs.clear();
    }
    // Has memory for the usual number of records, touched.
    void prepare()
    {
        constexpr std::size_t kReserve = kUsualRecords / 4; // an operator may be open when the limit is reached
        records.resize(kUsualRecords + kReserve);
        inputs.prepare(kUsualInputs);
        clear();
    }
};

// From the decode thread to the pump. The lock is held for pointer moves only.
class HostRecordQueue
{
public:
    explicit HostRecordQueue(std::size_t maxRecords = 8'000'000)
        : m_maxRecords(maxRecords)
    {
    }

    // Makes empty chunks whose memory has been touched, so that the decode thread meets no page faults.
    void prepare(std::size_t chunks);

    // Gives a chunk away and gets an empty one. A chunk that does not fit is dropped and counted.
    std::unique_ptr<HostChunk> exchange(std::unique_ptr<HostChunk> full);
    // The pump wants what there is, as soon as no operator is open.
    void askFor() { m_wanted.store(true, std::memory_order_relaxed); }
    bool wanted() const { return m_wanted.load(std::memory_order_relaxed); }

    std::vector<std::unique_ptr<HostChunk>> takeAll();
    void recycle(std::vector<std::unique_ptr<HostChunk>> used);
    std::uint64_t droppedRecords() const;

private:
    std::atomic<bool> m_wanted = false;
    mutable std::mutex m_mutex;
    std::vector<std::unique_ptr<HostChunk>> m_full;
    std::vector<std::unique_ptr<HostChunk>> m_free;
    std::size_t m_records = 0;
    std::uint64_t m_dropped = 0;
    const std::size_t m_maxRecords;
};

} // namespace decodescope
