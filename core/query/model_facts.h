// SPDX-License-Identifier: GPL-3.0-or-later
// What a trace shows of the model that it decodes: layers, linears, attention backend.
#pragma once

#include "core/label/labels.h"
#include "core/query/gpu_operations.h"
#include "core/query/linear_weights.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// Which implementation runs the attention core.
enum class AttentionImplementation : std::uint8_t { unknown, flash, cudnn, memEfficient, math, paged };
std::string_view attentionName(AttentionImplementation implementation);

struct AttentionFacts
{
    AttentionImplementation implementation = AttentionImplementation::unknown;
    std::string evidence;    // the kernel or operator that tells
    double callsPerStep = 0; // median over steps, of the attention operator; 0: no such operator
};

struct ModelFacts
{
    int layers = 0;         // 0: not known
    std::string layersFrom; // what the number rests on
    AttentionFacts attention;
    double linearsPerStep = 0;              // median over whole steps
    int linearsALayer = 7;                  // matrices of one layer
    bool knowsLinearsALayer = false;        // counted by the parts they serve; else a Llama's are assumed
    int computeMajor = 0, computeMinor = 0; // of the first device; 0.0: not known
};
// From labels where there are any, else from operators. O(events).
ModelFacts modelFacts(const Trace& trace, const Labels* labels, std::span<const LinearCall> linears,
                      std::stop_token stop = {});

// "4 x 4 layers + 1 = 17": the layers' matrices and the output matrix. Only where the number of layers is known.
int expectedLinears(const ModelFacts& facts);
std::string expectedLinearsText(const ModelFacts& facts);

// Matrices of the feed-forward part, and those around the attention core.
bool isFfnPart(Part part);
bool isAttentionProjection(Part part);

// Why this implementation and not another, in one sentence ("flash needs sm_80; this card is sm_75").
std::string attentionReason(const ModelFacts& facts);

// The part that each linear call serves: that of the first labelled GPU operation launched in it; `other` where none
// is.
std::vector<Part> partsOfLinears(const Trace& trace, const Labels& labels, std::span<const LinearCall> linears);

} // namespace decodescope
