// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/kv_cache.h"

#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>

namespace decodescope {

namespace {

at::Tensor concatenated(const at::Tensor& before, const at::Tensor& added)
{
    // DynamicCache starts with an empty one-dimensional tensor, so its first step is a cat (a copy) too.
    return at::cat({before.defined() ? before : at::empty({0}, added.options()), added}, -2);
}

at::Tensor written(at::Tensor& buffer, const at::Tensor& added, std::int64_t length, std::int64_t capacity)
{
    if (!buffer.defined())
        buffer = at::empty({added.size(0), added.size(1), capacity, added.size(3)}, added.options());
    const std::int64_t end = length + added.size(2);
    buffer.slice(2, length, end).copy_(added);
    return buffer.slice(2, 0, end);
}

} // namespace

KvCache::KvCache(CacheMode mode, std::int64_t layers, std::int64_t capacity)
    : m_mode(mode)
    , m_capacity(capacity)
    , m_layers(static_cast<std::size_t>(layers))
{
}

std::pair<at::Tensor, at::Tensor> KvCache::append(std::int64_t layer, const at::Tensor& key, const at::Tensor& value)
{
    Layer& kept = m_layers[static_cast<std::size_t>(layer)];
    if (m_mode == CacheMode::preallocated)
        return {written(kept.key, key, m_length, m_capacity), written(kept.value, value, m_length, m_capacity)};
    kept.key = concatenated(kept.key, key);
    kept.value = concatenated(kept.value, value);
    return {kept.key, kept.value};
}

bool KvCache::hasRoomFor(std::int64_t positions) const
{
    return m_mode == CacheMode::concatenate || m_length + positions <= m_capacity;
}

void KvCache::clear()
{
    m_length = 0;
    if (m_mode == CacheMode::concatenate) {
        for (Layer& layer : m_layers)
            layer = {};
    }
}

} // namespace decodescope
