// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_signature.h"

#include <array>

namespace decodescope {

namespace {

struct Signature
{
    std::size_t offset;
    std::string_view bytes;
    std::string_view what;
};

constexpr std::array kSignatures{
    Signature{0, "\x89PNG", "the bytes of a PNG picture"},
    Signature{0, "\xff\xd8\xff", "the bytes of a JPEG picture"},
    Signature{0, "GIF8", "the bytes of a GIF picture"},
    Signature{0, "%PDF", "the bytes of a PDF document"},
    Signature{0, "PK\x03\x04", "the bytes of a zip archive; unpack it first"},
    Signature{0, "\x28\xb5\x2f\xfd", "the bytes of zstd data; unpack them with zstd -d first"},
    Signature{0,
              "\xfd"
              "7zXZ",
              "the bytes of xz data; unpack them with xz -d first"},
    Signature{0, "BZh", "the bytes of bzip2 data; unpack them with bzip2 -d first"},
    Signature{0,
              "\x7f"
              "ELF",
              "the bytes of a program (ELF)"},
    Signature{0, "SQLite format 3", "the bytes of an SQLite database"},
    Signature{0, "\xff\xfe", "UTF-16 text; save it as UTF-8 first"},
    Signature{0, "\xfe\xff", "UTF-16 text; save it as UTF-8 first"},
    Signature{257, "ustar", "the bytes of a tar archive inside another one"},
};

} // namespace

std::string describeFirstBytes(std::string_view text)
{
    for (const Signature& signature : kSignatures) {
        if (text.size() > signature.offset && text.substr(signature.offset).starts_with(signature.bytes))
            return std::string(signature.what);
    }
    constexpr std::string_view kDigits = "0123456789abcdef";
    constexpr std::size_t kShown = 8;
    std::string out = text.size() == 1 ? "the byte" : "the bytes";
    for (const char c : text.substr(0, kShown)) {
        const auto byte = static_cast<unsigned char>(c);
        out += ' ';
        out += kDigits[byte >> 4];
        out += kDigits[byte & 15];
    }
    return out + ", where { or [ should be";
}

} // namespace decodescope
