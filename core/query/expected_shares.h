// SPDX-License-Identifier: GPL-3.0-or-later
// The shares of GPU time that one would expect of a small decode, beside those that were measured.
#pragma once

#include "core/label/labels.h"
#include "core/query/query_scope.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// Groups of kernels that exclude each other. By family; the core of attention and the cache also by part, where parts
// are known, since a plain product or copy may serve them. The core is a kernel for it, or the products and the softmax
// of one that is put together. What torch.compile fused is in the rest, but for what appends to the cache.
enum class KernelGroup : std::uint8_t { linear, elementwise, attention, cache, reduction, rest };
inline constexpr std::size_t kKernelGroupCount = 6;
std::string_view groupName(KernelGroup group);
KernelGroup groupOf(const Label& label);

struct ExpectedShare
{
    enum class Verdict : std::uint8_t { within, below, above, noExpectation };

    KernelGroup group = KernelGroup::rest;
    std::string pattern;      // kernels and operators that it consists of, for people
    double low = 0, high = 0; // of the GPU time; 0, 0: nothing is expected
    double share = 0;         // of the GPU time, found
    double countShare = 0;    // of all operations, found
    Ns time = 0;              // found
    std::uint64_t count = 0;  // found
    std::optional<double> countPerStep;
    std::optional<int> expectedPerStep; // from the number of layers; nullopt: nothing is expected, or it is not known
    Verdict verdict = Verdict::noExpectation;
    std::string question; // what to ask when the share is out of the range
    std::vector<EventId> events;
};
std::string_view expectationWord(ExpectedShare::Verdict verdict);

// What the expectations hold for; one sentence.
std::string_view expectationBasis();

// A row a group, always all of them in the order of KernelGroup. The expected ranges follow from bytes and numbers of
// kernels of TinyLlama 1.1B in fp16, batch 1, on a T4. Empty when nothing ran in the scope, or when stopped.
// O(events + operations x log).
std::vector<ExpectedShare> expectedShares(const Trace& trace, const Labels* labels, const QueryScope& scope = {},
                                          std::stop_token stop = {});

} // namespace decodescope
