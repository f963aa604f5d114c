// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/safetensors.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <numeric>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <unordered_set>

namespace decodescope {

namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 32u << 20;
constexpr std::size_t kMaxDimensions = 8;

struct ElementType
{
    std::string_view name;
    unsigned bytes;
};

constexpr std::array kElementTypes{
    ElementType{"F32", 4},     ElementType{"F16", 2},     ElementType{"BF16", 2}, ElementType{"F64", 8},
    ElementType{"I64", 8},     ElementType{"I32", 4},     ElementType{"I16", 2},  ElementType{"I8", 1},
    ElementType{"U64", 8},     ElementType{"U32", 4},     ElementType{"U16", 2},  ElementType{"U8", 1},
    ElementType{"F8_E4M3", 1}, ElementType{"F8_E5M2", 1}, ElementType{"BOOL", 1},
};

std::optional<unsigned> elementBytes(std::string_view name)
{
    const auto found = std::ranges::find(kElementTypes, name, &ElementType::name);
    return found == kElementTypes.end() ? std::nullopt : std::optional(found->bytes);
}

std::optional<FloatType> floatTypeOf(std::string_view name)
{
    if (name == "F32")
        return FloatType::float32;
    if (name == "F16")
        return FloatType::float16;
    if (name == "BF16")
        return FloatType::bfloat16;
    return std::nullopt;
}

// Takes the header's JSON apart as it is read, so that whatever is not a header ends the reading at once. The document
// is {name: {dtype: string, shape: [n...], data_offsets: [begin, end]}..., "__metadata__": {key: string...}}.
class HeaderReader
{
public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    std::vector<TensorEntry> tensors;
    std::string fault; // empty: none
    std::string faultyTensor;

    bool null() { return unexpected("null"); }
    bool boolean(bool) { return unexpected("true or false"); }
    bool binary(binary_t&) { return unexpected("binary data"); }
    bool number_integer(number_integer_t) { return unexpected("a negative number"); }
    bool number_float(number_float_t, const string_t&) { return unexpected("a number that is no offset or length"); }

    bool number_unsigned(number_unsigned_t value)
    {
        if (m_place == Place::shape) {
            if (value > static_cast<number_unsigned_t>(INT64_MAX))
                return stop("shape has a number that is too large");
            if (tensors.back().shape.size() == kMaxDimensions)
                return stop("shape has more than " + std::to_string(kMaxDimensions) + " dimensions");
            tensors.back().shape.push_back(static_cast<std::int64_t>(value));
            return true;
        }
        if (m_place != Place::offsets)
            return unexpected("a number");
        if (m_offsetCount == m_offsets.size())
            return stop("data_offsets has more than two numbers");
        m_offsets[m_offsetCount++] = value;
        return true;
    }

    bool string(string_t& value)
    {
        if (m_place == Place::metadata)
            return true;
        if (m_place != Place::tensor || m_field != "dtype")
            return unexpected("a string");
        tensors.back().typeName = value;
        return true;
    }

    bool start_object(std::size_t)
    {
        switch (m_place) {
        case Place::document:
            m_place = Place::names;
            return true;
        case Place::names:
            m_place = m_field == "__metadata__" ? Place::metadata : Place::tensor;
            if (m_place == Place::tensor)
                startTensor();
            return true;
        default:
            return unexpected("an object");
        }
    }

    bool key(string_t& name)
    {
        m_field = name;
        if (m_place == Place::names)
            return m_names.insert(name).second || stop("two tensors have this name", name);
        if (m_place == Place::metadata)
            return true;
        const bool isKnown = name == "dtype" || name == "shape" || name == "data_offsets";
        if (!isKnown)
            return stop("it has the unknown key \"" + name.substr(0, 40) + "\"");
        if (std::ranges::find(m_fieldsSeen, name) != m_fieldsSeen.end())
            return stop("it has the key " + name + " twice");
        m_fieldsSeen.push_back(name);
        return true;
    }

