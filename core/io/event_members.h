// SPDX-License-Identifier: GPL-3.0-or-later
// The members of one event, as they are written.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace decodescope {

// Each value is its JSON text (strings with their quotes); empty: absent. The last one of equal keys.
struct EventMembers
{
    std::string_view phase;
    std::string_view category;
    std::string_view name;
    std::string_view pid;
    std::string_view tid;
    std::string_view time;     // ts
    std::string_view duration; // dur
    std::string_view args;
    std::string_view id;
    std::string_view id2;
    std::string_view bindPoint; // bp
    std::string_view bindId;
    std::string_view flowIn;
    std::string_view flowOut;
    std::vector<std::pair<std::string_view, std::string_view>> others; // key as written between its quotes, value

    void clear();
};

inline bool isJsonString(std::string_view json)
{
    return json.size() >= 2 && json.front() == '"';
}
inline bool isAbsent(std::string_view json)
{
    return json.empty() || json == "null";
}
// A whole number within int64; nullopt for anything else.
std::optional<std::int64_t> jsonInteger(std::string_view text);

// Walks over the text of an event. Used by one thread.
class EventParser
{
public:
    EventParser();
    ~EventParser();
    EventParser(const EventParser&) = delete;
    EventParser& operator=(const EventParser&) = delete;

    // False when the text is not an object in JSON as far as this program looks at it: quotes, UTF-8, control bytes,
    // and the structure of the object itself are checked, values are not looked into. kTextPadding bytes behind the
    // event must be readable. The views point into the event. O(length).
    bool parse(std::string_view event, EventMembers& out);

    // Whether a text is strict JSON through and through, no deeper than kMaxJsonDepth. kTextPadding bytes behind it
    // must be readable. O(length).
    bool isStrict(std::string_view json);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace decodescope
