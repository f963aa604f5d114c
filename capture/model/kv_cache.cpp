// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/kv_cache.h"

#include <ATen/ScalarOps.h>
#include <ATen/ops/add.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/le.h>
#include <ATen/ops/zeros.h>

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

at::Tensor copiedInto(at::Tensor& buffer, const at::Tensor& added, const at::Tensor& positions, std::int64_t capacity)
{
    // Zeros, not what was there before: masked positions get weight 0, and 0 times infinity would spoil the sum.
    if (!buffer.defined())
        buffer = at::zeros({added.size(0), added.size(1), capacity, added.size(3)}, added.options());
    buffer.index_copy_(2, positions, added);
    return buffer;
}

} // namespace

KvCache::KvCache(CacheMode mode, std::int64_t layers, std::int64_t capacity, const at::Device& device)
    : m_mode(mode)
    , m_capacity(capacity)
    , m_device(device)
    , m_layers(static_cast<std::size_t>(layers))
{
    if (isFixedLength())
        m_next = at::zeros({1}, at::TensorOptions().dtype(at::kLong).device(device));
}

at::Tensor KvCache::begin(std::int64_t count)
{
    const at::Tensor counted = at::arange(count, at::TensorOptions().device(m_device));
    // What Python makes of the number in `tensor + number`; the C++ overload for a Scalar would be one operator more.
    const at::Tensor past = isFixedLength() ? m_next : at::native::wrapped_scalar_tensor(m_length);
    m_positions = at::add(counted, past);
    return m_positions;
}

at::Tensor KvCache::mask() const
{
    if (!isFixedLength())
        return {};
    const at::Tensor all = at::arange(m_capacity, at::TensorOptions().device(m_device));
    return at::le(all.unsqueeze(0), m_positions.unsqueeze(1)).unsqueeze(0).unsqueeze(0);
}

std::pair<at::Tensor, at::Tensor> KvCache::append(std::int64_t layer, const at::Tensor& key, const at::Tensor& value)
{
    Layer& kept = m_layers[static_cast<std::size_t>(layer)];
    if (m_mode == CacheMode::preallocated)
        return {written(kept.key, key, m_length, m_capacity), written(kept.value, value, m_length, m_capacity)};
    if (m_mode == CacheMode::fixedLength)
        return {copiedInto(kept.key, key, m_positions, m_capacity),
                copiedInto(kept.value, value, m_positions, m_capacity)};
    kept.key = concatenated(kept.key, key);
    kept.value = concatenated(kept.value, value);
    return {kept.key, kept.value};
}

void KvCache::advance(std::int64_t count)
{
    m_length += count;
    if (isFixedLength())
        m_next.add_(at::native::wrapped_scalar_tensor(count));
}

void KvCache::setLength(std::int64_t length)
{
    m_length = length;
    m_next.fill_(at::Scalar(length));
}

bool KvCache::hasRoomFor(std::int64_t positions) const
{
    return m_mode == CacheMode::concatenate || m_length + positions <= m_capacity;
}

void KvCache::clear()
{
    m_length = 0;
    if (isFixedLength())
        m_next.zero_();
    if (m_mode == CacheMode::concatenate) {
        for (Layer& layer : m_layers)
            layer = {};
    }
}

} // namespace decodescope
