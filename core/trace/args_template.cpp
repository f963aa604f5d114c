// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/args_template.h"

#include <charconv>
#include <cstring>

namespace decodescope {

namespace {

constexpr char kHole = '\x01';
constexpr std::size_t kMaxSlots = 64;

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}
// A walk over the members of one object; every step returns false where the text is not what a plain scan can follow.
class Scan
{
public:
    explicit Scan(std::string_view text)
        : m_text(text)
    {
    }

    std::size_t position() const { return m_at; }
    bool atEnd() const { return m_at >= m_text.size(); }
    char current() const { return m_text[m_at]; }

    void skipSpace()
    {
        while (!atEnd() && isSpace(current()))
            ++m_at;
    }
    bool take(char c)
    {
        if (atEnd() || current() != c)
            return false;
        ++m_at;
        return true;
    }
    bool string()
    {
        if (!take('"'))
            return false;
        while (!atEnd()) {
            const char c = m_text[m_at++];
            if (c == '"')
                return true;
            if (c == '\\')
                ++m_at;
        }
        return false;
    }
    bool number()
    {
        const std::size_t begin = m_at;
        while (!atEnd() && isArgsNumberByte(current()))
            ++m_at;
        return m_at > begin && m_at - begin <= kMaxArgsNumber;
    }
    // Anything up to the comma or brace that ends the member.
    bool value()
    {
        std::size_t depth = 0;
        while (!atEnd()) {
            const char c = current();
            if (c == '"') {
                if (!string())
                    return false;
                continue;
            }
            if (depth == 0 && (c == ',' || c == '}'))
                return true;
            if (c == '[' || c == '{')
                ++depth;
            if (c == ']' || c == '}') {
                if (depth == 0)
                    return false;
                --depth;
            }
            ++m_at;
        }
        return false;
    }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
};

bool trySplit(std::string_view object, std::string& shape, std::string& slots)
{
    Scan scan(object);
    std::size_t copied = 0;
    std::size_t count = 0;
    if (!scan.take('{'))
        return false;
    scan.skipSpace();
    if (scan.take('}'))
        return false; // nothing to take out
    do {
        scan.skipSpace();
        if (!scan.string())
            return false;
        scan.skipSpace();
        if (!scan.take(':'))
            return false;
        scan.skipSpace();
        if (scan.atEnd())
            return false;
        const char first = scan.current();
        if (first == '-' || (first >= '0' && first <= '9')) {
            const std::size_t begin = scan.position();
            if (!scan.number() || ++count > kMaxSlots)
                return false;
            shape.append(object.substr(copied, begin - copied));
            shape.push_back(kHole);
            copied = scan.position();
            writeArgsSlot(slots, object.substr(begin, copied - begin));
        } else if (!scan.value()) {
            return false;
        }
        scan.skipSpace();
    } while (scan.take(','));
    if (!scan.take('}') || !scan.atEnd())
        return false;
    shape.append(object.substr(copied));
    return true;
}

// The members of a template; none where the text cannot be taken apart.
void findMembers(ArgsTemplate& out)
{
    Scan scan(out.text);
    const std::string_view text = out.text;
    std::size_t hole = 0;
    if (!scan.take('{'))
        return;
    do {
        scan.skipSpace();
        const std::size_t keyBegin = scan.position();
        if (!scan.string())
            return;
        ArgsMember member;
        member.keyBegin = static_cast<std::uint32_t>(keyBegin + 1);
        member.keyEnd = static_cast<std::uint32_t>(scan.position() - 1);
        scan.skipSpace();
        if (!scan.take(':'))
            return;
        const std::size_t behindColon = scan.position();
        scan.skipSpace();
        if (hole < out.holes.size() && out.holes[hole] >= behindColon && out.holes[hole] <= scan.position()) {
            member.slot = static_cast<std::int32_t>(hole++);
        } else {
            member.valueBegin = static_cast<std::uint32_t>(scan.position());
            if (!scan.value())
                return;
            std::size_t end = scan.position();
            while (end > member.valueBegin && isSpace(text[end - 1]))
                --end;
            member.valueEnd = static_cast<std::uint32_t>(end);
        }
        out.members.push_back(member);
        scan.skipSpace();
    } while (scan.take(','));
}

} // namespace

void splitArgs(std::string_view object, std::string& shape, std::string& slots)
{
    shape.clear();
    slots.clear();
    // A text that holds the mark itself is kept whole; the mark in front says so.
    if (std::memchr(object.data(), kHole, object.size()) == nullptr && trySplit(object, shape, slots))
        return;
    shape.assign(1, kHole);
    shape.append(object);
    slots.clear();
}

ArgsTemplate templateOfShape(std::string_view shape)
{
    ArgsTemplate out;
    if (!shape.empty() && shape.front() == kHole) {
        out.text = shape.substr(1);
    } else {
        out.text.reserve(shape.size());
        for (const char c : shape) {
            if (c == kHole)
                out.holes.push_back(static_cast<std::uint32_t>(out.text.size()));
            else
                out.text.push_back(c);
        }
    }
    findMembers(out);
    return out;
}

const ArgsMember* ArgsTemplate::find(std::string_view name) const
{
    for (auto member = members.rbegin(); member != members.rend(); ++member) {
        if (key(*member) == name)
            return &*member;
    }
    return nullptr;
}

void writeArgsSlot(std::string& slots, std::string_view number)
{
    std::int64_t value = 0;
    const char* end = number.data() + number.size();
    const auto parsed = std::from_chars(number.data(), end, value);
    const bool canonical = parsed.ec == std::errc() && parsed.ptr == end && value > -kMaxArgsInteger &&
                           value < kMaxArgsInteger && number.front() != '+' &&
                           !(number.size() > 1 && number[0] == '0') &&
                           !(number.size() > 1 && number[0] == '-' && number[1] == '0');
    if (canonical) {
        const std::uint64_t zigzag = (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
        writeVarint(slots, zigzag << 1);
    } else {
        writeVarint(slots, (static_cast<std::uint64_t>(number.size()) << 1) | 1);
        slots.append(number);
    }
}

void writeVarint(std::string& out, std::uint64_t value)
{
    while (value >= 0x80) {
        out.push_back(static_cast<char>(value | 0x80));
        value >>= 7;
    }
    out.push_back(static_cast<char>(value));
}

std::uint64_t readVarint(const char*& in)
{
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = static_cast<unsigned char>(*in++);
        value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
            return value;
    }
}

ArgsSlot readSlot(const char*& slots)
{
    ArgsSlot slot;
    const std::uint64_t n = readVarint(slots);
    if ((n & 1) != 0) {
        slot.text = {slots, static_cast<std::size_t>(n >> 1)};
        slots += slot.text.size();
        return slot;
    }
    const std::uint64_t zigzag = n >> 1;
    slot.isInteger = true;
    slot.integer = static_cast<std::int64_t>(zigzag >> 1) ^ -static_cast<std::int64_t>(zigzag & 1);
    return slot;
}

} // namespace decodescope
