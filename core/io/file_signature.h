// SPDX-License-Identifier: GPL-3.0-or-later
// Names what a file is, for the sentence that says why it cannot be opened.
#pragma once

#include <string>
#include <string_view>

namespace decodescope {

// "a PNG picture", "a zip archive", or the first bytes in hexadecimal.
std::string describeFirstBytes(std::string_view text);

} // namespace decodescope
