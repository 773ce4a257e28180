#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

class Store;
struct Table;

/// Pairs of heading and text.
using VisitLines = std::vector<std::pair<std::string, std::string>>;

/// A state opened to show a claim or an explanation. end_visit() restores the user's own state.
struct Visit {
    VisitLines lines;          // about the state
    std::string before;        // the state of all views before it, as the text of a session
    std::string lesson, step;  // the lesson and step that were open then
    bool operator==(const Visit&) const = default;
};

/// Returns the columns of a table's row, which a visit shows next to its state.
[[nodiscard]] VisitLines lines_of_row(const Table& table, std::size_t row);

/// Shows the state of the command (read_shown_state). A visit during another one returns to the state before
/// the first. Throws UsageError or InputError; nothing has changed then.
void begin_visit(Store& store, const std::string& command, VisitLines lines);
/// Restores the state of every view before the visit.
void end_visit(Store& store);
/// Ends a visit when a lesson is opened, so that it begins from the user's own state, and discards it when
/// the step changes. Call once per frame before lessons are opened.
void follow_lessons(Store& store);

/// Returns the visit as a flat JSON object for the session.
[[nodiscard]] nlohmann::ordered_json visit_json(const std::optional<Visit>& visit);
[[nodiscard]] std::optional<Visit> visit_in(const nlohmann::ordered_json& settings);

}  // namespace poslab
