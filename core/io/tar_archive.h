// SPDX-License-Identifier: GPL-3.0-or-later
// The files in a tar archive, one after the other.
#pragma once

#include "core/io/byte_source.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace decodescope {

inline constexpr std::size_t kTarBlock = 512;

// Whether a file that begins so is a tar archive (POSIX ustar, GNU).
bool isTarHeader(std::string_view firstBlock);

class TarArchive
{
public:
    explicit TarArchive(std::unique_ptr<ByteSource> archive)
        : m_archive(std::move(archive))
    {
    }

    // Goes on to the next regular file and gives its name; nullopt at the end. What was not read of the last one is
    // passed over.
    Result<std::optional<std::string>> next();
    // The bytes of that file, unpacked when they are gzip. Valid until next(), and no longer than this object.
    std::unique_ptr<ByteSource> entry();

    ByteSource& archive() { return *m_archive; }

private:
    class EntrySource;
    Result<void> skip(std::uint64_t size);

    std::unique_ptr<ByteSource> m_archive;
    std::uint64_t m_left = 0;    // of the current file
    std::uint64_t m_padding = 0; // behind it
};

} // namespace decodescope
