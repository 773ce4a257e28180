#pragma once

#include "core/base/sentence.hpp"
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

/// What the window keeps from one start to the next.
struct Session {
    std::string view;                                   // the chosen one's id; empty: none
    std::map<std::string, Values, std::less<>> values;  // by view id, all parameters of that view
    /// Of the shell: a flat object of strings, finite numbers, truth values and arrays of strings.
    nlohmann::ordered_json settings = nlohmann::ordered_json::object();
};

/// The number under "poslab_session". Raised when a file can no longer be read by a program that knows the one before.
inline constexpr int session_format = 1;
/// A larger text is no session; whoever reads a file checks this first.
inline constexpr std::size_t most_session_bytes = std::size_t{1} << 20U;

/// {"poslab_session": 1, "version", "view", "views": {id: {parameter: value}}, "settings"} as UTF-8 that ends with a line
/// feed. Settings that are not of the kinds above are left out, bytes that are not UTF-8 are replaced.
/// Throws Error for values of a view that is not among `views`, or that are not of this view or out of range. Any thread.
[[nodiscard]] std::string session_text(const Session& session, std::span<const View* const> views);

struct SessionReading {
    enum class State {
        fine,    // all that is there was taken
        partly,  // some values were not: unknown, of a wrong type, out of range, or not fitting together
        broken,  // not a session: nothing was taken
        older,   // of a format before this one: nothing was taken
        newer    // of a later format: nothing was taken
    };
    Session session;  // views that the text does not name are absent; parameters that it does not name are at their defaults
    State state = State::fine;
    std::vector<Sentence> complaints;  // why the state is not fine; the first few, then how many more there are
};

/// Reads any bytes: what session_text() wrote, what a user made of it, or what is neither. Values in the answer are in
/// range and fit together. Time and memory are bounded by the size of `text`. Throws std::bad_alloc only. Any thread.
[[nodiscard]] SessionReading read_session(std::string_view text, std::span<const View* const> views);

}  // namespace poslab
