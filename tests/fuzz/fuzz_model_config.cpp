// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/model_config.h"
#include "capture/model/rope_frequencies.h"

#include <cmath>
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
    const auto config = parseModelConfig({reinterpret_cast<const char*>(data), size}, "fuzzed");
    if (!config) {
        require(!config.error().message.empty() && config.error().where.starts_with("fuzzed"));
        return 0;
    }
    require(config->layers > 0 && config->heads > 0 && config->kvHeads > 0 && config->heads % config->kvHeads == 0);
    require(config->headDim > 0 && config->headDim % 2 == 0 && config->vocabSize > 0 && config->hiddenSize > 0);
    require(parameterCount(*config) > 0 && weightsReadPerStep(*config, 1) > 0);
    require(inverseFrequencies(config->rope, config->headDim).size() == static_cast<std::size_t>(config->headDim) / 2);
    return 0;
}
