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

OpStack::OpStack(HostRecordQueue& queue)
    : m_queue(queue)
    , m_chunk(queue.exchange(nullptr))
    , m_threadId(::syscall(SYS_gettid))
{
    m_chunk->threadId = m_threadId;
    m_chunk->prepare();
    m_openOps.reserve(kUsualDepth);
    m_openModules.reserve(kUsualDepth);
    m_openAnnotations.reserve(kUsualDepth);
}

void OpStack::openWindow(Ns now)
{
    m_recording = true;
    HostRecord record;
    record.kind = HostRecordKind::windowOpen;
    record.begin = record.end = now;
    m_chunk->records.push_back(record);
    handOver();
}

void OpStack::closeWindow(Ns now)
{
    HostRecord record;
    record.kind = HostRecordKind::windowClose;
    record.begin = record.end = now;
    m_chunk->records.push_back(record);
    m_recording = false;
    handOver();
}

WordBuffer& OpStack::beginOp(const char* name)
{
    m_openOps.push_back(static_cast<std::uint32_t>(m_chunk->records.size()));
    HostRecord& record = m_chunk->records.emplace_back();
    record.kind = HostRecordKind::op;
    record.name = name;
    record.id = m_nextId++;
    record.inputsBegin = record.inputsEnd = static_cast<std::uint32_t>(m_chunk->inputs.size());
    return m_chunk->inputs;
}

void OpStack::startOp(Ns now)
{
    HostRecord& record = m_chunk->records[m_openOps.back()];
    record.inputsEnd = static_cast<std::uint32_t>(m_chunk->inputs.size());
    record.begin = now;
}

void OpStack::endOp(Ns now)
{
    if (m_openOps.empty()) // began before the window
        return;
    m_chunk->records[m_openOps.back()].end = now;
    m_openOps.pop_back();
    handOverIfWanted();
}

void OpStack::beginCall(CallDomain domain, std::uint32_t cbid, std::uint32_t correlation, Ns now)
{
    if (m_callDepth++ > 0) {
        const HostRecord& outer = m_chunk->records[m_openCall];
        if (outer.correlation == correlation)
            return;
        HostRecord record;
        record.kind = HostRecordKind::nestedCall;
        record.begin = record.end = now;
        record.correlation = correlation;
        record.number = outer.correlation;
        m_chunk->records.push_back(record);
        return;
    }
    m_openCall = static_cast<std::uint32_t>(m_chunk->records.size());
    HostRecord& record = m_chunk->records.emplace_back();
    record.kind = HostRecordKind::call;
    record.domain = domain;
    record.cbid = static_cast<std::uint16_t>(cbid);
    record.correlation = correlation;
    record.id = m_openOps.empty() ? 0 : m_chunk->records[m_openOps.back()].id;
    record.annotation = m_openAnnotations.empty() ? 0 : m_openAnnotations.back().id;
    record.begin = now;
}

void OpStack::endCall(Ns now)
{
    if (m_callDepth == 0 || --m_callDepth > 0)
        return;
    m_chunk->records[m_openCall].end = now;
    handOverIfWanted();
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
    HostRecord record = m_openModules.back();
    m_openModules.pop_back();
    record.end = now;
    m_chunk->records.push_back(record);
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
    HostRecord record = m_openAnnotations.back();
    m_openAnnotations.pop_back();
    record.end = now;
    m_chunk->records.push_back(record);
    handOverIfWanted();
}

void OpStack::handOverIfWanted()
{
    if (m_queue.wanted() || m_chunk->records.size() >= HostChunk::kUsualRecords)
        handOver();
}

void OpStack::handOver()
{
    if (!m_openOps.empty() || m_callDepth > 0)
        return;
    m_chunk = m_queue.exchange(std::move(m_chunk));
    m_chunk->threadId = m_threadId;
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
