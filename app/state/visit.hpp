#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

class Store;
struct Table;

/// Headings and texts.
using VisitLines = std::vector<std::pair<std::string, std::string>>;

/// A state that was opened to show what a claim or an explanation says. The user's own state comes back by end_visit().
struct Visit {
    VisitLines lines;          // of what it shows
    std::string before;        // the state of all views before it, a session's text
    std::string lesson, step;  // that was open then
    bool operator==(const Visit&) const = default;
};

/// The columns of a row of a table, which a visit shows next to its state.
[[nodiscard]] VisitLines lines_of_row(const Table& table, std::size_t row);

/// Shows the state of the command (read_shown_state). A visit during another one returns to the state before the first. Throws
/// UsageError, InputError; nothing has changed then.
void begin_visit(Store& store, const std::string& command, VisitLines lines);
/// Gives every view the state that it had before the visit.
void end_visit(Store& store);
/// Call once a frame before lessons are opened: a lesson that is opened meanwhile begins from the user's own state, and another
/// step replaces what was visited.
void follow_lessons(Store& store);

/// For the session: a flat object.
[[nodiscard]] nlohmann::ordered_json visit_json(const std::optional<Visit>& visit);
[[nodiscard]] std::optional<Visit> visit_in(const nlohmann::ordered_json& settings);

}  // namespace poslab
