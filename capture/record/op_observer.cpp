// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/op_observer.h"

#include "capture/record/clock.h"
#include "capture/record/op_inputs.h"

#include <ATen/record_function.h>
#include <c10/core/UndefinedTensorImpl.h>

#include <bit>
#include <memory>

#ifndef NDEBUG
#error "RecordFunction::inputs() asserts on a flag that a released LibTorch never sets: compile this file with NDEBUG."
#endif

namespace decodescope {

namespace {

using Words = WordBuffer;

void encodeTensor(Words& words, const c10::TensorImpl& tensor)
{
    const int type = static_cast<int>(c10::typeMetaToScalarType(tensor.dtype()));
    const auto sizes = tensor.sizes();
    const std::size_t count = sizes.size();
    const bool hasStrides = tensor.layout() == c10::kStrided;
    std::int64_t* room = words.append(1 + (hasStrides ? 2 * count : count));
    *room++ = OpInput::header(hasStrides ? OpInput::tensor : OpInput::plainTensor, type, count);
    // Four numbers or so: a loop is shorter than a call of memcpy().
    for (std::size_t i = 0; i < count; ++i)
        room[i] = sizes[i];
    if (!hasStrides)
        return;
    const auto strides = tensor.strides();
    for (std::size_t i = 0; i < count; ++i)
        room[count + i] = strides[i];
}

const c10::TensorImpl* definedTensor(const c10::IValue& value)
{
    const c10::TensorImpl* tensor = value.isTensor() ? value.unsafeToTensorImpl() : nullptr;
    return tensor != nullptr && tensor != c10::UndefinedTensorImpl::singleton() && !tensor->has_symbolic_sizes_strides()
               ? tensor
               : nullptr;
}

void encodeOther(Words& words)
{
    words.push_back(OpInput::header(OpInput::other, 0, 0));
}

void encodeList(Words& words, const c10::IValue& list)
{
    const auto values = list.toListRef();
    // A look at the first element first: where it is a number the list's type needs no comparing, which is slow.
    const bool isOfNumbers = !values.empty() && (values[0].isInt() || values[0].isDouble() || values[0].isBool());
    if (!isOfNumbers && list.isTensorList()) {
        words.push_back(OpInput::header(OpInput::tensorList, 0, values.size()));
        for (const c10::IValue& value : values) {
            if (const auto* tensor = definedTensor(value))
                encodeTensor(words, *tensor);
            else
                encodeOther(words);
        }
        return;
    }
    if (values.size() > OpInput::kLongestScalarList ||
        !(list.isIntList() || list.isDoubleList() || list.isBoolList())) {
        encodeOther(words);
        return;
    }
    const OpInput::Kind kind = list.isIntList()      ? OpInput::integerList
                               : list.isDoubleList() ? OpInput::realList
                                                     : OpInput::booleanList;
    words.push_back(OpInput::header(kind, 0, values.size()));
    for (const c10::IValue& value : values) {
        words.push_back(kind == OpInput::integerList ? value.toInt()
                        : kind == OpInput::realList  ? std::bit_cast<std::int64_t>(value.toDouble())
                                                     : std::int64_t{value.toBool()});
    }
}

void encodeScalar(Words& words, OpInput::Kind kind, std::int64_t word)
{
    std::int64_t* room = words.append(2);
    room[0] = OpInput::header(kind, 0, 1);
    room[1] = word;
}

void encodeInputs(Words& words, c10::ArrayRef<const c10::IValue> inputs)
{
    for (const c10::IValue& input : inputs) {
        if (const auto* tensor = definedTensor(input))
            encodeTensor(words, *tensor);
        else if (input.isInt())
            encodeScalar(words, OpInput::integer, input.toInt());
        else if (input.isBool())
            encodeScalar(words, OpInput::boolean, input.toBool());
        else if (input.isDouble())
            encodeScalar(words, OpInput::real, std::bit_cast<std::int64_t>(input.toDouble()));
        else if (input.isList())
            encodeList(words, input);
        else
            encodeOther(words);
    }
}

// The stack remembers what is open, so no context object is needed: returning none spares an allocation an operator.
template <bool kShapes>
std::unique_ptr<at::ObserverContext> onStart(const at::RecordFunction& function)
{
    OpStack* stack = OpStack::ofThisThread();
    if (stack == nullptr)
        return nullptr;
    Words& words = stack->beginOp(stack->names().intern(function.name()));
    if constexpr (kShapes)
        encodeInputs(words, function.inputs());
    stack->startOp(ticksNow());
    return nullptr;
}

void onEnd(const at::RecordFunction&, at::ObserverContext*)
{
    const std::int64_t now = ticksNow();
    if (OpStack* stack = OpStack::ofThisThread())
        stack->endOp(now);
}

} // namespace

OpObserver::OpObserver(OpStack& stack, bool shapes)
{
    OpStack::setOfThisThread(&stack);
    m_handle = at::addThreadLocalCallback(at::RecordFunctionCallback(shapes ? &onStart<true> : &onStart<false>, &onEnd)
                                              .needsInputs(shapes)
                                              .scopes({at::RecordScope::FUNCTION}));
}

OpObserver::~OpObserver()
{
    at::removeCallback(m_handle);
    OpStack::setOfThisThread(nullptr);
}

} // namespace decodescope
