// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/gzip_source.h"

#include <zlib.h>

#include <algorithm>
#include <vector>

namespace decodescope {

namespace {

constexpr std::size_t kInputSize = 256 * 1024;
constexpr int kGzipOnly = 16 + MAX_WBITS;

class GzipSource final : public ByteSource
{
public:
    explicit GzipSource(std::unique_ptr<ByteSource> packed)
        : m_packed(std::move(packed))
        , m_input(kInputSize)
    {
        m_ready = inflateInit2(&m_stream, kGzipOnly) == Z_OK;
    }
    GzipSource(const GzipSource&) = delete;
    GzipSource& operator=(const GzipSource&) = delete;
    ~GzipSource() override { inflateEnd(&m_stream); }

    Result<std::size_t> read(char* into, std::size_t size) override
    {
        if (!m_ready)
            return failure(ErrorCode::internal, "zlib could not be started: out of memory");
        std::size_t done = 0;
        while (done < size && !m_ended) {
            if (m_stream.avail_in == 0) {
                const Result<bool> more = refill();
                if (!more)
                    return tl::unexpected(more.error());
                if (!*more) {
                    endOfInput();
                    break;
                }
            }
            if (m_betweenMembers && !beginMember())
                continue;
            done += inflateInto(into + done, size - done);
        }
        return done;
    }

    std::uint64_t consumedBytes() const override { return m_packed->consumedBytes() - m_stream.avail_in; }
    std::uint64_t storedBytes() const override { return m_packed->storedBytes(); }
    std::string damage() const override { return m_damage; }
    void interrupt() override { m_packed->interrupt(); }

private:
    Result<bool> refill()
    {
        const Result<std::size_t> got = m_packed->read(m_input.data(), m_input.size());
        if (!got)
            return tl::unexpected(got.error());
        m_stream.next_in = reinterpret_cast<Bytef*>(m_input.data());
        m_stream.avail_in = static_cast<uInt>(*got);
        return *got > 0;
    }

    void endOfInput()
    {
        m_ended = true;
        if (!m_betweenMembers)
            m_damage = "the gzip data stop before their end, at byte " + std::to_string(consumedBytes());
    }

    // Behind a member: zero padding is skipped; anything that is no member ends the stream.
    bool beginMember()
    {
        while (m_stream.avail_in > 0 && *m_stream.next_in == 0) {
            ++m_stream.next_in;
            --m_stream.avail_in;
        }
        if (m_stream.avail_in == 0)
            return false;
        if (*m_stream.next_in != kGzipMagic[0]) {
            m_ended = true;
            m_damage = "something that is no gzip follows at byte " + std::to_string(consumedBytes());
            return false;
        }
        inflateReset2(&m_stream, kGzipOnly);
        m_betweenMembers = false;
        return true;
    }

    std::size_t inflateInto(char* into, std::size_t size)
    {
        const auto room = static_cast<uInt>(std::min<std::size_t>(size, 1U << 30));
        m_stream.next_out = reinterpret_cast<Bytef*>(into);
        m_stream.avail_out = room;
        const int status = inflate(&m_stream, Z_NO_FLUSH);
        if (status == Z_STREAM_END) {
            m_betweenMembers = true;
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            m_ended = true;
            m_damage = "the gzip data are damaged at byte " + std::to_string(consumedBytes()) +
                       (m_stream.msg != nullptr ? std::string(" (") + m_stream.msg + ")" : std::string());
        }
        return room - m_stream.avail_out;
    }

    std::unique_ptr<ByteSource> m_packed;
    std::vector<char> m_input;
    z_stream m_stream{};
    bool m_ready = false;
    bool m_betweenMembers = false;
    bool m_ended = false;
    std::string m_damage;
};

} // namespace

std::unique_ptr<ByteSource> unpackGzip(std::unique_ptr<ByteSource> packed)
{
    return std::make_unique<GzipSource>(std::move(packed));
}

} // namespace decodescope
