// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the name of a GPU kernel: what its author put into it, in words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

enum class KernelLibrary : std::uint8_t {
    unknown,
    cublas,
    cublasLt,
    cutlass,
    cudnn,
    flashAttention,
    xformers,
    flashInfer,
    tensorRtLlm,
    vllm,
    triton, // by torch.compile
    aten,
    cub, // CUB, Thrust, rocPRIM
    nccl,
    tensile,
    composableKernel,
    miopen,
};
std::string_view libraryName(KernelLibrary library);

// 0: not said.
struct Extent
{
    int m = 0;
    int n = 0;
    int k = 0;
    friend bool operator==(const Extent&, const Extent&) = default;
};

// Every member is empty or 0 where the name does not say it. Types are fp64, fp32, tf32, bf16, fp16, fp8 (e4m3), fp8
// (e5m2), fp4, int8, int32, int64, bool.
struct KernelName
{
    KernelLibrary library = KernelLibrary::unknown;
    int libraryVersion = 0;   // CUTLASS 2 or 3, FlashAttention 2 or 3
    std::string operation;    // "matrix product", "attention (forward)", "AllReduce": what it computes
    std::string functor;      // of a generic ATen kernel: "add"
    std::string architecture; // "Turing": what the code was written for; a newer card may run it
    std::string target;       // "sm_75", "gfx942"
    std::string inputType;    // of A and B, or of the elements
    std::string accumulateType;
    std::string outputType;
    Extent instruction;  // of one tensor-core (matrix-core) instruction
    Extent tile;         // of the output that one thread block makes, k: step along the inner dimension
    Extent cluster;      // thread blocks that share
    int stages = 0;      // tiles in flight
    int vectorWidth = 0; // elements a thread loads at once
    std::string layout;  // "TN": A transposed, B not, in the column-major sense of BLAS; a third letter: the output
    bool splitK = false; // the inner dimension is split over thread blocks, which a second pass adds up
    std::vector<std::string> fusedOperators; // of a kernel of torch.compile: "add", "native_layer_norm"
    std::vector<std::string> notes;          // further facts: "ReLU in the epilogue"
};

// O(length) up to kMaxKernelNameBytes, any bytes. What the name does not say stays empty; nothing is guessed.
KernelName decodeKernelName(std::string_view name);

// One English sentence; empty for a name of which nothing is known.
// "Matrix product of cuBLAS for Turing (sm_75): fp16 in, fp32 accumulate, fp16 out, tensor-core instruction 16x8x8,
// ..."
std::string describeKernel(const KernelName& kernel);

// For a slice: template arguments, parameters and namespaces dropped, the functor of a generic kernel kept
// ("vectorized_elementwise: add"), a matrix product with its architecture and tile ("turing_fp16_s1688gemm 256x64 tn").
// At most kMaxShortNameBytes.
inline constexpr std::size_t kMaxShortNameBytes = 96;
std::string shortKernelName(std::string_view name);

// The ATen operators that torch.compile put into one kernel, from its name (`triton_poi_fused_add_mul_3`: add, mul).
// Empty for any other name.
std::vector<std::string> fusedOperators(std::string_view name);

} // namespace decodescope
