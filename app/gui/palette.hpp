#pragma once

#include "app/gui/widgets/pop_up.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/palette_search.hpp"

#include <optional>
#include <string>

namespace poslab {

/// Ctrl K: a field and, under it, what is found by what is typed in it. Arrows and Enter choose.
class CommandPalette {
  public:
    void open(Ui& ui, const PaletteSource& source, bool animated);
    /// There is more to be found than before.
    void refresh(const PaletteSource& source) { search_.refresh(source); }
    [[nodiscard]] bool is_open() const { return pop_up_.is_open(); }
    [[nodiscard]] const PaletteSearch& search() const { return search_; }
    /// Call in every frame while it is open. What was chosen, once; it has closed then.
    std::optional<PaletteEntry> draw(Ui& ui, const PaletteSource& source);

  private:
    void type(Ui& ui, const PaletteSource& source, Rect rect);
    void keys(Ui& ui);
    void take(const PaletteSource& source);
    void draw_hint(Ui& ui, const PaletteSource& source, Rect rect) const;
    void draw_rows(Ui& ui, Language language, Rect area);
    void draw_row(Ui& ui, Language language, Rect row, std::size_t place, bool hovered);

    PopUp pop_up_;
    PaletteSearch search_;
    std::optional<std::string> typed_on_;  // the text that the field is to be typed on with
    std::size_t rows_ = 1;                 // that are seen
    bool follows_ = false;                 // the chosen row is to be brought into view
    bool clicked_ = false;
    std::optional<PaletteEntry> taken_;
};

}  // namespace poslab
