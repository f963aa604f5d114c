// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/safetensors.h"

#include <cstdlib>

using namespace decodescope;

namespace {

void require(bool condition)
{
    if (!condition)
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto tensors = parseSafetensors({reinterpret_cast<const std::byte*>(data), size}, "fuzzed");
    if (!tensors) {
        require(!tensors.error().message.empty() && tensors.error().where.starts_with("fuzzed"));
        return 0;
    }
    // What is accepted lies inside the file, side by side, and ends where the file ends.
    std::uint64_t end = 0;
    for (const TensorEntry& tensor : *tensors) {
        require(tensor.begin >= 8 && tensor.begin <= size && tensor.bytes <= size - tensor.begin);
        require(end == 0 || tensor.begin == end);
        end = tensor.begin + tensor.bytes;
        std::uint64_t elements = 1;
        for (const std::int64_t length : tensor.shape)
            elements *= static_cast<std::uint64_t>(length);
        require(!tensor.type || elements * static_cast<std::uint64_t>(floatTypeBytes(*tensor.type)) == tensor.bytes);
    }
    require(tensors->empty() || end == size);
    return 0;
}
