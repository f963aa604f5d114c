// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/byte_sink.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace decodescope {

namespace {

std::string systemMessage(int code)
{
    return code == ENOSPC ? "the disk is full" : std::generic_category().message(code);
}

// The file that a symbolic link names, so that the link stays a link.
std::string behindLinks(const std::string& path)
{
    std::error_code error;
    const auto resolved = std::filesystem::canonical(path, error);
    return error ? path : resolved.string();
}

class FileSink final : public ByteSink
{
public:
    // Without a temporary name, the bytes go straight to the path.
    FileSink(int file, std::string temporary, std::string path)
        : m_file(file)
        , m_temporary(std::move(temporary))
        , m_path(std::move(path))
    {
    }
    FileSink(const FileSink&) = delete;
    FileSink& operator=(const FileSink&) = delete;
    ~FileSink() override
    {
        if (m_file >= 0)
            ::close(m_file);
        if (!m_finished && !m_temporary.empty())
            ::unlink(m_temporary.c_str());
    }

    Result<void> write(std::string_view bytes) override
    {
        while (!bytes.empty()) {
            const ssize_t put = ::write(m_file, bytes.data(), bytes.size());
            if (put < 0 && errno == EINTR)
                continue;
            if (put < 0)
                return failure(ErrorCode::io, "could not be written: " + systemMessage(errno), m_path);
            bytes.remove_prefix(static_cast<std::size_t>(put));
        }
        return {};
    }

    Result<void> finish() override
    {
        if (::close(std::exchange(m_file, -1)) != 0)
            return failure(ErrorCode::io, "could not be written: " + systemMessage(errno), m_path);
        if (!m_temporary.empty() && ::rename(m_temporary.c_str(), m_path.c_str()) != 0)
            return failure(ErrorCode::io, "could not take its name: " + systemMessage(errno), m_path);
        m_finished = true;
        return {};
    }

private:
    int m_file;
    std::string m_temporary;
    std::string m_path;
    bool m_finished = false;
};

class MemorySink final : public ByteSink
{
public:
    explicit MemorySink(std::string& out)
        : m_out(out)
    {
    }
    Result<void> write(std::string_view bytes) override
    {
        m_out.append(bytes);
        return {};
    }
    Result<void> finish() override { return {}; }

private:
    std::string& m_out;
};

} // namespace

bool isStream(const std::string& path)
{
    struct stat info = {};
    return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

Result<std::unique_ptr<ByteSink>> createFile(const std::string& path)
{
    struct stat info = {};
    const bool exists = ::stat(path.c_str(), &info) == 0;
    if (exists && S_ISDIR(info.st_mode))
        return failure(ErrorCode::io, "is a folder: name a file in it", path);
    // A device or a pipe is written to; a file of its name in its place would be no use, and may break the system.
    const bool isAsItComes = isStream(path);
    const std::string target = exists && !isAsItComes ? behindLinks(path) : path;
    const std::string temporary = isAsItComes ? std::string() : target + ".part" + std::to_string(::getpid());
    const int file = isAsItComes ? ::open(path.c_str(), O_WRONLY | O_CLOEXEC)
                                 : ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return failure(ErrorCode::io, "cannot be created: " + systemMessage(errno), path);
    auto sink = std::make_unique<FileSink>(file, temporary, target);
    if (path.ends_with(".gz"))
        return packGzip(std::move(sink));
    return sink;
}

std::unique_ptr<ByteSink> writeToMemory(std::string& out)
{
    return std::make_unique<MemorySink>(out);
}

} // namespace decodescope
