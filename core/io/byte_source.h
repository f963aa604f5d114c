// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes in order, wherever they come from: a file, standard input, memory, unpacked on the way.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace decodescope {

// Read by one thread at a time, which alone asks consumedBytes() and damage(). interrupt() may come from any thread.
class ByteSource
{
public:
    virtual ~ByteSource() = default;

    // Fills `into` with up to `size` bytes; fewer only near the end, 0 at the end. An error is one of the operating
    // system; damaged packing ends the stream early instead, see damage().
    virtual Result<std::size_t> read(char* into, std::size_t size) = 0;

    // Bytes of the input as it is stored that have been read so far, and in all (0: not known).
    virtual std::uint64_t consumedBytes() const = 0;
    virtual std::uint64_t storedBytes() const = 0;

    // Makes a read() that waits for a pipe or a terminal, and all later ones, end soon as if at the end.
    virtual void interrupt() {}

    // Why the stream ended before its end: one clause; empty when it did not.
    virtual std::string damage() const { return {}; }
};

// Opens a path, or standard input for "-". gzip is recognised by its first bytes, not by the name; several members one
// after the other are one stream. Fails for what is missing, a folder, unreadable or empty.
Result<std::unique_ptr<ByteSource>> openByteSource(const std::string& path);

// The same bytes, unpacked when they turn out to be gzip.
std::unique_ptr<ByteSource> sniffPacking(std::unique_ptr<ByteSource> stored);

// Some bytes, then those of another source.
std::unique_ptr<ByteSource> withPrefix(std::string prefix, std::unique_ptr<ByteSource> rest);

// The bytes of `text`, which must outlive the source; unpacked when they are gzip.
std::unique_ptr<ByteSource> openMemory(std::string_view text);

} // namespace decodescope
