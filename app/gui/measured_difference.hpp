#pragma once

#include "app/gui/figure_on_screen.hpp"
#include "app/state/store.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace poslab {

/// The difference from a point in a plot to the pointer in the same plot.
class MeasuredDifference {
  public:
    /// Starts measuring from the pointer's position in a plot; called again, stops.
    void begin_or_end(const Store& store, const FigureOnScreen& shown, const Cursor& cursor);

    /// The plot in which a difference is measured; null if it is not shown.
    [[nodiscard]] const PanelFrame* frame(const Store& store, const FigureOnScreen& shown) const;
    /// The point from which the difference is measured, in data coordinates of frame().
    [[nodiscard]] Point from() const { return anchor_->at; }
    /// The point to which it is measured; empty unless the pointer is in the same plot.
    [[nodiscard]] std::optional<Point> to(const Store& store, const FigureOnScreen& shown,
                                          const Cursor& cursor) const;
    /// The measured difference; empty unless the pointer is in the same plot.
    [[nodiscard]] std::vector<ReadoutRow> rows(const Store& store, const FigureOnScreen& shown,
                                               const Cursor& cursor) const;

  private:
    /// The point from which a difference is measured.
    struct Anchor {
        const View* view = nullptr;
        std::string_view figure;
        bool companion = false;
        std::size_t panel = 0;
        Point at;
    };
    std::optional<Anchor> anchor_;
};

}  // namespace poslab
