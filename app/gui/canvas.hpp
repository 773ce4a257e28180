#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/compared.hpp"
#include "app/state/store.hpp"
#include "app/state/worker.hpp"
#include "core/controls/viewport.hpp"
#include "core/figure/layout.hpp"
#include "core/views/figure_limits.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// A request that the user draw a curve in a panel.
struct CurveRequest {
    std::size_t panel = 0;                               // among Figure::main and then Figure::companions
    std::string hint{};                                  // in the status bar while the panel is hovered
    std::function<void(std::span<const Point>)> draw{};  // called with the growing path, data coordinates
    std::function<void(bool)> end{};                     // true: released; false: cancelled
};

/// The canvas's position in the window, its engine and the state that affects its layout.
struct CanvasContext {
    Rect area;  // below the header
    double padding = 24;
    double scale = 1;  // device pixels per CSS pixel
    EngineChoice engine{};
    bool lecture = false;                   // text sizes and spacing for a lecture room
    bool playing = false;                   // a parameter is playing
    std::vector<Point> path{};              // earlier pointer positions of this frame, while a button is held
    std::function<void(Figure&)> change{};  // lets the lesson alter the figure before layout
    std::optional<CurveRequest> curve_request{};
    std::vector<std::size_t> needed{};  // panels (numbered by named_panels()) to show alone if space is short
};

/// The figure on screen: requests its data from the worker, lays it out, and turns pointer gestures into
/// values.
class Canvas {
  public:
    /// Handles gestures, using the layout of the last frame.
    void interact(Ui& ui, Store& store, const CanvasContext& context);
    /// Ignores the pointer until it next moves or clicks. Call before interact().
    void ignore_pointer(const Ui& ui);
    /// True while the pointer is ignored.
    [[nodiscard]] bool ignores_pointer() const { return ignored_.has_value(); }
    /// Copies the state of the pins. Call first in a frame.
    void take_pins(const Store& store, Compared& compared);
    /// Requests data for the current values, or for `next`, which is computed ahead and not shown until
    /// arrived(). Call after all widgets.
    void compute(const Store& store, Worker& worker, Compared& compared, const TextMetrics& metrics,
                 const CanvasContext& context, const std::optional<Values>& next = std::nullopt);
    /// True if the values computed ahead have data (possibly coarse) or failed; their data are shown from
    /// then on.
    [[nodiscard]] bool arrived(const Worker& worker);
    /// Returns the figure of the current values without data.
    [[nodiscard]] static Figure empty_figure(const Store& store, const Compared& compared);
    [[nodiscard]] static Layout layout_in(const Store& store, const Figure& figure,
                                          const TextMetrics& metrics, const CanvasContext& context);
    /// Lays the figure out and paints it.
    void draw(Ui& ui, const Store& store, const CanvasContext& context);
    /// Draws dimming, progress and the zoom box over the painted figure.
    void draw_over(Ui& ui, Store& store, Worker& worker, const CanvasContext& context);

    /// Resets the view: the values change immediately, the picture animates to them.
    void go_home(Store& store);
    void zoom_step(Store& store, double factor) const;
    /// The first plot whose axes can be zoomed; null if the figure has none.
    [[nodiscard]] const PanelFrame* zoomable_plot() const;
    /// Locks the axes and colours of the figure at their current limits.
    void lock_limits(Store& store) const;
    /// Restores automatic limits.
    void release_limits(Store& store) const;
    /// True if all limits of the figure are locked; false if it has none that can be.
    [[nodiscard]] bool limits_are_locked(const Store& store) const;
    /// True if the figure has limits that can be locked.
    [[nodiscard]] bool can_lock_limits(const Store& store) const;
    /// The colour of a readout's swatch: equal to the cell's on screen, also while its limits are held for a
    /// slider.
    [[nodiscard]] Color swatch_of(const Store& store, const ReadoutRow& row) const;
    /// Starts measuring differences from the pointer's position in a plot; called again, stops.
    void measure_from(const Store& store);
    /// The measured difference; empty unless the pointer is in the same plot.
    [[nodiscard]] std::vector<ReadoutRow> measured(const Store& store) const;

