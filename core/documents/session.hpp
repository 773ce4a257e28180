#pragma once

#include "core/base/message.hpp"
#include "core/params/value.hpp"
#include "core/views/view.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The state of the window that is stored between starts.
struct Session {
    std::string view;                                   // id of the selected view; empty: none
    std::map<std::string, Values, std::less<>> values;  // by view id; all parameters of that view
    /// The window's settings: a flat object of strings, finite numbers, booleans and arrays of strings.
    nlohmann::ordered_json settings = nlohmann::ordered_json::object();
};

/// The format number in "poslab_session". It increases when programs of the previous format can no longer
/// read a file.
inline constexpr int session_format = 1;
/// The maximum size of a session. Callers check it before reading a file.
inline constexpr std::size_t max_session_bytes = std::size_t{1} << 20U;

/// Returns {"poslab_session": 1, "version", "view", "views": {id: {parameter: value}}, "settings"} as UTF-8
/// with a final line feed. Settings of other types are omitted; bytes that are not UTF-8 are replaced.
///
/// Throws Error for values of an unknown view, or that do not match the view or are out of range.
/// Thread-safe.
[[nodiscard]] std::string session_text(const Session& session, std::span<const View* const> views);

struct SessionReading {
    enum class State {
        fine,    // everything was read
        partly,  // some values were rejected: unknown, of a wrong type, out of range, or inconsistent
        broken,  // not a session: nothing was read
        older,   // an earlier format: nothing was read
        newer    // a later format: nothing was read
    };
    Session session;  // views that the text does not name are absent; omitted parameters have their defaults
    State state = State::fine;
    // why the state is not fine; the first few, then the number of the others
    std::vector<Message> complaints;
};

/// Reads a session from any bytes. The returned values are in range and consistent. Time and memory are
/// bounded by the size of `text`.
///
/// Throws only std::bad_alloc. Thread-safe.
[[nodiscard]] SessionReading read_session(std::string_view text, std::span<const View* const> views);

}  // namespace poslab
