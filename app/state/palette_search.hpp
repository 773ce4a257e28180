#pragma once

#include "app/state/palette_entry.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// What the command palette knows: the query, what it finds, and which row is chosen. Draws nothing.
class PaletteSearch {
  public:
    static constexpr std::size_t most_found = 50;

    /// Begins anew, with an empty query.
    void begin(const PaletteSource& source);
    void set_query(const PaletteSource& source, std::string query);

    /// Searches again, as there is more to be found than before.
    void refresh(const PaletteSource& source);

    [[nodiscard]] const std::string& query() const { return query_; }
    /// The name that is asked for, if one is.
    [[nodiscard]] const std::optional<AskName>& asks() const { return asks_; }
    /// Best first.
    [[nodiscard]] const std::vector<PaletteEntry>& found() const { return found_; }
    [[nodiscard]] std::size_t chosen() const { return chosen_; }
    void choose(std::size_t place);
    /// By so many rows, over the ends, too.
    void move(int rows);

    struct Taken {
        std::optional<PaletteEntry> entry;  // to be done; the palette closes
        std::optional<std::string> query;   // to be typed on
    };
    /// The chosen row is taken.
    [[nodiscard]] Taken take(const PaletteSource& source);

  private:
    void find(const PaletteSource& source);
    void find_name(const PaletteSource& source);

    std::string query_;
    std::optional<AskName> asks_;
    std::vector<PaletteEntry> all_, found_;
    std::size_t chosen_ = 0;
};

}  // namespace poslab
