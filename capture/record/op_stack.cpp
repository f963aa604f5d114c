// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/op_stack.h"

#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace decodescope {

namespace {

constexpr std::size_t kUsualDepth = 64;

} // namespace

OpStack::OpStack(HostLog& log)
    : m_log(log)
{
    m_log.setThread(::syscall(SYS_gettid));
    m_log.setInputs(m_inputs.lists());
    m_openOps.reserve(kUsualDepth);
    m_openModules.reserve(kUsualDepth);
    m_openAnnotations.reserve(kUsualDepth);
}

void OpStack::noteBorder(HostRecordKind kind, Ns now)
{
    HostRecord& record = m_log.append();
    record.kind = kind;
    record.begin = record.end = now;
    m_log.publish();
}

void OpStack::openWindow(Ns now)
{
    m_recording = true;
    noteBorder(HostRecordKind::windowOpen, now);
}

void OpStack::closeWindow(Ns now)
{
    noteBorder(HostRecordKind::windowClose, now);
    m_recording = false;
}

void OpStack::startOp(Ns now)
{
    if (m_inputs.isFull()) {
        m_inputs.renew();
        m_log.setInputs(m_inputs.lists());
    }
    InputList* inputs = m_words.size() == 0 ? nullptr : m_inputs.intern(m_words.words(), m_name);
    HostRecord& record = m_log.append();
    record.kind = HostRecordKind::op;
    record.inputs = inputs;
    record.name = m_name;
    record.id = m_nextId++;
    record.begin = now;
    record.end = HostRecord::kOpen;
    m_openOps.push_back(&record);
    m_log.publish();
}

void OpStack::endOp(Ns now)
{
    if (m_openOps.empty()) // began before the window
        return;
    HostLog::complete(*m_openOps.back(), now);
    m_openOps.pop_back();
}

void OpStack::beginCall(CallDomain domain, std::uint32_t cbid, std::uint32_t correlation, Ns now)
{
    if (m_callDepth++ > 0) {
        if (m_openCall->correlation == correlation)
            return;
        HostRecord& record = m_log.append();
        record.kind = HostRecordKind::nestedCall;
        record.begin = record.end = m_openCall->begin;
        record.correlation = correlation;
        record.number = m_openCall->correlation;
        m_log.publish();
        return;
    }
    HostRecord& record = m_log.append();
    record.kind = HostRecordKind::call;
    record.domain = domain;
    record.cbid = static_cast<std::uint16_t>(cbid);
    record.correlation = correlation;
    record.id = m_openOps.empty() ? 0 : m_openOps.back()->id;
    record.annotation = m_openAnnotations.empty() ? 0 : m_openAnnotations.back().id;
    record.begin = now;
    record.end = HostRecord::kOpen;
    m_openCall = &record;
    m_log.publish();
}

void OpStack::endCall(Ns now)
{
    if (m_callDepth == 0 || --m_callDepth > 0)
        return;
    HostLog::complete(*m_openCall, now);
}

void OpStack::beginModule(const char* part, int layer, Ns now)
{
    HostRecord& record = m_openModules.emplace_back();
    record.kind = HostRecordKind::module;
    record.name = part;
    record.number = layer;
    record.begin = now;
}

void OpStack::endModule(Ns now)
{
    if (m_openModules.empty())
        return;
    HostRecord& record = m_log.append();
    const HostRecord& module = m_openModules.back();
    record.kind = module.kind;
    record.name = module.name;
    record.number = module.number;
    record.begin = module.begin;
    record.end = now;
    m_openModules.pop_back();
    m_log.publish();
}

void OpStack::beginAnnotation(const char* name, std::int64_t number, Ns now)
{
    HostRecord& record = m_openAnnotations.emplace_back();
    record.kind = HostRecordKind::annotation;
    record.name = name;
    record.number = number;
    record.id = m_nextId++;
    record.begin = now;
}

void OpStack::endAnnotation(Ns now)
{
    if (m_openAnnotations.empty())
        return;
    HostRecord& record = m_log.append();
    const HostRecord& annotation = m_openAnnotations.back();
    record.kind = annotation.kind;
    record.name = annotation.name;
    record.number = annotation.number;
    record.id = annotation.id;
    record.begin = annotation.begin;
    record.end = now;
    m_openAnnotations.pop_back();
    m_log.publish();
}

NameTable::NameTable()
    : m_entries(1024)
{
}

NameTable::~NameTable() = default;

const char* NameTable::intern(const char* name)
{
    const std::size_t mask = m_entries.size() - 1;
    // Names are a few bytes apart at least; the low bits say little.
    std::size_t at = (reinterpret_cast<std::uintptr_t>(name) >> 4) * 0x9e3779b97f4a7c15ull >> 32 & mask;
    while (m_entries[at].key != nullptr) {
        if (m_entries[at].key == name && std::strcmp(m_entries[at].copy, name) == 0)
            return m_entries[at].copy;
        at = (at + 1) & mask;
    }
    return add(name);
}

const char* NameTable::add(const char* name)
{
    const auto place = [this](const Entry& entry) {
        const std::size_t mask = m_entries.size() - 1;
        std::size_t at = (reinterpret_cast<std::uintptr_t>(entry.key) >> 4) * 0x9e3779b97f4a7c15ull >> 32 & mask;
        while (m_entries[at].key != nullptr)
            at = (at + 1) & mask;
        m_entries[at] = entry;
    };
    if (2 * (m_used + 1) > m_entries.size()) {
        const std::vector<Entry> old = std::exchange(m_entries, std::vector<Entry>(2 * m_entries.size()));
        for (const Entry& entry : old) {
            if (entry.key != nullptr)
                place(entry);
        }
    }
    m_texts.push_back(std::make_unique<std::string>(name));
    ++m_used;
    place({name, m_texts.back()->c_str()});
    return m_texts.back()->c_str();
}

} // namespace decodescope
