// SPDX-License-Identifier: GPL-3.0-or-later
// The LiveSource that decodes a model and records it.
#pragma once

#include "core/live/live_source.h"

#include <memory>

namespace decodescope {

// All calls from any thread but start(). No exception leaves it.
std::unique_ptr<LiveSource> makeLiveCapture();

} // namespace decodescope
