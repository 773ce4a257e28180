#pragma once

#include "app/gui/widgets/pop_up.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/palette_search.hpp"

#include <optional>
#include <string>

namespace poslab {

/// The command palette (Ctrl K): a search field and, below it, the matches. Arrows and Enter choose.
class CommandPalette {
  public:
    void open(Ui& ui, const PaletteSource& source, bool animated);
    /// Repeats the search after new entries became available.
    void refresh(const PaletteSource& source) { search_.refresh(source); }
    [[nodiscard]] bool is_open() const { return pop_up_.is_open(); }
    [[nodiscard]] const PaletteSearch& search() const { return search_; }
    /// Call in every frame while it is open. Returns the chosen entry once; the palette has then closed.
    std::optional<PaletteEntry> draw(Ui& ui, const PaletteSource& source);

  private:
    void type(Ui& ui, const PaletteSource& source, Rect rect);
    void keys(Ui& ui);
    void take(const PaletteSource& source);
    void draw_hint(Ui& ui, const PaletteSource& source, Rect rect) const;
    void draw_rows(Ui& ui, Language language, Rect area);
    void draw_row(Ui& ui, Language language, Rect row, std::size_t index, bool hovered);

    PopUp pop_up_;
    PaletteSearch search_;
    std::optional<std::string> typed_on_;  // the text with which editing continues
    std::size_t rows_ = 1;                 // visible rows
    bool follows_ = false;                 // scroll the chosen row into view
    bool clicked_ = false;
    std::optional<PaletteEntry> taken_;
};

}  // namespace poslab
