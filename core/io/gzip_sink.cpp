// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/bounded_queue.h"
#include "core/io/byte_sink.h"

#include <zlib.h>

#include <optional>
#include <thread>
#include <vector>

namespace decodescope {

namespace {

constexpr int kLevel = 3; // traces repeat so much that higher levels gain little
constexpr std::size_t kBlock = 256 * 1024;

class GzipSink final : public ByteSink
{
public:
    explicit GzipSink(std::unique_ptr<ByteSink> sink)
        : m_sink(std::move(sink))
        , m_packing([this] { packAll(); })
    {
    }
    GzipSink(const GzipSink&) = delete;
    GzipSink& operator=(const GzipSink&) = delete;
    ~GzipSink() override
    {
        m_texts.close();
        if (m_packing.joinable())
            m_packing.join();
    }

    Result<void> write(std::string_view bytes) override
    {
        if (!m_texts.push(std::string(bytes)))
            return failed();
        return {};
    }

    Result<void> finish() override
    {
        m_texts.finish();
        m_packing.join();
        if (m_error)
            return tl::unexpected(*m_error);
        return m_sink->finish();
    }

private:
    Result<void> failed()
    {
        if (m_packing.joinable())
            m_packing.join();
        return tl::unexpected(m_error.value_or(Error{ErrorCode::internal, "packing stopped", {}}));
    }

    void packAll()
    {
        z_stream stream{};
        constexpr int kGzip = 16 + MAX_WBITS;
        constexpr int kMemory = 9;
        if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
            m_error = Error{ErrorCode::internal, "zlib could not be started: out of memory", {}};
        } else {
            while (std::optional<std::string> text = m_texts.pop()) {
                if (!pack(stream, *text, Z_NO_FLUSH))
                    break;
            }
            if (!m_error)
                pack(stream, {}, Z_FINISH);
            deflateEnd(&stream);
        }
        if (m_error)
            m_texts.close();
    }

    bool pack(z_stream& stream, std::string_view text, int flush)
    {
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data())); // zlib does not write to it
        stream.avail_in = static_cast<uInt>(text.size());
        do {
            stream.next_out = reinterpret_cast<Bytef*>(m_block.data());
            stream.avail_out = static_cast<uInt>(m_block.size());
            deflate(&stream, flush);
            const std::size_t made = m_block.size() - stream.avail_out;
            if (const Result<void> put = m_sink->write({m_block.data(), made}); !put) {
                m_error = put.error();
                return false;
            }
        } while (stream.avail_out == 0);
        return true;
    }

    std::unique_ptr<ByteSink> m_sink;
    BoundedQueue<std::string> m_texts{4};
    std::vector<char> m_block = std::vector<char>(kBlock);
    std::optional<Error> m_error; // written by the packing thread, read once it has ended
    std::thread m_packing;        // last: it uses the others
};

} // namespace

std::unique_ptr<ByteSink> packGzip(std::unique_ptr<ByteSink> sink)
{
    return std::make_unique<GzipSink>(std::move(sink));
}

} // namespace decodescope
