// SPDX-License-Identifier: GPL-3.0-or-later
// What is open on the decode thread right now: operators, a call, modules, an annotation.
#pragma once

#include "capture/record/host_records.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace decodescope {

// Copies of names that come as pointers, each once. Found by pointer; the text is compared too, since a pointer may
// come back with another text. Used by one thread; what it gives lives as long as the table.
class NameTable
{
public:
    NameTable();
    ~NameTable();
    NameTable(const NameTable&) = delete;
    NameTable& operator=(const NameTable&) = delete;

    const char* intern(const char* name);

private:
    struct Entry
    {
        const char* key = nullptr;
        const char* copy = nullptr;
    };
    const char* add(const char* name);

    std::vector<Entry> m_entries; // open addressing, a power of two
    std::size_t m_used = 0;
    std::vector<std::unique_ptr<std::string>> m_texts;
};

// One per recorded thread, used by that thread alone. Everything on a thread nests strictly, so ends need no name. What
// is noted goes into the log at once; nothing is allocated but for arguments that have not been there before.
class OpStack
{
public:
    explicit OpStack(HostLog& log);

    // The stack that callbacks on this thread write to; nullptr: this thread is not recorded.
    static OpStack* ofThisThread() { return t_current; }
    // Makes this the calling thread's stack; nullptr: none any more.
    static void setOfThisThread(OpStack* stack) { t_current = stack; }

    // Between these everything is kept; outside nothing is noted. `now` is the window's border.
    void openWindow(Ns now);
    void closeWindow(Ns now);
    bool isRecording() const { return m_recording; }

    // beginOp() gives the place where the operator's arguments go; startOp() stamps it when they are there, so that
    // encoding them does not count as the operator's time. `name` must live as long as this stack: see names().
    WordBuffer& beginOp(const char* name)
    {
        m_name = name;
        m_words.clear();
        return m_words;
    }
    void startOp(Ns now);
    void endOp(Ns now);

    // A call inside a call is noted by its correlation id alone; its times do not matter.
    unsigned callDepth() const { return m_callDepth; }
    void beginCall(CallDomain domain, std::uint32_t cbid, std::uint32_t correlation, Ns now);
    void endCall(Ns now);

    void beginModule(const char* part, int layer, Ns now);
    void endModule(Ns now);
    // number < 0: the name alone.
    void beginAnnotation(const char* name, std::int64_t number, Ns now);
    void endAnnotation(Ns now);

    NameTable& names() { return m_names; }

private:
    void noteBorder(HostRecordKind kind, Ns now);

    static inline thread_local OpStack* t_current = nullptr;

    NameTable m_names;
    HostLog& m_log;
    const char* m_name = nullptr; // of the operator whose arguments are being encoded
    WordBuffer m_words;           // ... and these
    InputTable m_inputs;
    std::vector<HostRecord*> m_openOps;
    HostRecord* m_openCall = nullptr;
    unsigned m_callDepth = 0;
    std::vector<HostRecord> m_openModules;
    std::vector<HostRecord> m_openAnnotations;
    std::uint64_t m_nextId = 1;
    bool m_recording = false;
};

} // namespace decodescope
