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
    KvCache(CacheMode mode, std::int64_t layers, std::int64_t capacity);

    // Adds [batch, kvHeads, new, headDim] of one layer; gives all positions so far. Throws c10::Error. The operators
    // are those of Hugging Face's DynamicCache (cat) or, preallocated, of a slice that is copied into.
    std::pair<at::Tensor, at::Tensor> append(std::int64_t layer, const at::Tensor& key, const at::Tensor& value);

    // Counts the positions that every layer has got since the last call.
    void advance(std::int64_t positions) { m_length += positions; }
    std::int64_t length() const { return m_length; }
    bool hasRoomFor(std::int64_t positions) const;

    // Forgets all positions; keeps preallocated buffers.
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
    std::vector<Layer> m_layers;
};

} // namespace decodescope