    bool end_object()
    {
        if (m_place == Place::tensor && !finishTensor())
            return false;
        m_place = m_place == Place::names ? Place::document : Place::names;
        return true;
    }

    bool start_array(std::size_t)
    {
        if (m_place == Place::tensor && m_field == "shape")
            m_place = Place::shape;
        else if (m_place == Place::tensor && m_field == "data_offsets")
            m_place = Place::offsets;
        else
            return unexpected("an array");
        return true;
    }

    bool end_array()
    {
        m_place = Place::tensor;
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception&)
    {
        return stop("the header is not valid JSON: it goes wrong at byte " + std::to_string(position), {});
    }

private:
    enum class Place : std::uint8_t { document, names, metadata, tensor, shape, offsets };

    bool stop(std::string what, std::string tensor)
    {
        fault = std::move(what);
        faultyTensor = std::move(tensor);
        return false;
    }

    bool stop(std::string what) { return stop(std::move(what), isInTensor() ? tensors.back().name : std::string()); }
    bool isInTensor() const { return m_place >= Place::tensor && !tensors.empty(); }

    bool unexpected(const char* what)
    {
        return stop(std::string("the header has ") + what +
                    (m_field.empty() ? "" : " at \"" + m_field.substr(0, 80) + "\"") + " where none belongs");
    }

    void startTensor()
    {
        tensors.emplace_back().name = m_field;
        m_fieldsSeen.clear();
        m_offsetCount = 0;
    }

    // Leaves the offsets relative to the data; the caller knows where that begins.
    bool finishTensor()
    {
        TensorEntry& tensor = tensors.back();
        for (const char* field : {"dtype", "shape", "data_offsets"}) {
            if (std::ranges::find(m_fieldsSeen, field) == m_fieldsSeen.end())
                return stop(std::string("it lacks ") + field);
        }
        const std::optional<unsigned> each = elementBytes(tensor.typeName);
        if (!each)
            return stop("its dtype \"" + tensor.typeName.substr(0, 40) + "\" is not known");
        if (m_offsetCount != m_offsets.size())
            return stop("data_offsets has fewer than two numbers");
        if (m_offsets[0] > m_offsets[1])
            return stop("its data ends before it begins");
        std::uint64_t bytes = *each;
        for (const std::int64_t length : tensor.shape) {
            if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(length), &bytes))
                return stop("its shape is larger than any file");
        }
        if (bytes != m_offsets[1] - m_offsets[0])
            return stop("its data has " + std::to_string(m_offsets[1] - m_offsets[0]) +
                        " bytes, its shape and dtype ask for " + std::to_string(bytes));
        tensor.type = floatTypeOf(tensor.typeName);
        tensor.begin = m_offsets[0];
        tensor.bytes = bytes;
        return true;
    }

    Place m_place = Place::document;
    std::string m_field;
    std::vector<std::string> m_fieldsSeen; // of the tensor being read; at most three
    std::array<std::uint64_t, 2> m_offsets{};
    std::size_t m_offsetCount = 0;
    std::unordered_set<std::string> m_names;
};

tl::unexpected<Error> formatFailure(const std::string& fault, const std::string& file, const std::string& tensor = {})
{
    const std::string where = tensor.empty() ? file : file + ": " + tensor.substr(0, 200);
    return failure(ErrorCode::format, "This is not a sound safetensors file: " + fault + ".", where);
}

// Sorts by place and makes the offsets those of the file.
Result<void> placeTensors(std::vector<TensorEntry>& tensors, std::uint64_t dataBegin, std::uint64_t fileBytes,
                          const std::string& file)
{
    // An empty tensor sorts before the one that begins where it does.
    std::ranges::sort(tensors, [](const TensorEntry& a, const TensorEntry& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.bytes < b.bytes;
    });
    const std::uint64_t dataBytes = fileBytes - dataBegin;
    std::uint64_t end = 0;
    for (TensorEntry& tensor : tensors) {
        if (tensor.begin > dataBytes || tensor.bytes > dataBytes - tensor.begin)
            return formatFailure("the tensor's data lies beyond the file's end (" + std::to_string(fileBytes) +
                                     " bytes); is the file truncated?",
                                 file, tensor.name);
        if (tensor.begin < end)
            return formatFailure("the tensor's data overlaps the one before it", file, tensor.name);
        if (tensor.begin > end)
            return formatFailure("there is a hole before the tensor's data", file, tensor.name);
        end = tensor.begin + tensor.bytes;
        tensor.begin += dataBegin;
    }
    if (end != dataBytes)
        return formatFailure(std::to_string(dataBytes - end) + " bytes at its end belong to no tensor", file);
    return {};
}

} // namespace

