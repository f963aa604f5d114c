// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_number.h"

#include <cstddef>

namespace decodescope {

bool isJsonNumber(std::string_view text)
{
    std::size_t at = 0;
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < text.size() && text[at] >= '0' && text[at] <= '9')
            ++at;
        return at - begin;
    };
    at += text.starts_with('-') ? 1 : 0;
    const bool zero = at < text.size() && text[at] == '0';
    const std::size_t whole = digits();
    if (whole == 0 || (zero && whole > 1))
        return false;
    if (at < text.size() && text[at] == '.') {
        ++at;
        if (digits() == 0)
            return false;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        at += at < text.size() && (text[at] == '+' || text[at] == '-') ? 1 : 0;
        if (digits() == 0)
            return false;
    }
    return at == text.size();
}

} // namespace decodescope
