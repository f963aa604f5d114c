// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tar_archive.h"

#include <algorithm>
#include <array>

namespace decodescope {

namespace {

// Offsets and lengths of a header's fields: POSIX.1-1988, "ustar interchange format".
constexpr std::size_t kNameSize = 100;
constexpr std::size_t kSizeAt = 124;
constexpr std::size_t kSizeSize = 12;
constexpr std::size_t kTypeAt = 156;
constexpr std::size_t kMagicAt = 257;
constexpr std::size_t kPrefixAt = 345;
constexpr std::size_t kPrefixSize = 155;

std::string_view field(std::string_view header, std::size_t at, std::size_t size)
{
    const std::string_view text = header.substr(at, size);
    return text.substr(0, std::min(text.find('\0'), text.size()));
}

std::optional<std::uint64_t> octal(std::string_view text)
{
    std::uint64_t value = 0;
    bool any = false;
    for (const char c : text) {
        if (c == ' ')
            continue;
        if (c < '0' || c > '7')
            return std::nullopt;
        value = value * 8 + static_cast<std::uint64_t>(c - '0');
        any = true;
    }
    return any ? std::optional(value) : std::nullopt;
}

} // namespace

bool isTarHeader(std::string_view firstBlock)
{
    return firstBlock.size() >= kTarBlock && firstBlock.substr(kMagicAt).starts_with("ustar");
}

class TarArchive::EntrySource final : public ByteSource
{
public:
    explicit EntrySource(TarArchive& archive)
        : m_archive(archive)
    {
    }
    Result<std::size_t> read(char* into, std::size_t size) override
    {
        const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, m_archive.m_left));
        Result<std::size_t> got = m_archive.m_archive->read(into, wanted);
        if (!got)
            return got;
        if (*got < wanted) {
            m_damage = "the archive stops inside this file";
            m_archive.m_left = 0;
        } else {
            m_archive.m_left -= *got;
        }
        return got;
    }
    std::uint64_t consumedBytes() const override { return m_archive.m_archive->consumedBytes(); }
    std::uint64_t storedBytes() const override { return m_archive.m_archive->storedBytes(); }
    std::string damage() const override { return m_damage; }
    void interrupt() override { m_archive.m_archive->interrupt(); }

private:
    TarArchive& m_archive;
    std::string m_damage;
};

std::unique_ptr<ByteSource> TarArchive::entry()
{
    return sniffPacking(std::make_unique<EntrySource>(*this));
}

Result<void> TarArchive::skip(std::uint64_t size)
{
    std::array<char, 64 * kTarBlock> block;
    while (size > 0) {
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, block.size()));
        const Result<std::size_t> got = m_archive->read(block.data(), wanted);
        if (!got)
            return tl::unexpected(got.error());
        if (*got < wanted)
            break; // next() finds the end
        size -= *got;
    }
    return {};
}

Result<std::optional<std::string>> TarArchive::next()
{
    for (;;) {
        if (const Result<void> passed = skip(m_left + m_padding); !passed)
            return tl::unexpected(passed.error());
        m_left = m_padding = 0;
        std::array<char, kTarBlock> block;
        const Result<std::size_t> got = m_archive->read(block.data(), block.size());
        if (!got)
            return tl::unexpected(got.error());
        const std::string_view header(block.data(), *got);
        if (!isTarHeader(header))
            return std::optional<std::string>(); // the blocks of zeros at the end, or a cut archive
        const std::optional<std::uint64_t> size = octal(field(header, kSizeAt, kSizeSize));
        if (!size)
            return failure(ErrorCode::format, "is a tar archive with a damaged header");
        m_left = *size;
        m_padding = (kTarBlock - *size % kTarBlock) % kTarBlock;
        const char type = header[kTypeAt];
        if (type != '0' && type != '\0')
            continue; // folders, links, long names
        std::string name(field(header, kPrefixAt, kPrefixSize));
        if (!name.empty())
            name += '/';
        name += field(header, 0, kNameSize);
        return std::optional(std::move(name));
    }
}

} // namespace decodescope