    [[nodiscard]] const Layout& layout() const { return layout_; }
    [[nodiscard]] const Figure& figure() const { return figure_; }
    [[nodiscard]] const Cursor& cursor() const { return cursor_; }
    /// The variants on screen: the newest data with their values, then the pins.
    [[nodiscard]] std::vector<Variant> variants(const Store& store) const;
    [[nodiscard]] const WorkerStatus& status() const { return status_; }
    /// Returns the parameter that needs a file before the view can be computed, once.
    [[nodiscard]] std::optional<std::size_t> take_wanted_file() {
        return std::exchange(wanted_file_, std::nullopt);
    }
    /// Makes Enter press the accented button of the card over the figure, unless the focus is visible
    /// elsewhere. Call before other items take the key.
    void press_default(Ui& ui) {
        if (offered_file_ && !ui.focus_visible() && ui.take(ImGuiKey_Enter) > 0) wanted_file_ = offered_file_;
    }
    /// The effect of a click at the pointer; empty if none.
    [[nodiscard]] const std::string& hint() const { return hint_; }
    /// True if data of the current values are on screen, final or coarse.
    [[nodiscard]] bool shows_present() const { return fresh_; }
    /// True if the final data of the current values are on screen.
    [[nodiscard]] bool up_to_date() const { return fresh_ && !status_.running && status_.error.empty(); }
    /// The label of each pin: how it differs; empty for a pin equal to the current values.
    [[nodiscard]] const std::vector<std::string>& pin_labels() const { return pin_labels_; }
    /// True if exactly two variants are shown and can be compared other than side by side.
    [[nodiscard]] bool shows_two() const { return two_; }
    /// True if the variants can share one frame with a wipe.
    [[nodiscard]] bool can_wipe() const { return can_wipe_; }
    /// True if only their number (more than two) prevents shows_two().
    [[nodiscard]] bool shows_too_many() const { return too_many_; }
    /// True if all pins have their data, or cannot have any.
    [[nodiscard]] bool complete() const { return complete_; }
    [[nodiscard]] const Message& comparison_error() const { return comparison_error_; }
    /// The exception because of which data of the current values or of a pin are missing; null if none are.
    [[nodiscard]] std::exception_ptr failure() const {
        return status_.failure != nullptr ? status_.failure : comparison_failure_;
    }

  private:
    static constexpr double no_matrix = 1024;  // cells requested for a figure without a matrix

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
        Values before, last;       // at the press; after the last change by the stroke
        std::vector<Point> path;   // in data coordinates
        std::size_t shown = 0;     // how many points are in the figure on screen
        bool draws_curve = false;  // it belongs to an CurveRequest, not to a parameter

