#pragma once

#include "app/gui/canvas_computation.hpp"
#include "app/gui/canvas_context.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"
#include "core/controls/viewport.hpp"
#include "core/figure/layout.hpp"
#include "core/views/comparison.hpp"
#include "core/views/figure_limits.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace poslab {

/// Everything that a view makes a figure or readout from.
struct FigureSource {
    const View* view = nullptr;
    std::vector<Variant> variants;
    Style style;
    Cursor cursor;
    [[nodiscard]] bool same(const FigureSource& other) const;
};

/// The panel of a running drag, whose axes stay as they were at the press.
struct HeldPanel {
    const FigureInfo* figure = nullptr;
    PanelFrame frame;
    bool y = false;  // also the y axis
};

/// The figure that is looked at, with its layout: which part of a matrix, plot or table it shows, and the
/// limits of its axes and colours.
class FigureOnScreen {
  public:
    /// Makes the figure of the current data and lays it out, unless it is on screen already.
    void update(Ui& ui, const Store& store, const CanvasComputation& computed, const CanvasContext& context,
                const Cursor& cursor, const std::optional<HeldPanel>& held);

    /// How many figures were made.
    [[nodiscard]] std::size_t made() const { return made_; }
    [[nodiscard]] const Figure& figure() const { return figure_; }
    /// False in the frame in which another view or figure was chosen, until update().
    [[nodiscard]] bool is_of(const Store& store) const {
        return shown_.view == &store.view() && shown_.figure == &store.figure();
    }
    [[nodiscard]] const Layout& layout() const { return layout_; }
    /// The panel of a frame; null if the figure lacks it.
    [[nodiscard]] const Panel* panel_of(const PanelFrame& frame) const;
    [[nodiscard]] const PanelFrame* matrix_frame() const { return matrix_of(layout_); }
    [[nodiscard]] MatrixRoom room(const PanelFrame& frame) const;

    struct PlotGeometry {
        int number = 1;     // among the plots of the figure
        bool own_x = true;  // false: x is shared with a matrix
        bool own_y = true;  // false: y shows differences
    };
    /// Empty if the axes of the frame cannot be set.
    [[nodiscard]] std::optional<PlotGeometry> plot_geometry(const PanelFrame& frame) const;
    /// The first plot whose axes can be zoomed; null if the figure has none.
    [[nodiscard]] const PanelFrame* zoomable_plot() const;
    /// The axes of a plot without the user's limits.
    [[nodiscard]] std::pair<Axis, Axis> whole_axes(const Store& store, const CanvasComputation& computed,
                                                   const PanelFrame& frame) const;
    static void set_plot(Store& store, const PlotGeometry& plot, const Axis& x, const Axis& y,
                         const std::pair<Axis, Axis>& whole);
    void zoom_plot(Store& store, const CanvasComputation& computed, const PanelFrame& frame, double factor,
                   Point at) const;
    /// Resets the view: the values change immediately, the picture animates to them.
    void go_home(Store& store);

    /// Locks the axes and colours of the figure at their current limits.
    void lock_limits(Store& store) const;
    /// Restores automatic limits.
    static void release_limits(Store& store);
    /// True if all limits of the figure are locked; false if it has none that can be.
    [[nodiscard]] bool limits_are_locked(const Store& store) const;
    /// True if the figure has limits that can be locked.
    [[nodiscard]] bool can_lock_limits(const Store& store) const;
    /// The colour of a readout's swatch: equal to the cell's on screen, also while its limits are held for a
    /// slider.
    [[nodiscard]] Color swatch_of(const Store& store, const ReadoutRow& row) const;

    /// The table of the frame if it does not fit and scrolls; else null.
    [[nodiscard]] const Table* scrolled_table(const PanelFrame& frame) const;
    /// Scrolls the table of the frame to this row.
    void scroll_table(const PanelFrame& frame, std::size_t first_row);

  private:
    /// The animation back to the whole matrix: the axes from which it starts.
    struct Glide {
        Axis x, y;
        double since = -1;  // seconds; negative: starts with the next frame
    };
    /// The limits that a figure has with these values.
    struct ShownLimits {
        const View* view = nullptr;
        const FigureInfo* figure = nullptr;
        Values values;
        FigureLimits limits;
        [[nodiscard]] bool same_window(const ShownLimits& other) const;
    };

    /// Everything that the figure and its layout follow from, if nothing moves.
    struct Key {
        FigureSource source;
        const FigureInfo* figure = nullptr;
        Values values;
        Comparison comparison;
        Rect area;
        double padding = 0;
        bool lecture = false;
        std::vector<std::size_t> needed;
        [[nodiscard]] bool same(const Key& other) const;
    };

    void make(Ui& ui, const Key& key, const Store& store, const CanvasContext& context,
              const std::optional<HeldPanel>& held);
    /// While a slider moves or plays, lets limits only widen, so that colours and positions keep their
    /// meaning.
    void hold_limits(const Store& store);
    void note_movement(const Store& store, bool shows_present, bool playing);
    /// Keeps the axes of a panel unchanged during a drag in it.
    void hold_axes(const HeldPanel& held);
    /// Restores the scroll positions of the figure's tables.
    void restore_rows(const Store& store);
    void glide(Ui& ui);
    void lay_out(const Store& store, const TextMetrics& metrics, const CanvasContext& context);

    std::optional<Key> key_;  // of figure_ and layout_; empty: they are made again
    std::size_t made_ = 0;
    Figure figure_;
    Layout layout_;
    Point origin_;
    double room_width_ = 0, room_height_ = 0;  // the largest size a matrix can take
    ComparisonCache compared_;
    std::optional<Glide> glide_;
    bool moving_ = false;                                    // a slider is dragged or playing
    std::optional<ShownLimits> held_;                        // over all frames since the slider began to move
    ShownLimits shown_;                                      // of the last frame
    std::vector<std::pair<ColorScale, ColorScale>> scales_;  // each of the figure: automatic, on screen
    /// The first visible row of each table, by figure and panel index; companions count from 1,000.
    using ScrolledIn = std::pair<const View*, const FigureInfo*>;
    std::map<ScrolledIn, std::map<std::size_t, std::size_t>> first_rows_;
    ScrolledIn scrolled_in_{};
};

}  // namespace poslab
