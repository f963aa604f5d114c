// SPDX-License-Identifier: GPL-3.0-or-later
// How functions of ours fail: a value, never an exception across a library or thread border.
#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace decodescope {

enum class ErrorCode : std::uint8_t {
    io,          // the operating system said no
    format,      // the input is not what it should be
    unsupported, // well formed, but not something this program can do
    limit,       // larger than this program takes
    cancelled,   // somebody asked to stop; shown nowhere
    device,      // GPU, driver, CUPTI
    internal,    // a fault of this program
};

// message: one English sentence that says what is wrong and, where possible, what to do.
// where: file, byte offset, key, or a CUDA/CUPTI code as text; may be empty.
struct Error
{
    ErrorCode code = ErrorCode::internal;
    std::string message;
    std::string where;

    // "where: message", or the message alone.
    std::string text() const { return where.empty() ? message : where + ": " + message; }
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> failure(ErrorCode code, std::string message, std::string where = {})
{
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(where)});
}

} // namespace decodescope
