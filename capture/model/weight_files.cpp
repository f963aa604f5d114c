// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/weight_files.h"

#include "capture/model/json_file.h"

#include <nlohmann/json.hpp>

#include <system_error>

namespace decodescope {

namespace {

constexpr std::uintmax_t kMaxIndexBytes = 32u << 20;
constexpr std::size_t kMaxShards = 4096;

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text = "[";
    for (const std::int64_t length : shape)
        text += (text.size() > 1 ? ", " : "") + std::to_string(length);
    return text + "]";
}

// A shard lies beside the index: a name with folders in it could lead anywhere.
bool isPlainFileName(const std::string& name)
{
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos &&
           name.find('\0') == std::string::npos;
}

// Tensor name -> shard's file name.
Result<std::map<std::string, std::string>> readIndex(const std::filesystem::path& path)
{
    const Result<std::string> text = readSmallFile(path, kMaxIndexBytes);
    if (!text)
        return tl::unexpected(text.error());
    const Result<nlohmann::json> document = parseSmallJson(*text, path.string());
    if (!document)
        return tl::unexpected(document.error());
    const auto weights = document->is_object() ? document->find("weight_map") : document->end();
    if (!document->is_object() || weights == document->end() || !weights->is_object())
        return failure(ErrorCode::format, "This index has no object weight_map.", path.string());
    std::map<std::string, std::string> shardOf;
    for (const auto& [tensor, shard] : weights->items()) {
        if (!shard.is_string() || !isPlainFileName(shard.get_ref<const std::string&>()))
            return failure(ErrorCode::format, "The index does not name a file of its folder for this tensor.",
                           path.string() + ": " + tensor);
        shardOf.emplace(tensor, shard.get<std::string>());
    }
    return shardOf;
}

} // namespace

Result<WeightFiles> WeightFiles::open(const std::filesystem::path& folder)
{
    std::error_code error;
    WeightFiles weights;
    weights.m_source = folder / "model.safetensors";
    if (std::filesystem::exists(weights.m_source, error)) {
        Result<SafetensorsFile> file = SafetensorsFile::open(weights.m_source);
        if (!file)
            return tl::unexpected(file.error());
        for (const TensorEntry& tensor : file->tensors())
            weights.m_shard.emplace(tensor.name, 0);
        weights.m_files.push_back(std::move(*file));
        return weights;
    }

    weights.m_source = folder / "model.safetensors.index.json";
    if (!std::filesystem::exists(weights.m_source, error)) {
        if (std::filesystem::exists(folder / "pytorch_model.bin", error))
            return failure(ErrorCode::unsupported,
                           "This folder has only pickled weights (pytorch_model.bin): save the model with safetensors.",
                           folder.string());
        return failure(ErrorCode::io, "This folder has neither model.safetensors nor model.safetensors.index.json.",
                       folder.string());
    }
    const Result<std::map<std::string, std::string>> shardOf = readIndex(weights.m_source);
    if (!shardOf)
        return tl::unexpected(shardOf.error());

    std::map<std::string, std::size_t> number;
    for (const auto& [tensor, shard] : *shardOf) {
        const auto [place, isNew] = number.emplace(shard, weights.m_files.size());
        if (isNew) {
            if (weights.m_files.size() == kMaxShards)
                return failure(ErrorCode::limit, "This index names more than 4096 files.", weights.m_source.string());
            Result<SafetensorsFile> file = SafetensorsFile::open(folder / shard);
            if (!file)
                return tl::unexpected(file.error());
            weights.m_files.push_back(std::move(*file));
        }
        if (!weights.m_files[place->second].find(tensor))
            return failure(ErrorCode::format, "The file that the index names for this tensor does not have it.",
                           (folder / shard).string() + ": " + tensor);
        weights.m_shard.emplace(tensor, place->second);
    }
    return weights;
}

bool WeightFiles::contains(std::string_view name) const
{
    return m_shard.find(name) != m_shard.end();
}

Result<WeightView> WeightFiles::find(const std::string& name, const std::vector<std::int64_t>& shape) const
{
    const auto shard = m_shard.find(name);
    if (shard == m_shard.end())
        return failure(ErrorCode::format, "The model needs this tensor, and the folder does not have it.",
                       m_source.string() + ": " + name);
    const SafetensorsFile& file = m_files[shard->second];
    const TensorEntry* tensor = file.find(name);
    const std::string where = file.path().string() + ": " + name;
    if (tensor->shape != shape)
        return failure(
            ErrorCode::format,
            "This tensor is " + shapeText(tensor->shape) + ", config.json asks for " + shapeText(shape) + ".", where);
    if (!tensor->type)
        return failure(ErrorCode::unsupported,
                       "This tensor's type " + tensor->typeName + " is not supported: only F32, F16 and BF16 are.",
                       where);
    return WeightView{*tensor->type, file.data(*tensor)};
}

} // namespace decodescope
