// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/args_encoder.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace decodescope;

// Any text comes back to the byte, however it was taken apart.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    ArgsBatch batch;
    ArgsEncoder encoder;
    encoder.startBatch(batch);
    batch.add(text);
    encoder.learn(text);
    encoder.addKnown(text);
    ArgsStore store;
    std::vector<ArgsId> ids;
    store.append(batch, ids);
    for (const ArgsId id : ids) {
        if (store.table().text(id) != text)
            std::abort();
        store.table().value(id, "a");
        store.table().integer(id, "a");
    }
    return 0;
}
