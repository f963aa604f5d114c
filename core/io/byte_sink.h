// SPDX-License-Identifier: GPL-3.0-or-later
// Where written bytes go.
#pragma once

#include "core/base/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace decodescope {

// Used by one thread.
class ByteSink
{
public:
    virtual ~ByteSink() = default;
    virtual Result<void> write(std::string_view bytes) = 0;
    // All has been written. Without it, nothing of what was written stays.
    virtual Result<void> finish() = 0;
};

// A file that appears whole or not at all: written under a temporary name in the same folder, renamed by finish(). An
// existing file stays as it is until then. A symbolic link stays one: the file behind it is replaced. What is no file
// (a device, a pipe) is written to as the bytes come. Names that end in .gz are packed.
Result<std::unique_ptr<ByteSink>> createFile(const std::string& path);

// Is there, and no file: a device or a pipe.
bool isStream(const std::string& path);

// Packs gzip, as one member: every reader of gzip takes it, also those that stop after a member.
std::unique_ptr<ByteSink> packGzip(std::unique_ptr<ByteSink> sink);

// Appends to a text, which must outlive the sink.
std::unique_ptr<ByteSink> writeToMemory(std::string& out);

} // namespace decodescope
