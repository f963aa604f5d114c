// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of a safetensors file, mapped into memory. Format: https://github.com/huggingface/safetensors#format
// (8 bytes little-endian header length, a JSON header, then the tensors without holes or overlaps).
#pragma once

#include "capture/model/model_config.h"
#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

struct TensorEntry
{
    std::string name;
    std::string typeName;          // as in the file: "F32", "I64", ...
    std::optional<FloatType> type; // only for F32, F16 and BF16
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0; // byte offset in the file
    std::uint64_t bytes = 0;
};

// The tensors of a whole file's bytes, in the order of their data. Every offset is checked: inside the file, size equal
// to shape times element size, no overlap, no hole. Memory is bounded by the header's size. Any bytes are safe to pass.
// Errors: format, or limit for a header above 32 MiB; Error::where is "file" or "file: tensor".
Result<std::vector<TensorEntry>> parseSafetensors(std::span<const std::byte> bytes, const std::string& file);

// Read-only, so any thread may read. Copies share one mapping. The file must not be cut short while it is open.
class SafetensorsFile
{
public:
    // Errors: io besides those of parseSafetensors().
    static Result<SafetensorsFile> open(const std::filesystem::path& path);

    const std::filesystem::path& path() const { return m_path; }
    const std::vector<TensorEntry>& tensors() const { return m_tensors; }
    const TensorEntry* find(std::string_view name) const; // null when absent; O(log n)

    // Valid while a copy of this object lives; not aligned.
    std::span<const std::byte> data(const TensorEntry& tensor) const
    {
        return m_bytes.subspan(static_cast<std::size_t>(tensor.begin), static_cast<std::size_t>(tensor.bytes));
    }

private:
    std::filesystem::path m_path;
    std::shared_ptr<const void> m_mapping;
    std::span<const std::byte> m_bytes;
    std::vector<TensorEntry> m_tensors;
    std::vector<std::uint32_t> m_byName; // indices into m_tensors
};

} // namespace decodescope
