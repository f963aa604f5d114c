// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and values of the positions seen so far. For torch sources only: it includes a torch header.
#pragma once

#include "capture/model/decode_session.h"

#include <ATen/core/Tensor.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace decodescope {

class KvCache
{
public:
    KvCache(CacheMode mode, std::int64_t layers, std::int64_t capacity, const at::Device& device);

    // Begins a forward pass of `count` tokens: their positions, [count] int64 on the device. Throws c10::Error, as do
    // the other functions that compute. A fixed-length cache reads its own counter on the device, so that a replayed
    // graph counts on; the others count on the host.
    at::Tensor begin(std::int64_t count);

    // What the tokens of this pass may look at: [1, 1, count, capacity] bool of a fixed-length cache, otherwise
    // undefined. Fewer operators than Hugging Face's create_causal_mask, the same mask.
    at::Tensor mask() const;

    // Adds [batch, kvHeads, new, headDim] of one layer; gives all positions so far, or of a fixed-length cache all
    // there are. The operators are those of Hugging Face's DynamicCache (cat), of its StaticCache (index_copy_) or,
    // preallocated, of a slice that is copied into.
    std::pair<at::Tensor, at::Tensor> append(std::int64_t layer, const at::Tensor& key, const at::Tensor& value);

    // Ends the pass: every layer has got `count` more positions.
    void advance(std::int64_t count);
    // A graph was replayed: the device has advanced already.
    void countReplay() { ++m_length; }
    // Back to fewer positions, or on to what the device has done; of a fixed-length cache.
    void setLength(std::int64_t length);

    std::int64_t length() const { return m_length; }
    bool hasRoomFor(std::int64_t positions) const;
    bool isFixedLength() const { return m_mode == CacheMode::fixedLength; }

    // Forgets all positions; keeps buffers of a fixed size.
    void clear();

private:
    struct Layer
    {
        at::Tensor key;
        at::Tensor value;
    };
    CacheMode m_mode;
    std::int64_t m_capacity;
    std::int64_t m_length = 0;
    at::Device m_device;
    at::Tensor m_next;      // fixedLength: [1], m_length as the device knows it
    at::Tensor m_positions; // of the pass that runs
    std::vector<Layer> m_layers;
};

} // namespace decodescope
