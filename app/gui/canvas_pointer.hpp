#pragma once

#include "app/gui/canvas_computation.hpp"
#include "app/gui/canvas_context.hpp"
#include "app/gui/figure_on_screen.hpp"
#include "app/gui/measured_difference.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/store.hpp"
#include "core/controls/viewport.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// The objects that the pointer acts on, with the figure of the last frame.
struct CanvasFrame {
    Ui& ui;
    Store& store;
    const CanvasContext& context;
    FigureOnScreen& shown;
    const CanvasComputation& computed;
};

/// The pointer over the figure, moved by the mouse or by keys: turns clicks, drags, the wheel and keys into
/// values.
class CanvasPointer {
  public:
    /// Handles the input of a frame.
    void interact(const CanvasFrame& on);
    /// Ignores the pointer until it next moves or clicks.
    void ignore_pointer(const Ui& ui);
    /// True while the pointer is ignored.
    [[nodiscard]] bool ignores_pointer() const { return ignored_.has_value(); }
    void zoom_step(Store& store, const FigureOnScreen& shown, const CanvasComputation& computed,
                   double factor) const;
    /// Notes that the data on screen contain all of the running stroke.
    void note_shown() {
        if (stroke_) stroke_->shown = stroke_->path.size();
    }

    [[nodiscard]] const Cursor& cursor() const { return cursor_; }
    /// The effect of a click at the pointer; empty if none.
    [[nodiscard]] const std::string& hint() const { return hint_; }
    /// The panel of a running drag that a panel handles.
    [[nodiscard]] std::optional<HeldPanel> held() const;
    /// The panel that has the keyboard; null if it is the first.
    [[nodiscard]] const PanelFrame* keyed_frame(const FigureOnScreen& shown) const;
    /// The zoom box being drawn, in the window.
    [[nodiscard]] std::optional<Rect> zoom_box(const Ui& ui, Rect area) const;
    /// The part of a drawn curve that the figure does not show yet, in pixels of the canvas.
    [[nodiscard]] std::vector<Point> ink() const;
    [[nodiscard]] const MeasuredDifference& difference() const { return difference_; }
    void measure_from(const Store& store, const FigureOnScreen& shown) {
        difference_.begin_or_end(store, shown, cursor_);
    }

  private:
    /// A drag in a matrix: panning, or drawing a zoom box.
    struct Gesture {
        bool running = false;
        bool box = false;
        bool moved = false;  // further than a click allows
        Point from;
        Viewport viewport;
        MatrixRoom room;
    };

    /// A drag that a panel handles (PanelDrag), from press to release.
    struct Stroke {
        PanelDrag drag;
        PanelFrame frame;  // at the press
        const View* view = nullptr;
        const FigureInfo* figure = nullptr;
        Values before, last;       // at the press; after the last change by the stroke
        std::vector<Point> path;   // in data coordinates
        std::size_t shown = 0;     // how many points are in the figure on screen
        bool draws_curve = false;  // it belongs to an CurveRequest, not to a parameter

        /// Takes over changes that the stroke did not make (by Play), so that undoing the stroke keeps them.
        void let_pass(const Values& now);
    };

    /// A drag in a plot: panning, or drawing a zoom box.
    struct PlotGesture {
        FigureOnScreen::PlotGeometry plot;
        PanelFrame frame;
        Axis x, y;  // at the start
        std::pair<Axis, Axis> whole;
        Point from;
        const View* view = nullptr;
        const FigureInfo* figure = nullptr;
        bool box = false, moved = false;
    };

    /// The matrix under or held by the pointer, else the first one.
    struct HoveredMatrix {
        const PanelFrame* frame = nullptr;
        ItemState touch;
    };

    void hover(const CanvasFrame& on);
    /// Handles the divider between two wiped matrices.
    static void wipe(const CanvasFrame& on);
    /// Scrolls a table that does not fit, by the wheel and Page Up/Down. The keys scroll the first table if
    /// the pointer is over none.
    static void scroll_tables(const CanvasFrame& on);
    [[nodiscard]] static HoveredMatrix touch_matrices(const CanvasFrame& on);
    void click_matrix(const CanvasFrame& on, const HoveredMatrix& touched);
    static void wheel(const CanvasFrame& on, const Viewport& viewport, const PanelFrame& frame);
    void drag(const CanvasFrame& on, const Viewport& viewport, const HoveredMatrix& touched);
    static void overview(const CanvasFrame& on, const Viewport& viewport);

    /// Handles clicks in panels without any other gesture.
    void click_others(const CanvasFrame& on, bool matrices);
    static void click(const CanvasFrame& on, const PanelFrame& frame, Point data);

    /// Handles a drag in a panel (PanelDrag::Kind); returns true if the panel has one.
    bool drag_in_panel(const CanvasFrame& on, const PanelFrame& frame, const ItemState& item);
    void draw_stroke(const CanvasFrame& on);
    /// Handles Enter or Space at the pointer's position.
    void press_by_key(const CanvasFrame& on, const PanelDrag& drag, const PanelFrame& frame) const;
    void end_stroke(const CanvasFrame& on);
    /// The drag of the panel; none if dragging has no effect there.
    [[nodiscard]] static std::optional<PanelDrag> drag_of(const CanvasFrame& on, const PanelFrame& frame);
    [[nodiscard]] static bool takes_curve(const CanvasFrame& on, const PanelFrame& frame);
    /// The area in which a panel takes the pointer: its plot, with a margin if a curve is requested.
    [[nodiscard]] static Rect touched_rect(const CanvasFrame& on, const PanelFrame& frame);

    void move_plot(const CanvasFrame& on, const PanelFrame& frame, const ItemState& item);
    static void wheel_plot(const CanvasFrame& on, const PanelFrame& frame, const ItemState& item);
    void pan_plot(const CanvasFrame& on);
    void end_plot_gesture(const CanvasFrame& on);

    /// The panels reachable with Page Up/Down; Tab goes to the first.
    [[nodiscard]] static std::vector<const PanelFrame*> keyboard_frames(const FigureOnScreen& shown);
    /// Handles the keys if another panel than the first has the keyboard; returns true if so.
    bool keyed_elsewhere(const CanvasFrame& on, const ItemState& item);
    void move_by_keys(const CanvasFrame& on, const ItemState& item);
    void move_in_plot(const CanvasFrame& on);
    /// The pointer's new position after arrow keys, in data coordinates; none if it stays.
    [[nodiscard]] std::optional<Point> arrowed_in_plot(const CanvasFrame& on, const PanelFrame& frame) const;
    [[nodiscard]] std::optional<Point> arrowed_in_map(const CanvasFrame& on, const PanelFrame& frame) const;
    void keys(const CanvasFrame& on, const Viewport& viewport);
    void plot_keys(const CanvasFrame& on);

    Cursor cursor_;
    std::string figure_id_;           // the figure of cursor_ and keyed_
    std::optional<Point> keyed_;      // the pointer's position set by arrow keys, in data of keyboard_panel_
    std::size_t keyboard_panel_ = 0;  // index into keyboard_frames()
    Point mouse_;                     // the mouse position then; moving the mouse takes over
    std::optional<Point> ignored_;    // the position of a mouse that is ignored
    std::optional<Stroke> stroke_;
    Gesture gesture_;
    std::optional<PlotGesture> plot_gesture_;
    Point pressed_at_;  // in a panel that only takes clicks
    std::string hint_;
    MeasuredDifference difference_;
};

}  // namespace poslab
