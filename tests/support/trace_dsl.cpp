// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_dsl.h"

#include "core/trace/trace_builder.h"

#include <array>
#include <charconv>
#include <stdexcept>
#include <string>
#include <utility>

namespace decodescope::test {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kCategories{{
    {"op", "cpu_op"},
    {"step", "user_annotation"},
    {"annotation", "user_annotation"},
    {"call", "cuda_runtime"},
    {"driver", "cuda_driver"},
    {"kernel", "kernel"},
    {"memcpy", "gpu_memcpy"},
    {"memset", "gpu_memset"},
    {"gpu_annotation", "gpu_user_annotation"},
    {"python", "python_function"},
    {"module", "module_scope"},
    {"overhead", "overhead"},
    {"sync", "cuda_sync"},
    {"other", "something"},
}};

// One line, read word by word.
class Line
{
public:
    explicit Line(std::string_view text)
        : m_text(text)
        , m_rest(text)
    {
        skipBlanks();
    }

    bool atEnd() const { return m_rest.empty(); }
    char next() const { return m_rest.empty() ? '\0' : m_rest.front(); }

    std::string word()
    {
        if (atEnd())
            fail("a word is missing");
        std::string_view found;
        if (next() == '"') {
            const std::size_t close = m_rest.find('"', 1);
            if (close == std::string_view::npos)
                fail("the closing quote is missing");
            found = m_rest.substr(1, close - 1);
            m_rest.remove_prefix(close + 1);
        } else {
            found = m_rest.substr(0, m_rest.find_first_of(" \t"));
            m_rest.remove_prefix(found.size());
        }
        skipBlanks();
        return std::string(found);
    }

    std::int64_t number()
    {
        const std::string text = word();
        std::int64_t value = 0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
        if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size())
            fail("'" + text + "' is no number");
        return value;
    }

    std::string rest() { return std::string(std::exchange(m_rest, {})); }
    void drop() { m_rest.remove_prefix(1); }

    [[noreturn]] void fail(const std::string& why) const
    {
        throw std::invalid_argument("trace line '" + std::string(m_text) + "': " + why);
    }

private:
    void skipBlanks()
    {
        const std::size_t first = m_rest.find_first_not_of(" \t\r");
        m_rest.remove_prefix(first == std::string_view::npos ? m_rest.size() : first);
    }

    std::string_view m_text;
    std::string_view m_rest;
};

std::string_view categoryOf(const std::string& kind, const Line& line)
{
    for (const auto& [word, category] : kCategories) {
        if (word == kind)
            return category;
    }
    line.fail("'" + kind + "' is no kind");
}

class Parser
{
public:
    std::shared_ptr<const Trace> parse(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            Line line(text.substr(0, end));
            if (!line.atEnd() && line.next() != '#')
                take(line);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
        flush();
        m_builder.finish();
        return m_builder.snapshot();
    }

private:
    void flush()
    {
        m_builder.append(m_batch);
        m_batch = EventBatch();
    }

    void take(Line& line)
    {
        const std::string first = line.word();
        if (first == "meta") {
            std::string key = line.word();
            m_builder.source().metadata.emplace_back(std::move(key), line.rest());
        } else if (first == "source") {
            flush();
            TraceSource source;
            source.name = line.word();
            m_builder.beginSource(std::move(source));
        } else if (first == "cpu" || first == "gpu") {
            m_thread = {{line.number(), 0, true}, {0, 0, true}};
            m_thread.tid.number = line.number();
            if (!line.atEnd())
                nameThread(line.word());
        } else {
            takeEvent(first, line);
        }
    }

    void nameThread(const std::string& name)
    {
        BatchMetadata metadata;
        metadata.what = BatchMetadata::What::threadName;
        metadata.thread = m_batch.threadNumber(m_thread);
        metadata.text = m_batch.strings.add(name);
        m_batch.metadata.push_back(metadata);
    }

    void takeEvent(const std::string& kind, Line& line)
    {
        BatchEvent event;
        event.category = m_batch.strings.add(categoryOf(kind, line));
        event.time = line.number();
        event.duration = line.number() - event.time;
        event.name = m_batch.strings.add(line.word());
        event.thread = m_batch.threadNumber(m_thread);
        std::string args;
        while (!line.atEnd() && line.next() != '{') {
            const char mark = line.next();
            line.drop();
            const std::string key = mark == '#' ? "correlation" : mark == '^' ? "External id" : "";
            if (key.empty())
                line.fail("expected #CORRELATION, ^EXTERNAL_ID or {...}");
            args += (args.empty() ? "\"" : ", \"") + key + "\": " + std::to_string(line.number());
        }
        if (!line.atEnd()) {
            const std::string more = line.rest();
            args += (args.empty() ? "" : ", ") + more.substr(1, more.rfind('}') - 1);
        }
        if (!args.empty())
            event.args = m_batch.args.add("{" + args + "}");
        m_batch.events.push_back(event);
    }

    TraceBuilder m_builder;
    EventBatch m_batch;
    BatchThread m_thread{{1, 0, true}, {1, 0, true}};
};

} // namespace

std::shared_ptr<const Trace> traceOf(std::string_view text)
{
    return Parser().parse(text);
}

EventId eventNamed(const Trace& trace, std::string_view name)
{
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (trace.name(static_cast<EventId>(i)) == name)
            return static_cast<EventId>(i);
    }
    return kNoEvent;
}

} // namespace decodescope::test
