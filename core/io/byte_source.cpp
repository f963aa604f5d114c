// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/byte_source.h"

#include "core/io/gzip_source.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace decodescope {

namespace {

std::string systemMessage(int code)
{
    return std::generic_category().message(code);
}

class FileSource final : public ByteSource
{
public:
    FileSource(int file, bool owned, bool isRegular, std::string path, std::uint64_t size)
        : m_file(file)
        , m_owned(owned)
        , m_isRegular(isRegular)
        , m_path(std::move(path))
        , m_size(size)
    {
    }
    FileSource(const FileSource&) = delete;
    FileSource& operator=(const FileSource&) = delete;
    ~FileSource() override
    {
        if (m_owned)
            ::close(m_file);
    }

    Result<std::size_t> read(char* into, std::size_t size) override
    {
        std::size_t done = 0;
        while (done < size && (m_isRegular || waitForData())) {
            const ssize_t got = ::read(m_file, into + done, size - done);
            if (got < 0 && (errno == EINTR || errno == EAGAIN))
                continue;
            if (got < 0)
                return failure(ErrorCode::io, "cannot be read: " + systemMessage(errno), m_path);
            if (got == 0)
                break;
            done += static_cast<std::size_t>(got);
        }
        m_consumed += done;
        return done;
    }
    std::uint64_t consumedBytes() const override { return m_consumed; }
    std::uint64_t storedBytes() const override { return m_size; }
    void interrupt() override { m_interrupted.store(true, std::memory_order_relaxed); }

private:
    // False when interrupted.
    bool waitForData()
    {
        constexpr int kPatienceMs = 50;
        while (!m_interrupted.load(std::memory_order_relaxed)) {
            pollfd waiting{m_file, POLLIN, 0};
            if (::poll(&waiting, 1, kPatienceMs) != 0)
                return true; // data, an end, or a fault that read() will name
        }
        return false;
    }

    int m_file;
    bool m_owned;
    bool m_isRegular;
    std::string m_path;
    std::uint64_t m_size;
    std::uint64_t m_consumed = 0;
    std::atomic<bool> m_interrupted{false};
};

class MemorySource final : public ByteSource
{
public:
    explicit MemorySource(std::string_view text)
        : m_text(text)
    {
    }
    Result<std::size_t> read(char* into, std::size_t size) override
    {
        const std::size_t count = std::min(size, m_text.size() - m_at);
        std::copy_n(m_text.data() + m_at, count, into);
        m_at += count;
        return count;
    }
    std::uint64_t consumedBytes() const override { return m_at; }
    std::uint64_t storedBytes() const override { return m_text.size(); }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
};

bool startsAsGzip(std::string_view first)
{
    return first.size() >= kGzipMagic.size() && static_cast<unsigned char>(first[0]) == kGzipMagic[0] &&
           static_cast<unsigned char>(first[1]) == kGzipMagic[1];
}

class PrefixedSource final : public ByteSource
{
public:
    PrefixedSource(std::string prefix, std::unique_ptr<ByteSource> rest)
        : m_prefix(std::move(prefix))
        , m_rest(std::move(rest))
    {
    }
    Result<std::size_t> read(char* into, std::size_t size) override
    {
        const std::size_t again = std::min(size, m_prefix.size() - m_given);
        std::copy_n(m_prefix.data() + m_given, again, into);
        m_given += again;
        if (again == size)
            return size;
        return m_rest->read(into + again, size - again).map([&](std::size_t more) { return again + more; });
    }
    std::uint64_t consumedBytes() const override { return m_rest->consumedBytes(); }
    std::uint64_t storedBytes() const override { return m_rest->storedBytes(); }
    std::string damage() const override { return m_rest->damage(); }
    void interrupt() override { m_rest->interrupt(); }

private:
    std::string m_prefix;
    std::size_t m_given = 0;
    std::unique_ptr<ByteSource> m_rest;
};

// Looks at the first bytes when it is read for the first time, so that opening never waits, and unpacks what is packed.
class SniffedSource final : public ByteSource
{
public:
    explicit SniffedSource(std::unique_ptr<ByteSource> stored)
        : m_stored(stored.get())
        , m_source(std::move(stored))
    {
    }
    Result<std::size_t> read(char* into, std::size_t size) override
    {
        if (!m_sniffed) {
            m_sniffed = true;
            Result<std::size_t> got = m_source->read(m_first.data(), m_first.size());
            if (!got)
                return got;
            m_begin = std::string_view(m_first.data(), *got);
            if (startsAsGzip(m_begin)) {
                m_source = unpackGzip(std::make_unique<PrefixedSource>(std::string(m_begin), std::move(m_source)));
                m_begin = {};
            }
        }
        const std::size_t again = std::min(size, m_begin.size());
        std::copy_n(m_begin.data(), again, into);
        m_begin.remove_prefix(again);
        if (again == size)
            return size;
        return m_source->read(into + again, size - again).map([&](std::size_t more) { return again + more; });
    }
    std::uint64_t consumedBytes() const override { return m_source->consumedBytes(); }
    std::uint64_t storedBytes() const override { return m_stored->storedBytes(); }
    std::string damage() const override { return m_source->damage(); }
    void interrupt() override { m_stored->interrupt(); }

private:
    ByteSource* m_stored;
    std::unique_ptr<ByteSource> m_source;
    std::array<char, kGzipMagic.size()> m_first{};
    std::string_view m_begin; // of m_first: not given yet
    bool m_sniffed = false;
};

} // namespace

Result<std::unique_ptr<ByteSource>> openByteSource(const std::string& path)
{
    if (path == "-")
        return std::make_unique<SniffedSource>(
            std::make_unique<FileSource>(STDIN_FILENO, false, false, "standard input", 0));
    // A pipe that nobody writes to yet is waited for when it is read, which can be interrupted.
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return failure(ErrorCode::io,
                       errno == ENOENT ? "there is no such file" : "cannot be opened: " + systemMessage(errno), path);
    struct stat info = {};
    const bool known = ::fstat(file, &info) == 0;
    const bool isRegular = known && S_ISREG(info.st_mode);
    auto source = std::make_unique<FileSource>(file, true, isRegular, path,
                                               isRegular ? static_cast<std::uint64_t>(info.st_size) : 0);
    if (known && S_ISDIR(info.st_mode))
        return failure(ErrorCode::io, "is a folder: name the trace file in it", path);
#ifdef POSIX_FADV_SEQUENTIAL
    ::posix_fadvise(file, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
    if (isRegular && info.st_size == 0)
        return failure(ErrorCode::format, "is empty: there is no trace in it", path);
    return std::make_unique<SniffedSource>(std::move(source));
}

std::unique_ptr<ByteSource> sniffPacking(std::unique_ptr<ByteSource> stored)
{
    return std::make_unique<SniffedSource>(std::move(stored));
}

std::unique_ptr<ByteSource> withPrefix(std::string prefix, std::unique_ptr<ByteSource> rest)
{
    return std::make_unique<PrefixedSource>(std::move(prefix), std::move(rest));
}

std::unique_ptr<ByteSource> openMemory(std::string_view text)
{
    auto source = std::make_unique<MemorySource>(text);
    if (startsAsGzip(text))
        return unpackGzip(std::move(source));
    return source;
}

} // namespace decodescope
