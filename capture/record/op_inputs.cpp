// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/op_inputs.h"

#include "capture/record/json_text.h"

#include <array>
#include <bit>
#include <cmath>

namespace decodescope {

namespace {

// A walk over the words of a list of arguments.
class Words
{
public:
    explicit Words(std::span<const std::int64_t> words)
        : m_words(words)
    {
    }
    bool atEnd() const { return m_at >= m_words.size(); }

    struct Input
    {
        OpInput::Kind kind = OpInput::other;
        int elementType = 0;
        std::span<const std::int64_t> values; // sizes, or scalars
        std::span<const std::int64_t> strides;
        std::size_t members = 0; // tensorList
    };
    Input next()
    {
        const auto header = static_cast<std::uint64_t>(m_words[m_at++]);
        Input input;
        input.kind = static_cast<OpInput::Kind>(header & 0xff);
        input.elementType = static_cast<int>(header >> 8 & 0xff);
        const std::size_t count = header >> 32;
        switch (input.kind) {
        case OpInput::tensor:
            input.values = take(count);
            input.strides = take(count);
            break;
        case OpInput::tensorList:
            input.members = count;
            break;
        case OpInput::integer:
        case OpInput::real:
        case OpInput::boolean:
            input.values = take(1);
            break;
        case OpInput::plainTensor:
        case OpInput::integerList:
        case OpInput::realList:
        case OpInput::booleanList:
            input.values = take(count);
            break;
        case OpInput::other:
            break;
        default:
            m_at = m_words.size();
        }
        return input;
    }

private:
    std::span<const std::int64_t> take(std::size_t count)
    {
        if (count > m_words.size() - m_at) {
            m_at = m_words.size();
            return {};
        }
        const auto taken = m_words.subspan(m_at, count);
        m_at += count;
        return taken;
    }

    std::span<const std::int64_t> m_words;
    std::size_t m_at = 0;
};

void appendIntegers(std::string& out, std::span<const std::int64_t> values)
{
    out += '[';
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0)
            out += ", ";
        appendInteger(out, values[i]);
    }
    out += ']';
}

// As c10::IValue prints a double: "0." for a whole number, else 17 digits.
void appendReal(std::string& out, double value)
{
    constexpr double kLargestWhole = 1e10;
    if (std::isfinite(value) && std::fabs(value) < kLargestWhole && std::trunc(value) == value) {
        if (value == 0 && std::signbit(value))
            out += '-';
        appendInteger(out, static_cast<std::int64_t>(value));
        out += '.';
        return;
    }
    appendDigits(out, value, 17);
}

void appendScalar(std::string& out, OpInput::Kind kind, std::int64_t word)
{
    switch (kind) {
    case OpInput::real:
    case OpInput::realList:
        appendReal(out, std::bit_cast<double>(word));
        return;
    case OpInput::boolean:
    case OpInput::booleanList:
        out += word != 0 ? "True" : "False";
        return;
    default:
        appendInteger(out, word);
    }
}

void appendConcrete(std::string& out, const Words::Input& input)
{
    out += '"';
    switch (input.kind) {
    case OpInput::integer:
    case OpInput::real:
    case OpInput::boolean:
        if (!input.values.empty())
            appendScalar(out, input.kind, input.values[0]);
        break;
    case OpInput::integerList:
    case OpInput::realList:
    case OpInput::booleanList:
        out += '[';
        for (std::size_t i = 0; i < input.values.size(); ++i) {
            if (i > 0)
                out += ", ";
            appendScalar(out, input.kind, input.values[i]);
        }
        out += ']';
        break;
    default:
        break;
    }
    out += '"';
}

const char* typeText(const Words::Input& input)
{
    switch (input.kind) {
    case OpInput::tensor:
    case OpInput::plainTensor:
        return elementTypeName(input.elementType);
    case OpInput::tensorList:
        return "TensorList";
    case OpInput::integer:
    case OpInput::real:
    case OpInput::boolean:
        return "Scalar";
    case OpInput::integerList:
    case OpInput::realList:
    case OpInput::booleanList:
        return "ScalarList";
    default:
        return "";
    }
}

bool isTensor(const Words::Input& input)
{
    return input.kind == OpInput::tensor || input.kind == OpInput::plainTensor;
}

enum class Shape : std::uint8_t { sizes, strides };

// The arguments as nested arrays: a tensor's numbers, a list of them for a list, [] for the rest.
void appendShapes(std::string& out, std::span<const std::int64_t> all, Shape which)
{
    const auto numbers = [which](const Words::Input& input) {
        if (!isTensor(input))
            return std::span<const std::int64_t>();
        return which == Shape::sizes ? input.values : input.strides;
    };
    out += '[';
    bool first = true;
    for (Words words(all); !words.atEnd(); first = false) {
        if (!first)
            out += ", ";
        const Words::Input input = words.next();
        if (input.kind != OpInput::tensorList) {
            appendIntegers(out, numbers(input));
            continue;
        }
        out += '[';
        for (std::size_t i = 0; i < input.members && !words.atEnd(); ++i) {
            if (i > 0)
                out += ", ";
            appendIntegers(out, numbers(words.next()));
        }
        out += ']';
    }
    out += ']';
}

template <class Append>
void appendEach(std::string& out, std::span<const std::int64_t> all, Append append)
{
    out += '[';
    bool first = true;
    for (Words words(all); !words.atEnd(); first = false) {
        if (!first)
            out += ", ";
        const Words::Input input = words.next();
        append(out, input);
        for (std::size_t i = 0; i < input.members && !words.atEnd(); ++i)
            words.next();
    }
    out += ']';
}

} // namespace

const char* elementTypeName(int scalarType)
{
    // c10/core/ScalarType.h, in its order; the words are the C++ types' names as torch's TypeMeta prints them.
    static constexpr std::array kNames = {"unsigned char",
                                          "signed char",
                                          "short int",
                                          "int",
                                          "long int",
                                          "c10::Half",
                                          "float",
                                          "double",
                                          "c10::complex<c10::Half>",
                                          "c10::complex<float>",
                                          "c10::complex<double>",
                                          "bool",
                                          "c10::qint8",
                                          "c10::quint8",
                                          "c10::qint32",
                                          "c10::BFloat16"};
    return scalarType >= 0 && static_cast<std::size_t>(scalarType) < kNames.size() ? kNames[scalarType] : "";
}

void appendOpInputs(std::string& out, std::span<const std::int64_t> words)
{
    out += "\"Concrete Inputs\": ";
    appendEach(out, words, appendConcrete);
    out += ", \"Input type\": ";
    appendEach(out, words, [](std::string& text, const Words::Input& input) {
        text += '"';
        text += typeText(input);
        text += '"';
    });
    out += ", \"Input Strides\": ";
    appendShapes(out, words, Shape::strides);
    out += ", \"Input Dims\": ";
    appendShapes(out, words, Shape::sizes);
    out += ", ";
}

} // namespace decodescope
