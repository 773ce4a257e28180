#pragma once

#include "app/state/palette_entry.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// State of the command palette without drawing: the query, its results and the chosen row.
class PaletteSearch {
  public:
    static constexpr std::size_t max_found = 50;
    /// The characters of a longest query that names and texts are searched for; a value may be longer.
    static constexpr std::size_t max_searched = 256;

    /// Starts with an empty query.
    void begin(const PaletteSource& source);
    void set_query(const PaletteSource& source, std::string query);

    /// Searches again after new topics were added.
    void refresh(const PaletteSource& source);

    [[nodiscard]] const std::string& query() const { return query_; }
    /// The name that the palette asks for instead of a search, if any.
    [[nodiscard]] const std::optional<PromptName>& name_prompt() const { return name_prompt_; }
    /// Returns the results, best first.
    [[nodiscard]] const std::vector<PaletteEntry>& found() const { return found_; }
    [[nodiscard]] std::size_t chosen() const { return chosen_; }
    void choose(std::size_t index);
    /// Moves the choice by a number of rows; single steps wrap around.
    void move(int rows);

    struct Taken {
        std::optional<PaletteEntry> entry;  // to be executed; the palette closes
        std::optional<std::string> query;   // the new query; the palette stays open
    };
    /// Accepts the chosen row.
    [[nodiscard]] Taken take(const PaletteSource& source);

  private:
    void find(const PaletteSource& source);
    void find_name(const PaletteSource& source);

    std::string query_;
    std::optional<PromptName> name_prompt_;
    std::vector<PaletteEntry> all_, found_;
    std::size_t chosen_ = 0;
};

}  // namespace poslab
