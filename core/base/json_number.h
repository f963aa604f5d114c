// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace decodescope {

// Whether a text is a number by JSON's grammar (RFC 8259, section 6). O(length).
bool isJsonNumber(std::string_view text);

} // namespace decodescope
