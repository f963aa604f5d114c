// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/byte_sink.h"

#include <zlib.h>

#include <algorithm>
#include <deque>
#include <future>
#include <string>
#include <thread>
#include <utility>

namespace decodescope {

namespace {

constexpr int kLevel = 2;                   // traces repeat so much that higher levels gain little
constexpr std::size_t kBlock = 1024 * 1024; // what blocks do not know of each other costs less than 1 % of the size
constexpr std::string_view kHeader("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10); // RFC 1952, 2.3: no name, no time, Unix

// Collects a block of text and makes its part of the deflate stream: whole bytes, so that the next one can follow.
// Used for one block after the other; its memory stays.
class BlockPacker
{
public:
    BlockPacker()
    {
        constexpr int kBare = -MAX_WBITS; // neither head nor tail
        constexpr int kMemory = 9;
        constexpr std::size_t kFlush = 16; // the empty block of a flush, which deflateBound() does not count
        m_text.reserve(kBlock);
        m_failed = deflateInit2(&m_stream, kLevel, Z_DEFLATED, kBare, kMemory, Z_DEFAULT_STRATEGY) != Z_OK;
        if (!m_failed)
            m_packed.resize(deflateBound(&m_stream, kBlock) + kFlush);
    }
    BlockPacker(const BlockPacker&) = delete;
    BlockPacker& operator=(const BlockPacker&) = delete;
    ~BlockPacker() { deflateEnd(&m_stream); }

    // Takes what fits and drops it from `bytes`.
    void take(std::string_view& bytes)
    {
        const std::size_t count = std::min(bytes.size(), kBlock - m_text.size());
        m_text += bytes.substr(0, count);
        bytes.remove_prefix(count);
    }
    bool isFull() const { return m_text.size() == kBlock; }

    void pack(bool isLast)
    {
        if (m_failed)
            return;
        m_stream.next_in = reinterpret_cast<Bytef*>(m_text.data());
        m_stream.avail_in = static_cast<uInt>(m_text.size());
        m_stream.next_out = reinterpret_cast<Bytef*>(m_packed.data());
        m_stream.avail_out = static_cast<uInt>(m_packed.size());
        const int status = deflate(&m_stream, isLast ? Z_FINISH : Z_SYNC_FLUSH);
        m_failed = status != (isLast ? Z_STREAM_END : Z_OK) || m_stream.avail_in > 0 || m_stream.avail_out == 0;
        m_packedSize = m_packed.size() - m_stream.avail_out;
        m_crc = crc32(0, reinterpret_cast<const Bytef*>(m_text.data()), static_cast<uInt>(m_text.size()));
    }

    bool failed() const { return m_failed; }
    std::string_view packed() const { return std::string_view(m_packed).substr(0, m_packedSize); }
    uLong crc() const { return m_crc; }
    std::size_t textSize() const { return m_text.size(); }

    void clear()
    {
        m_text.clear();
        deflateReset(&m_stream);
    }

private:
    z_stream m_stream{};
    std::string m_text;
    std::string m_packed;
    std::size_t m_packedSize = 0;
    uLong m_crc = 0;
    bool m_failed = false;
};

void appendLittleEndian(std::string& out, std::uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        out += static_cast<char>(value >> shift & 0xff);
}

class GzipSink final : public ByteSink
{
public:
    explicit GzipSink(std::unique_ptr<ByteSink> sink)
        : m_sink(std::move(sink))
        , m_current(std::make_unique<BlockPacker>())
    {
    }

    Result<void> write(std::string_view bytes) override
    {
        while (!bytes.empty()) {
            m_current->take(bytes);
            if (!m_current->isFull())
                continue;
            startPacking(false);
            const bool canAdd = m_blocks.size() <= std::max(2U, std::thread::hardware_concurrency());
            Result<std::unique_ptr<BlockPacker>> next = canAdd ? std::make_unique<BlockPacker>() : writeOldest();
            if (!next)
                return tl::unexpected(next.error());
            m_current = std::move(*next);
        }
        return {};
    }

    Result<void> finish() override
    {
        startPacking(true);
        while (!m_blocks.empty()) {
            if (const auto done = writeOldest(); !done)
                return tl::unexpected(done.error());
        }
        std::string tail;
        appendLittleEndian(tail, static_cast<std::uint32_t>(m_crc));
        appendLittleEndian(tail, static_cast<std::uint32_t>(m_textSize)); // modulo 2^32, as the format says
        return m_sink->write(tail).and_then([&] { return m_sink->finish(); });
    }

private:
    struct Block
    {
        std::unique_ptr<BlockPacker> packer;
        std::future<void> packed; // last: waits for the packing before the packer goes
    };

    // On another thread; where none can be had, when its turn to be written comes.
    void startPacking(bool isLast)
    {
        BlockPacker* const packer = m_current.get();
        m_blocks.push_back({std::move(m_current), std::async([packer, isLast] { packer->pack(isLast); })});
    }

    // Gives the packer back for another block.
    Result<std::unique_ptr<BlockPacker>> writeOldest()
    {
        m_blocks.front().packed.get();
        std::unique_ptr<BlockPacker> packer = std::move(m_blocks.front().packer);
        m_blocks.pop_front();
        if (packer->failed())
            return failure(ErrorCode::internal, "zlib could not pack: out of memory");
        m_crc = crc32_combine(m_crc, packer->crc(), static_cast<z_off_t>(packer->textSize()));
        m_textSize += packer->textSize();
        if (!std::exchange(m_hasHeader, true)) {
            if (const Result<void> put = m_sink->write(kHeader); !put)
                return tl::unexpected(put.error());
        }
        if (const Result<void> put = m_sink->write(packer->packed()); !put)
            return tl::unexpected(put.error());
        packer->clear();
        return packer;
    }

    std::unique_ptr<ByteSink> m_sink;
    std::unique_ptr<BlockPacker> m_current;
    std::deque<Block> m_blocks; // in order; some are being packed
    uLong m_crc = 0;
    std::uint64_t m_textSize = 0;
    bool m_hasHeader = false;
};

} // namespace

std::unique_ptr<ByteSink> packGzip(std::unique_ptr<ByteSink> sink)
{
    return std::make_unique<GzipSink>(std::move(sink));
}

} // namespace decodescope
