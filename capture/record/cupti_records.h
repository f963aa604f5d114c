// SPDX-License-Identifier: GPL-3.0-or-later
// Takes CUPTI's activity buffers apart.
#pragma once

#include "capture/record/gpu_records.h"
#include "capture/record/op_stack.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace decodescope {

// Steps through a buffer as cuptiActivityGetNextRecord() does: *record is nullptr at first and becomes the next record.
// Returns a CUptiResult.
using NextCuptiRecord = int (*)(std::uint8_t* buffer, std::size_t validBytes, void** record);

struct CuptiDecodeCounts
{
    std::uint64_t withoutTimes = 0; // CUPTI ran out of device buffers: begin or end is 0
    std::uint64_t unknownKinds = 0;
    std::uint64_t faultyBuffers = 0; // the walk ended with an error
};

// Copies everything that it needs; the buffer may be reused afterwards. Used by one thread. Memory grows with the
// number of different kernel names only.
class CuptiRecords
{
public:
    // Appends the records of one buffer to `out`. O(records).
    void decode(NextCuptiRecord next, std::uint8_t* buffer, std::size_t validBytes, std::vector<GpuRecord>& out);
    const CuptiDecodeCounts& counts() const { return m_counts; }

private:
    void decodeOne(const void* record, std::vector<GpuRecord>& out);

    NameTable m_names;
    CuptiDecodeCounts m_counts;
};

} // namespace decodescope
