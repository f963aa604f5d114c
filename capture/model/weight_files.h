// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a Hugging Face model folder: one safetensors file, or shards and an index.
#pragma once

#include "capture/model/safetensors.h"
#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// One tensor's bytes in its mapped file; valid while the WeightFiles lives, not aligned.
struct WeightView
{
    FloatType type = FloatType::float32;
    std::span<const std::byte> bytes; // row-major, as long as the shape asks
};

class WeightFiles
{
public:
    // model.safetensors, or what model.safetensors.index.json lists. Errors: io, format, limit, and unsupported for a
    // folder that has only pickled weights.
    static Result<WeightFiles> open(const std::filesystem::path& folder);

    bool contains(std::string_view name) const;

    // Errors: format, when the tensor is missing or has another shape; unsupported, when its type is not F32, F16 or
    // BF16. Error::where is "file: tensor".
    Result<WeightView> find(const std::string& name, const std::vector<std::int64_t>& shape) const;

private:
    std::filesystem::path m_source;                          // the single file, or the index
    std::vector<SafetensorsFile> m_files;                    // each shard once
    std::map<std::string, std::size_t, std::less<>> m_shard; // tensor -> index into m_files
};

} // namespace decodescope
