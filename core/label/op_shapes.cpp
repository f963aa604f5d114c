// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/op_shapes.h"

#include <charconv>

namespace decodescope {
namespace {

// Input Dims: a list with one entry an argument: [1, 2048] a tensor, [] a scalar or none, [[1, 2], [1, 2]] a list of
// tensors.
class DimsReader
{
public:
    explicit DimsReader(std::string_view text)
        : m_text(text)
    {
    }

    bool read(OpShapes& shapes)
    {
        std::size_t argument = 0;
        int depth = 0;
        TensorSize tensor;
        while (m_at < m_text.size()) {
            const char c = m_text[m_at];
            if (c == '[') {
                if (++depth > 3)
                    return false;
                tensor = {};
                ++m_at;
            } else if (c == ']') {
                close(depth--, argument, tensor, shapes);
                ++m_at;
            } else if ((c >= '0' && c <= '9') || c == '-') {
                if (!number(tensor))
                    return false;
            } else {
                ++m_at;
            }
        }
        return depth == 0 && argument > 0;
    }

private:
    // depth: 3 ends a tensor of a list, 2 an argument, 1 the whole.
    void close(int depth, std::size_t& argument, const TensorSize& tensor, OpShapes& shapes)
    {
        if (depth == 3) {
            m_listTensors += 1;
            if (argument == 0) {
                shapes.isList = true;
                keep(shapes, tensor);
            }
        } else if (depth == 2) {
            if (m_listTensors == 0 && !shapes.isList)
                keep(shapes, tensor);
            m_listTensors = 0;
            ++argument;
        }
    }

    static void keep(OpShapes& shapes, const TensorSize& tensor)
    {
        if (shapes.inputs < OpShapes::kMaxInputs)
            shapes.input[shapes.inputs++] = tensor;
    }

    bool number(TensorSize& tensor)
    {
        std::int64_t value = 0;
        const char* const begin = m_text.data() + m_at;
        const auto [end, problem] = std::from_chars(begin, m_text.data() + m_text.size(), value);
        if (problem != std::errc{})
            return false;
        m_at += static_cast<std::size_t>(end - begin);
        if (tensor.rank < TensorSize::kMaxRank)
            tensor.size[tensor.rank++] = value;
        return true;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_listTensors = 0;
};

// The second text of ["", "-2"], or the third where the second is no integer.
std::optional<std::int64_t> firstIntegerArgument(std::string_view concrete)
{
    std::size_t at = 0;
    for (int i = 0; i < 3; ++i) {
        const std::size_t open = concrete.find('"', at);
        const std::size_t close = open == std::string_view::npos ? open : concrete.find('"', open + 1);
        if (close == std::string_view::npos)
            return std::nullopt;
        const std::string_view text = concrete.substr(open + 1, close - open - 1);
        at = close + 1;
        std::int64_t value = 0;
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (i > 0 && !text.empty() && problem == std::errc{} && end == text.data() + text.size())
            return value;
    }
    return std::nullopt;
}

} // namespace

OpShapes readOpShapes(std::string_view dims, std::string_view concrete)
{
    OpShapes shapes;
    if (!dims.empty() && DimsReader(dims).read(shapes))
        shapes.known = true;
    else
        shapes = {};
    shapes.number = firstIntegerArgument(concrete);
    return shapes;
}

} // namespace decodescope
