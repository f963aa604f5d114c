// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/event_decoder.h"
#include "core/io/event_splitter.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

using namespace decodescope;

// One event, alone: nothing but rows that refer to what is in the batch comes out, and args that are strict JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string text(reinterpret_cast<const char*>(data), size);
    text.append(kTextPadding, ' ');
    EventBatch batch;
    ImportReport report;
    EventDecoder decoder;
    decoder.startBatch(batch, report, {text, 0, 1, 0});
    decoder.decode(std::string_view(text).substr(0, size));
    decoder.decode(std::string_view(text).substr(0, size)); // what was learned from the first must not mislead
    ArgsStore store;
    std::vector<ArgsId> ids;
    store.append(batch.args, ids);
    EventParser parser;
    for (const BatchEvent& event : batch.events) {
        if (event.name >= batch.strings.size() || event.thread >= batch.threads.size() || event.duration < 0)
            std::abort();
        for (const std::uint32_t args : {event.args, event.extra}) {
            if (args == kNoBatchArgs)
                continue;
            JsonRepair notes;
            const std::string stored = store.table().text(ids.at(args));
            if (!repairJson(stored, notes) || !notes.nonStandard.empty() || notes.invalidUtf8)
                std::abort();
        }
    }
    return 0;
}