        /// Takes over changes that the stroke did not make (by Play), so that undoing the stroke keeps them.
        void let_pass(const Values& now);
    };

    struct PlotGeometry {
        int number = 1;     // among the plots of the figure
        bool own_x = true;  // false: x is shared with a matrix
        bool own_y = true;  // false: y shows differences
    };
    /// A drag in a plot: panning, or drawing a zoom box.
    struct PlotGesture {
        PlotGeometry plot;
        PanelFrame frame;
        Axis x, y;  // at the start
        std::pair<Axis, Axis> whole;
        Point from;
        const View* view = nullptr;
        bool box = false, moved = false;
    };
    /// The point from which a difference is measured.
    struct Anchor {
        const View* view = nullptr;
        std::string_view figure;
        bool companion = false;
        std::size_t panel = 0;
        Point at;
    };

    /// The animation back to the whole matrix: the axes from which it starts.
    struct Glide {
        Axis x, y;
        double since = -1;  // seconds; negative: starts with the next frame
    };

    /// The matrix under or held by the pointer, else the first one.
    struct HoveredMatrix {
        const PanelFrame* frame = nullptr;
        ItemState touch;
    };

    void lay_out(const Store& store, const TextMetrics& metrics, const CanvasContext& context);
    void hover(const Ui& ui, Rect area);
    /// Handles the divider between two wiped matrices.
    void wipe(Ui& ui, Store& store, Rect area) const;
    [[nodiscard]] HoveredMatrix touch_matrices(Ui& ui, Rect area) const;
    [[nodiscard]] const Panel* panel_of(const PanelFrame& frame) const;
    void click_matrix(const Ui& ui, Store& store, const HoveredMatrix& touched, Rect area);
    /// Handles clicks in panels without any other gesture.
    void click_others(Ui& ui, Store& store, const CanvasContext& context, bool matrices);
    void click(Store& store, const PanelFrame& frame, Point data) const;
    /// Scrolls a table that does not fit, by the wheel and Page Up/Down. The keys scroll the first table if
    /// the pointer is over none.
    void scroll_tables(Ui& ui, Rect area);
    [[nodiscard]] const Table* scrolled_table(const PanelFrame& frame) const;
    /// Restores the scroll positions of the figure's tables.
    void begin_tables(const Store& store);
    /// Handles a drag in a panel (PanelDrag::Kind); returns true if the panel has one.
    bool drag_in_panel(Ui& ui, Store& store, const PanelFrame& frame, const ItemState& item,
                       const CanvasContext& context);
    void draw_stroke(const Ui& ui, Store& store, const CanvasContext& context);
    /// Handles Enter or Space at the pointer's position.
    void press_by_key(Store& store, const PanelDrag& drag, const PanelFrame& frame) const;
    void end_stroke(Ui& ui, Store& store, const CanvasContext& context);
    /// The drag of the panel; none if dragging has no effect there.
    [[nodiscard]] std::optional<PanelDrag> drag_of(const PanelFrame& frame,
                                                   const CanvasContext& context) const;
    [[nodiscard]] bool takes_curve(const PanelFrame& frame, const CanvasContext& context) const;
    /// The area in which a panel takes the pointer: its plot, with a margin if a curve is requested.
    [[nodiscard]] Rect touched_rect(const PanelFrame& frame, const CanvasContext& context) const;
    /// Draws the part of the stroke that the figure does not show yet.
    void draw_ink(Ui& ui, Rect area) const;
    /// Keeps the axes of a panel unchanged during a drag in it.
    void hold_axes();
    /// While a slider moves or plays, lets limits only widen, so that colours and positions keep their
    /// meaning.
    void hold_limits(const Store& store, const CanvasContext& context);
    void note_movement(const Store& store, const CanvasContext& context);
    void move_by_keys(Ui& ui, Store& store, const ItemState& item);
    void move_in_plot(Ui& ui, Store& store, const CanvasContext& context);
    /// The panels reachable with Page Up/Down; Tab goes to the first.
    [[nodiscard]] std::vector<const PanelFrame*> keyboard_frames() const;
    /// The panel that has the keyboard; null if it is the first.
    [[nodiscard]] const PanelFrame* keyed_frame() const;
    /// Handles the keys if another panel than the first has the keyboard; returns true if so.
    bool keyed_elsewhere(Ui& ui, Store& store, const ItemState& item);
    /// The pointer's new position after arrow keys, in data coordinates; none if it stays.
    [[nodiscard]] std::optional<Point> arrowed_in_plot(Ui& ui, const PanelFrame& frame) const;
    [[nodiscard]] std::optional<Point> arrowed_in_map(Ui& ui, const PanelFrame& frame) const;
    [[nodiscard]] std::optional<PlotGeometry> plot_place(const PanelFrame& frame) const;
    [[nodiscard]] std::pair<Axis, Axis> whole_axes(const Store& store, const PanelFrame& frame) const;
    void set_plot(Store& store, const PlotGeometry& plot, const Axis& x, const Axis& y,
                  const std::pair<Axis, Axis>& whole) const;
    void move_plot(Ui& ui, Store& store, const PanelFrame& frame, const ItemState& item,
                   const CanvasContext& context);
    void wheel_plot(Ui& ui, Store& store, const PanelFrame& frame, const ItemState& item,
                    const CanvasContext& context) const;
    void zoom_plot(Store& store, const PanelFrame& frame, double factor, Point at) const;
    void pan_plot(Ui& ui, Store& store);
    void end_plot_gesture(Ui& ui, Store& store, Rect area);
    void plot_keys(Ui& ui, Store& store);
    [[nodiscard]] Point measured_at(const PanelFrame& frame) const;
    [[nodiscard]] const PanelFrame* anchored_frame(const Store& store) const;
    void draw_plot_gesture(Ui& ui, const Store& store, Rect area) const;
    void glide(Ui& ui);
    void wheel(Ui& ui, Store& store, const Viewport& viewport, const PanelFrame& frame);
    void drag(Ui& ui, Store& store, const Viewport& viewport, const HoveredMatrix& touched);
    void overview(Ui& ui, Store& store, const CanvasContext& context, const Viewport& viewport);
    void keys(Ui& ui, Store& store, const Viewport& viewport);
    void measure(const Store& store, const Compared& compared, const TextMetrics& metrics,
                 const CanvasContext& context);
    /// The result for the shown figure; null before the first.
    [[nodiscard]] std::shared_ptr<const Result> result(const Store& store) const;
    [[nodiscard]] ComputeRequest current_request(const Store& store, const CanvasContext& context) const;
    void keep(const std::shared_ptr<const Result>& result);
    [[nodiscard]] const PanelFrame* matrix_frame() const;
    [[nodiscard]] MatrixRoom room(const PanelFrame& frame) const;
    void draw_error(Ui& ui, const Store& store, Rect area);
    void draw_stopped(Ui& ui, Store& store, const CanvasContext& context);
    void draw_progress(Ui& ui, const Store& store, Worker& worker, const CanvasContext& context);

    Layout layout_;
    Figure figure_;
    ComparisonCache compared_;
    Cursor cursor_;
    std::string figure_id_;           // the figure of cursor_ and keyed_
    std::optional<Point> keyed_;      // the pointer's position set by arrow keys, in data of keyboard_panel_
    std::size_t keyboard_panel_ = 0;  // index into keyboard_frames()
    Point mouse_;                     // the mouse position then; moving the mouse takes over
    std::optional<Point> ignored_;    // the position of a mouse that is ignored
    std::optional<Glide> glide_;
    std::optional<Stroke> stroke_;
    Gesture gesture_;
    std::optional<PlotGesture> plot_gesture_;
    std::optional<Anchor> anchor_;
    /// The first visible row of each table, by figure and panel index; companions count from 1,000.
    using ScrolledIn = std::pair<const View*, const FigureInfo*>;
    std::map<ScrolledIn, std::map<std::size_t, std::size_t>> first_rows_;
    ScrolledIn scrolled_in_{};
    Point pressed_at_;  // in a panel that only takes clicks
    std::string hint_;
    WorkerStatus status_;
    std::map<std::pair<const View*, std::vector<std::string>>, std::shared_ptr<const Result>>
        results_;  // by view and arrays
    std::optional<ComputeRequest> last_request_;
    std::optional<std::size_t> wanted_file_;
    std::optional<std::size_t> offered_file_;  // the parameter of the error card's button
    bool fresh_ = false;
    Point origin_;
    std::string label_;            // of the current values; empty without other variants
    std::vector<Variant> others_;  // the other variants
    std::vector<std::string> pin_labels_;
    Message comparison_error_;  // why some variants have no data
    std::exception_ptr comparison_failure_;
    bool complete_ = true;  // all have data, or cannot have any

    /// The limits that a figure has with these values.
    struct ShownLimits {
        const View* view = nullptr;
        const FigureInfo* figure = nullptr;
        Values values;
        FigureLimits limits;
        [[nodiscard]] bool same_window(const ShownLimits& other) const;
    };
    bool moving_ = false;                                    // a slider is dragged or playing
    std::optional<ShownLimits> held_;                        // over all frames since the slider began to move
    ShownLimits shown_;                                      // of the last frame
    std::vector<std::pair<ColorScale, ColorScale>> scales_;  // each of the figure: automatic, on screen

    // The request and layout for which the sizes below were measured.
    std::optional<ComputeRequest> measured_;
    const FigureInfo* measured_figure_ = nullptr;
    std::vector<Values> measured_others_;
    bool two_ = false, can_wipe_ = false, too_many_ = false;
    Comparison::How measured_how_ = Comparison::How::side_by_side;
    Rect measured_area_;
    double measured_scale_ = 0;
    double width_ = no_matrix, height_ = no_matrix;  // of the frame of the matrix or map, device pixels
    double room_width_ = 0, room_height_ = 0;        // the largest size a matrix can take
};

}  // namespace poslab
