// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/op_observer.h"

#include "capture/record/clock.h"
#include "capture/record/op_inputs.h"

#include <ATen/record_function.h>
#include <c10/core/UndefinedTensorImpl.h>

#include <algorithm>
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

// Whether all are of the kind of the first one, and of which: comparing tags is cheap, comparing a list's type is not.
OpInput::Kind kindOfScalars(c10::ArrayRef<c10::IValue> values)
{
    const auto areAll = [values](bool (c10::IValue::*is)() const) {
        return std::all_of(values.begin(), values.end(), [is](const c10::IValue& value) { return (value.*is)(); });
    };
    if (values[0].isInt())
        return areAll(&c10::IValue::isInt) ? OpInput::integerList : OpInput::other;
    if (values[0].isDouble())
        return areAll(&c10::IValue::isDouble) ? OpInput::realList : OpInput::other;
    return values[0].isBool() && areAll(&c10::IValue::isBool) ? OpInput::booleanList : OpInput::other;
}

void encodeScalars(Words& words, OpInput::Kind kind, c10::ArrayRef<c10::IValue> values)
{
    std::int64_t* room = words.append(1 + values.size());
    *room++ = OpInput::header(kind, 0, values.size());
    for (const c10::IValue& value : values) {
        *room++ = kind == OpInput::integerList ? value.toInt()
                  : kind == OpInput::realList  ? std::bit_cast<std::int64_t>(value.toDouble())
                                               : std::int64_t{value.toBool()};
    }
}

// The kind of a list without elements is in its type alone.
OpInput::Kind kindOfEmpty(const c10::IValue& list)
{
    return list.isTensorList()   ? OpInput::tensorList
           : list.isIntList()    ? OpInput::integerList
           : list.isDoubleList() ? OpInput::realList
           : list.isBoolList()   ? OpInput::booleanList
                                 : OpInput::other;
}

void encodeList(Words& words, const c10::IValue& list)
{
    const auto values = list.toListRef();
    if (values.empty()) {
        words.push_back(OpInput::header(kindOfEmpty(list), 0, 0));
    } else if (values[0].isTensor() && list.isTensorList()) { // not one of optional tensors
        words.push_back(OpInput::header(OpInput::tensorList, 0, values.size()));
        for (const c10::IValue& value : values) {
            if (const auto* tensor = definedTensor(value))
                encodeTensor(words, *tensor);
            else
                encodeOther(words);
        }
    } else if (values.size() > OpInput::kLongestScalarList) {
        encodeOther(words);
    } else {
        const OpInput::Kind kind = kindOfScalars(values);
        encodeScalars(words, kind, kind == OpInput::other ? c10::ArrayRef<c10::IValue>() : values);
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