Result<std::vector<TensorEntry>> parseSafetensors(std::span<const std::byte> bytes, const std::string& file)
{
    if (bytes.size() < kLengthBytes)
        return formatFailure("it has only " + std::to_string(bytes.size()) + " bytes", file);
    std::uint64_t headerBytes = 0;
    for (unsigned i = 0; i < kLengthBytes; ++i)
        headerBytes |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
    if (headerBytes > bytes.size() - kLengthBytes)
        return formatFailure("its header of " + std::to_string(headerBytes) + " bytes does not fit in the file's " +
                                 std::to_string(bytes.size()) + "; is the file truncated?",
                             file);
    if (headerBytes > kMaxHeaderBytes)
        return failure(ErrorCode::limit, "The header has " + std::to_string(headerBytes) + " bytes, more than 32 MiB.",
                       file);

    const auto* text = reinterpret_cast<const char*>(bytes.data()) + kLengthBytes;
    HeaderReader reader;
    // A byte order mark or anything but an object is not a header, though the JSON library would take it.
    if (headerBytes == 0 || *text != '{')
        return formatFailure("its header does not begin with {", file);
    if (!nlohmann::json::sax_parse(text, text + headerBytes, &reader))
        return formatFailure(reader.fault, file, reader.faultyTensor);
    const Result<void> placed = placeTensors(reader.tensors, kLengthBytes + headerBytes, bytes.size(), file);
    if (!placed)
        return tl::unexpected(placed.error());
    return std::move(reader.tensors);
}

Result<SafetensorsFile> SafetensorsFile::open(const std::filesystem::path& path)
{
    const auto systemFailure = [&path] {
        return failure(ErrorCode::io, "This file cannot be read: " + std::generic_category().message(errno) + ".",
                       path.string());
    };
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return systemFailure();
    struct stat status
    {
    };
    const bool isFile = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    const auto size = static_cast<std::size_t>(isFile ? status.st_size : 0);
    void* memory = size > 0 ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : nullptr;
    ::close(descriptor);
    if (!isFile)
        return failure(ErrorCode::io, "This is not a regular file.", path.string());
    if (memory == MAP_FAILED)
        return systemFailure();

    SafetensorsFile file;
    file.m_path = path;
    file.m_mapping = std::shared_ptr<const void>(memory, [size](void* mapped) {
        if (mapped)
            ::munmap(mapped, size);
    });
    file.m_bytes = {static_cast<const std::byte*>(memory), size};
    Result<std::vector<TensorEntry>> tensors = parseSafetensors(file.m_bytes, path.string());
    if (!tensors)
        return tl::unexpected(tensors.error());
    file.m_tensors = std::move(*tensors);
    file.m_byName.resize(file.m_tensors.size());
    std::iota(file.m_byName.begin(), file.m_byName.end(), 0u);
    std::ranges::sort(file.m_byName, {},
                      [&file](std::uint32_t i) -> const std::string& { return file.m_tensors[i].name; });
    return file;
}

const TensorEntry* SafetensorsFile::find(std::string_view name) const
{
    const auto nameOf = [this](std::uint32_t i) -> std::string_view { return m_tensors[i].name; };
    const auto found = std::ranges::lower_bound(m_byName, name, {}, nameOf);
    return found != m_byName.end() && nameOf(*found) == name ? &m_tensors[*found] : nullptr;
}

} // namespace decodescope
