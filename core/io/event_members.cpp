// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/event_members.h"

#include "core/io/event_splitter.h"
#include "core/io/json_repair.h"

#include <simdjson.h>

#include <charconv>

namespace decodescope {

static_assert(kTextPadding >= simdjson::SIMDJSON_PADDING);

namespace {

// Where a member goes; nullptr: not known.
std::string_view* knownMember(std::string_view key, EventMembers& out)
{
    switch (key.size()) {
    case 2:
        if (key == "ph")
            return &out.phase;
        if (key == "ts")
            return &out.time;
        if (key == "id")
            return &out.id;
        return key == "bp" ? &out.bindPoint : nullptr;
    case 3:
        if (key == "pid")
            return &out.pid;
        if (key == "tid")
            return &out.tid;
        if (key == "cat")
            return &out.category;
        if (key == "dur")
            return &out.duration;
        return key == "id2" ? &out.id2 : nullptr;
    case 4:
        if (key == "name")
            return &out.name;
        return key == "args" ? &out.args : nullptr;
    case 7:
        if (key == "bind_id")
            return &out.bindId;
        return key == "flow_in" ? &out.flowIn : nullptr;
    case 8:
        return key == "flow_out" ? &out.flowOut : nullptr;
    default:
        return nullptr;
    }
}

// A key's text between its quotes; simdjson has checked that there is a closing one.
std::string_view keyText(const char* begin, const char* end)
{
    const char* at = begin;
    while (at < end && *at != '"')
        at += *at == '\\' ? 2 : 1;
    return {begin, static_cast<std::size_t>(std::min(at, end) - begin)};
}

std::string_view withoutSpaceBehind(std::string_view text)
{
    while (!text.empty() && isJsonSpace(text.back()))
        text.remove_suffix(1);
    return text;
}

using Value = simdjson::ondemand::value;

bool rawText(Value& value, char first, std::string_view& out)
{
    std::string_view text;
    if (first == '{') {
        simdjson::ondemand::object object;
        if (value.get_object().get(object) != simdjson::SUCCESS || object.raw_json().get(text) != simdjson::SUCCESS)
            return false;
    } else if (first == '[') {
        simdjson::ondemand::array array;
        if (value.get_array().get(array) != simdjson::SUCCESS || array.raw_json().get(text) != simdjson::SUCCESS)
            return false;
    } else {
        text = value.raw_json_token();
    }
    out = withoutSpaceBehind(text);
    return !out.empty();
}

} // namespace

void EventMembers::clear()
{
    auto kept = std::move(others);
    kept.clear();
    *this = EventMembers{};
    others = std::move(kept);
}

std::optional<std::int64_t> jsonInteger(std::string_view text)
{
    std::int64_t value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size())
        return std::nullopt;
    return value;
}

struct EventParser::State
{
    simdjson::ondemand::parser onDemand;
    simdjson::dom::parser dom;
};

EventParser::EventParser()
    : m_state(std::make_unique<State>())
{
    constexpr std::size_t kFirstCapacity = 64 * 1024;
    [[maybe_unused]] const auto error =
        m_state->dom.allocate(kFirstCapacity, kMaxJsonDepth); // a failure shows in parse()
}

EventParser::~EventParser() = default;

bool EventParser::parse(std::string_view event, EventMembers& out)
{
    out.clear();
    simdjson::ondemand::document document;
    const auto text = simdjson::padded_string_view(event.data(), event.size(), event.size() + kTextPadding);
    if (m_state->onDemand.iterate(text).get(document) != simdjson::SUCCESS)
        return false;
    simdjson::ondemand::object object;
    if (document.get_object().get(object) != simdjson::SUCCESS)
        return false;
    const char* end = event.data() + event.size();
    for (auto member : object) {
        simdjson::ondemand::field field;
        if (std::move(member).get(field) != simdjson::SUCCESS)
            return false;
        const std::string_view key = keyText(field.key().raw(), end);
        Value value = field.value();
        const std::string_view token = value.raw_json_token();
        std::string_view raw;
        if (token.empty() || !rawText(value, token.front(), raw))
            return false;
        if (std::string_view* known = knownMember(key, out))
            *known = raw;
        else
            out.others.emplace_back(key, raw);
    }
    return true;
}

bool EventParser::isStrict(std::string_view json)
{
    simdjson::dom::element element;
    return m_state->dom.parse(json.data(), json.size(), false).get(element) == simdjson::SUCCESS;
}

} // namespace decodescope
