// SPDX-License-Identifier: GPL-3.0-or-later
// A column that grows at its end and is cheap to copy: copies share memory, so a copy is a snapshot.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace decodescope {

// One writer, any number of readers of copies, no lock: elements below a copy's size are never written again through
// the original. push_back() writes beyond every copy's size; truncate() and set() first take a private copy of the
// chunk. Chunks hold 2^14 elements; the last one starts small and doubles, so that little of it is empty. Copying
// costs one pointer a chunk; operator[] is O(1). Only the object that grew the column may go on growing it: a copy is
// for reading.
template <class T>
class ChunkedVector
{
    static_assert(std::is_trivially_copyable_v<T>);

public:
    static constexpr std::size_t kChunkBits = 14;
    static constexpr std::size_t kChunkSize = std::size_t{1} << kChunkBits;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }

    const T& operator[](std::size_t i) const
    {
        assert(i < m_size);
        return m_chunks[i >> kChunkBits][i & (kChunkSize - 1)];
    }
    const T& back() const { return (*this)[m_size - 1]; }

    void push_back(const T& value)
    {
        if (m_size == m_capacity)
            grow(1);
        m_chunks[m_size >> kChunkBits][m_size & (kChunkSize - 1)] = value;
        ++m_size;
    }

    void append(const T* values, std::size_t count)
    {
        while (count > 0) {
            if (m_size == m_capacity)
                grow(count);
            const std::size_t room = std::min(count, m_capacity - m_size);
            std::copy_n(values, room, m_chunks[m_size >> kChunkBits].get() + (m_size & (kChunkSize - 1)));
            m_size += room;
            values += room;
            count -= room;
        }
    }

    // Keeps the first `size` elements. O(chunk size).
    void truncate(std::size_t size)
    {
        assert(size <= m_size);
        if (size == m_size)
            return;
        m_size = size;
        m_chunks.resize((size + kChunkSize - 1) >> kChunkBits);
        m_capacity = size;
        if (const std::size_t used = size & (kChunkSize - 1)) {
            const std::size_t capacity = roundUp(used);
            replaceLastChunk(used, capacity);
            m_capacity = (m_chunks.size() - 1) * kChunkSize + capacity;
        }
    }

    // Gives back what the last chunk has free; for a column that is done. O(chunk size).
    void shrink()
    {
        if (m_size == m_capacity)
            return;
        replaceLastChunk(m_size & (kChunkSize - 1), m_size & (kChunkSize - 1));
        m_capacity = m_size;
    }

    // Replaces one element; copies of this column keep the old one. O(chunk size), so for rare corrections.
    void set(std::size_t i, const T& value)
    {
        assert(i < m_size);
        const std::size_t chunk = i >> kChunkBits;
        const bool last = chunk + 1 == m_chunks.size();
        const std::size_t used = last ? m_size - chunk * kChunkSize : kChunkSize;
        const std::size_t capacity = last ? m_capacity - chunk * kChunkSize : kChunkSize;
        std::shared_ptr<T[]> copy(new T[capacity]);
        std::copy_n(m_chunks[chunk].get(), used, copy.get());
        copy[i & (kChunkSize - 1)] = value;
        m_chunks[chunk] = std::move(copy);
    }

    // Elements [begin, begin + count) of one chunk as a plain array: the longest contiguous run from `begin` on.
    std::size_t contiguousFrom(std::size_t begin) const
    {
        return std::min(m_size - begin, kChunkSize - (begin & (kChunkSize - 1)));
    }
    const T* pointerTo(std::size_t i) const { return m_chunks[i >> kChunkBits].get() + (i & (kChunkSize - 1)); }

    std::size_t bytes() const { return m_capacity * sizeof(T); }

private:
    static std::size_t roundUp(std::size_t count)
    {
        std::size_t capacity = 16;
        while (capacity < count)
            capacity *= 2;
        return std::min(capacity, kChunkSize);
    }

    void replaceLastChunk(std::size_t used, std::size_t capacity)
    {
        std::shared_ptr<T[]> chunk(new T[capacity]);
        std::copy_n(m_chunks.back().get(), used, chunk.get());
        m_chunks.back() = std::move(chunk);
    }

    void grow(std::size_t wanted)
    {
        const std::size_t used = m_size & (kChunkSize - 1);
        if (used == 0) {
            // Later chunks start larger than the first one, since the column has shown that it is long.
            const std::size_t capacity = roundUp(m_chunks.empty() ? wanted : std::max(wanted, kChunkSize / 8));
            m_chunks.emplace_back(new T[capacity]);
            m_capacity = m_size + capacity;
        } else {
            const std::size_t capacity = roundUp(std::max(used + wanted, used * 2));
            replaceLastChunk(used, capacity);
            m_capacity = m_size - used + capacity;
        }
    }

    std::vector<std::shared_ptr<T[]>> m_chunks;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
};

} // namespace decodescope
