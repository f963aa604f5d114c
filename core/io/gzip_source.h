// SPDX-License-Identifier: GPL-3.0-or-later
// Unpacks gzip while it is read.
#pragma once

#include "core/io/byte_source.h"

#include <array>

namespace decodescope {

inline constexpr std::array<unsigned char, 2> kGzipMagic{0x1f, 0x8b};

// All members of a gzip stream, joined. What was unpacked before a fault is delivered, then the stream ends and
// damage() says why. Bytes behind the last member that are no gzip are left out (padding), with damage() only if they
// are not zero.
std::unique_ptr<ByteSource> unpackGzip(std::unique_ptr<ByteSource> packed);

} // namespace decodescope
