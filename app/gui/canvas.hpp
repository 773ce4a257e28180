#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/compared.hpp"
#include "app/state/store.hpp"
#include "app/state/viewport.hpp"
#include "app/state/worker.hpp"
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

/// A curve is to be drawn by hand in a panel.
struct AskedCurve {
    std::size_t panel = 0;                               // among Figure::main and then Figure::companions
    std::string hint{};                                  // in the status bar while the pointer is there
    std::function<void(std::span<const Point>)> draw{};  // with the pointer's path so far, data coordinates, each time it grows
    std::function<void(bool)> end{};                     // the button is up, or (false) the stroke is taken back
};

/// Where the canvas is, and what computes for it.
struct CanvasPlace {
    Rect area;  // below the header
    double padding = 24;
    double scale = 1;  // device pixels per CSS pixel
    EngineChoice engine{};
    bool lecture = false;       // type and distances for a lecture room
    bool playing = false;       // a parameter is being played
    std::vector<Point> path{};  // where the pointer was since the last frame before it came where it is, while a button is held
    std::function<void(Figure&)> change{};  // what is told beside the figure has its say before it is laid out
    std::optional<AskedCurve> asked{};
    std::vector<std::size_t> needed{};  // panels, as named_panels() numbers them, that are shown alone where there is no room else
};

/// The figure: asks the worker for what the values want, lays it out, and turns the pointer's gestures into values.
class Canvas {
  public:
    /// Gestures, judged by where things lay in the last frame.
    void interact(Ui& ui, Store& store, const CanvasPlace& place);
    /// Until the pointer moves, or does something, it is over nothing. Call before interact().
    void ignore_pointer(const Ui& ui);
    /// Whether it is so.
    [[nodiscard]] bool ignores_pointer() const { return ignored_.has_value(); }
    /// Takes over what is pinned. Call first in a frame.
    void take_pins(const Store& store, Compared& compared);
    /// Requests data if the present values have none, or else those of `next`, which are computed ahead: until arrived() they are
    /// not shown. Call after every widget had its say.
    void compute(const Store& store, Worker& worker, Compared& compared, const TextMetrics& metrics, const CanvasPlace& place,
                 const std::optional<Values>& next = std::nullopt);
    /// True if what was computed ahead has data, be they coarse, or cannot have any; from then on they are shown.
    [[nodiscard]] bool arrived(const Worker& worker);
    /// The figure of the current values before there are data, and how it is laid out: what its panels need.
    [[nodiscard]] static Figure empty_figure(const Store& store, const Compared& compared);
    [[nodiscard]] static Layout layout_in(const Store& store, const Figure& figure, const TextMetrics& metrics,
                                          const CanvasPlace& place);
    /// Lays the figure out and paints it.
    void draw(Ui& ui, const Store& store, const CanvasPlace& place);
    /// Dimming, progress, the box being drawn: over the painted figure.
    void draw_over(Ui& ui, Store& store, Worker& worker, const CanvasPlace& place);

    /// Shows the whole: its values at once, the picture of it glides there.
    void go_home(Store& store);
    void zoom_step(Store& store, double factor) const;
    /// The first plot whose axes can be zoomed; null: the figure has none.
    [[nodiscard]] const PanelFrame* zoomable_plot() const;
    /// Fixes the limits that the axes and colours of the figure have now.
    void lock_plots(Store& store) const;
    /// Restores automatic limits.
    void release_plots(Store& store) const;
    /// True if all limits of the figure are fixed; false if it has none that can be.
    [[nodiscard]] bool is_locked(const Store& store) const;
    [[nodiscard]] bool can_be_locked(const Store& store) const;
    /// The colour of a readout's swatch: that of the cell on screen, whose limits may be held while a slider moves.
    [[nodiscard]] Color swatch_of(const Store& store, const ReadoutRow& row) const;
    /// From where the pointer is in a plot a difference is measured; called again, no more.
    void measure_from(const Store& store);
    /// That difference, while the pointer is in the same plot.
    [[nodiscard]] std::vector<ReadoutRow> measured(const Store& store) const;

    [[nodiscard]] const Layout& layout() const { return layout_; }
    [[nodiscard]] const Figure& figure() const { return figure_; }
    [[nodiscard]] const Cursor& cursor() const { return cursor_; }
    /// What is on screen: the newest data with the values they are shown with, and what is pinned beside them.
    [[nodiscard]] std::vector<Variant> variants(const Store& store) const;
    [[nodiscard]] const WorkerStatus& status() const { return status_; }
    /// The parameter for which a file is to be chosen since the view cannot be computed without, once.
    [[nodiscard]] std::optional<std::size_t> take_wanted_file() { return std::exchange(wanted_file_, std::nullopt); }
    /// Enter presses the button in accent colour of what lies over the figure, unless the focus is shown elsewhere. Call before
    /// other items take it.
    void press_default(Ui& ui) {
        if (offered_file_ && !ui.focus_visible() && ui.take(ImGuiKey_Enter) > 0) wanted_file_ = offered_file_;
    }
    /// What a click would do where the pointer is; empty: nothing to tell.
    [[nodiscard]] const std::string& hint() const { return hint_; }
    /// Whether data of the present values are on screen, be they coarse.
    [[nodiscard]] bool shows_present() const { return fresh_; }
    /// Whether the final data of the present values are on screen.
    [[nodiscard]] bool up_to_date() const { return fresh_ && !status_.running && status_.error.empty(); }
    /// What tells each pin apart; that of one that is as the present is empty.
    [[nodiscard]] const std::vector<std::string>& pin_labels() const { return pin_labels_; }
    /// Whether two matrices can be set against each other in other ways than side by side.
    [[nodiscard]] bool shows_two() const { return two_; }
    /// Whether they can stand in one frame, one beside the other.
    [[nodiscard]] bool can_wipe() const { return wipes_; }
    /// Whether they could, were there not more than two.
    [[nodiscard]] bool shows_too_many() const { return too_many_; }
    /// Whether what is pinned beside them has its data, too.
    [[nodiscard]] bool complete() const { return complete_; }
    [[nodiscard]] const Sentence& beside_error() const { return beside_error_; }

  private:
    static constexpr double no_matrix = 1024;  // what is asked for where the figure has none: the same whatever came before

    struct Gesture {
        bool running = false;
        bool box = false;
        bool moved = false;  // further than a click may
        Point from;
        Viewport viewport;
        MatrixRoom room;
    };

    /// What a panel asked for (PanelDrag), from the press of the button on.
    struct Stroke {
        PanelDrag drag;
        PanelFrame frame;  // as it lay then
        const View* view = nullptr;
        Values before, last;      // as they were then; as the stroke has left them
        std::vector<Point> path;  // in data coordinates
        std::size_t shown = 0;    // so many of them are in the figure on screen
        bool asked = false;       // it is an AskedCurve's, and no parameter's

        /// What has changed since beside the stroke (by Play) is no part of it.
        void let_pass(const Values& now);
    };

    struct PlotPlace {
        int number = 1;     // among the plots of the figure
        bool own_x = true;  // else x is that of a matrix
        bool own_y = true;  // else y is that of differences
    };
    /// A plot is dragged, or a box is drawn in it.
    struct PlotGesture {
        PlotPlace plot;
        PanelFrame frame;
        Axis x, y;  // when it began
        std::pair<Axis, Axis> whole;
        Point from;
        const View* view = nullptr;
        bool box = false, moved = false;
    };
    /// Where a difference is measured from.
    struct Anchor {
        const View* view = nullptr;
        std::string_view figure;
        bool companion = false;
        std::size_t panel = 0;
        Point at;
    };

    /// The way home of the picture: the axes it sets out from.
    struct Glide {
        Axis x, y;
        double since = -1;  // negative: from the next frame on
    };

    /// The matrix that the pointer is over or holds, else the first one.
    struct TouchedMatrix {
        const PanelFrame* frame = nullptr;
        Touch touch;
    };

    void lay_out(const Store& store, const TextMetrics& metrics, const CanvasPlace& place);
    void hover(const Ui& ui, Rect area);
    /// The handle between two that are wiped.
    void wipe(Ui& ui, Store& store, Rect area) const;
    [[nodiscard]] TouchedMatrix touch_matrices(Ui& ui, Rect area) const;
    [[nodiscard]] const Panel* panel_of(const PanelFrame& frame) const;
    void click_matrix(const Ui& ui, Store& store, const TouchedMatrix& touched, Rect area);
    /// Panels that nothing else is done with.
    void click_others(Ui& ui, Store& store, const CanvasPlace& place, bool matrices);
    void click(Store& store, const PanelFrame& frame, Point data) const;
    /// By the wheel and Page Up and Down over a table without room for all its rows; the keys go to the first one, too, where the
    /// pointer is over none.
    void scroll_tables(Ui& ui, Rect area);
    [[nodiscard]] const Table* scrolled_table(const PanelFrame& frame) const;
    /// Tables of the figure begin where they were scrolled to.
    void begin_tables(const Store& store);
    /// Scrubs, draws or places in a panel that wants it; whether it does.
    bool drag_in_panel(Ui& ui, Store& store, const PanelFrame& frame, const Touch& touch, const CanvasPlace& place);
    void draw_stroke(const Ui& ui, Store& store, const CanvasPlace& place);
    /// Enter or Space, where the pointer is.
    void press_by_key(Store& store, const PanelDrag& drag, const PanelFrame& frame) const;
    void end_stroke(Ui& ui, Store& store, const CanvasPlace& place);
    /// What dragging does there; none: nothing of this kind.
    [[nodiscard]] std::optional<PanelDrag> drag_of(const PanelFrame& frame, const CanvasPlace& place) const;
    [[nodiscard]] bool is_asked(const PanelFrame& frame, const CanvasPlace& place) const;
    /// Where a panel takes the pointer: its plot, and a little around it where a curve is asked for.
    [[nodiscard]] Rect touched_rect(const PanelFrame& frame, const CanvasPlace& place) const;
    /// What the figure does not show yet.
    void draw_ink(Ui& ui, Rect area) const;
    /// The axes of the panel that is dragged in stay as they were.
    void hold_axes();
    /// While a slider moves or plays, limits only widen: a colour and a place keep their meaning.
    void hold_limits(const Store& store, const CanvasPlace& place);
    void note_movement(const Store& store, const CanvasPlace& place);
    void move_by_keys(Ui& ui, Store& store, const Touch& touch);
    void move_in_plot(Ui& ui, Store& store, const CanvasPlace& place);
    /// The panels that the keyboard can be in, by Page Up and Down; Tab goes to the first.
    [[nodiscard]] std::vector<const PanelFrame*> keyed_frames() const;
    /// The one where it is, unless that is the first.
    [[nodiscard]] const PanelFrame* keyed_frame() const;
    /// Whether the keyboard is in another panel than the first, whose keys are then its.
    bool keyed_elsewhere(Ui& ui, Store& store, const Touch& touch);
    /// Where arrow keys move the pointer to, in data; none: it stays.
    [[nodiscard]] std::optional<Point> arrowed_in_plot(Ui& ui, const PanelFrame& frame) const;
    [[nodiscard]] std::optional<Point> arrowed_in_map(Ui& ui, const PanelFrame& frame) const;
    [[nodiscard]] std::optional<PlotPlace> plot_place(const PanelFrame& frame) const;
    [[nodiscard]] std::pair<Axis, Axis> whole_axes(const Store& store, const PanelFrame& frame) const;
    void set_plot(Store& store, const PlotPlace& plot, const Axis& x, const Axis& y, const std::pair<Axis, Axis>& whole) const;
    void move_plot(Ui& ui, Store& store, const PanelFrame& frame, const Touch& touch, const CanvasPlace& place);
    void wheel_plot(Ui& ui, Store& store, const PanelFrame& frame, const Touch& touch, const CanvasPlace& place) const;
    void zoom_plot(Store& store, const PanelFrame& frame, double factor, Point at) const;
    void pan_plot(Ui& ui, Store& store);
    void end_plot_gesture(Ui& ui, Store& store, Rect area);
    void plot_keys(Ui& ui, Store& store);
    [[nodiscard]] Point measured_at(const PanelFrame& frame) const;
    [[nodiscard]] const PanelFrame* anchored_frame(const Store& store) const;
    void draw_plot_gesture(Ui& ui, const Store& store, Rect area) const;
    void glide(Ui& ui);
    void wheel(Ui& ui, Store& store, const Viewport& viewport, const PanelFrame& frame);
    void drag(Ui& ui, Store& store, const Viewport& viewport, const TouchedMatrix& touched);
    void overview(Ui& ui, Store& store, const CanvasPlace& place, const Viewport& viewport);
    void keys(Ui& ui, Store& store, const Viewport& viewport);
    void measure(const Store& store, const Compared& compared, const TextMetrics& metrics, const CanvasPlace& place);
    /// Of the figure that is shown; null before anything was computed for it.
    [[nodiscard]] std::shared_ptr<const Result> result(const Store& store) const;
    [[nodiscard]] ComputeRequest wanted(const Store& store, const CanvasPlace& place) const;
    void keep(const std::shared_ptr<const Result>& result);
    [[nodiscard]] const PanelFrame* matrix_frame() const;
    [[nodiscard]] MatrixRoom room(const PanelFrame& frame) const;
    void draw_error(Ui& ui, const Store& store, Rect area);
    void draw_stopped(Ui& ui, Store& store, const CanvasPlace& place);
    void draw_progress(Ui& ui, const Store& store, Worker& worker, const CanvasPlace& place);

    Layout layout_;
    Figure figure_;
    KeptComparison compared_;
    Cursor cursor_;
    std::string figure_id_;         // of the figure that cursor_ and keyed_ are over
    std::optional<Point> keyed_;    // where arrow keys have moved the pointer to, in data of the first panel
    std::size_t keyed_panel_ = 0;   // which of keyed_frames() those data are of
    Point mouse_;                   // where the mouse was then: once it moves it takes over
    std::optional<Point> ignored_;  // where the mouse rests
    std::optional<Glide> glide_;
    std::optional<Stroke> stroke_;
    Gesture gesture_;
    std::optional<PlotGesture> plot_gesture_;
    std::optional<Anchor> anchor_;
    /// The first rows of tables, by figure and by the places of their panels, companions after 1,000; the figure that is shown.
    using ScrolledIn = std::pair<const View*, const FigureInfo*>;
    std::map<ScrolledIn, std::map<std::size_t, std::size_t>> first_rows_;
    ScrolledIn scrolled_in_{};
    Point pressed_at_;  // in a panel that is clicked only
    std::string hint_;
    WorkerStatus status_;
    std::map<std::pair<const View*, std::vector<std::string>>, std::shared_ptr<const Result>> results_;  // by view and arrays
    std::optional<ComputeRequest> asked_;
    std::optional<std::size_t> wanted_file_;
    std::optional<std::size_t> offered_file_;  // that the error card has a button for
    bool fresh_ = false;
    Point origin_;
    std::string label_;            // of the present values, where others are beside them
    std::vector<Variant> beside_;  // those others
    std::vector<std::string> pin_labels_;
    Sentence beside_error_;  // why some of them have no data
    bool complete_ = true;   // all have, or cannot have

    /// Limits of what a view and a figure show with these values.
    struct ShownLimits {
        const View* view = nullptr;
        const FigureInfo* figure = nullptr;
        Values values;
        FigureLimits limits;
        [[nodiscard]] bool same_window(const ShownLimits& other) const;
    };
    bool moving_ = false;                                    // a slider is dragged or plays
    std::optional<ShownLimits> held_;                        // of all frames since it began to
    ShownLimits shown_;                                      // of the last frame
    std::vector<std::pair<ColorScale, ColorScale>> scales_;  // of the figure: automatic, on screen

    // What the measured sizes below belong to.
    std::optional<ComputeRequest> measured_;
    const FigureInfo* measured_figure_ = nullptr;
    std::vector<Values> measured_beside_;
    bool two_ = false, wipes_ = false, too_many_ = false;
    Comparison::How measured_how_ = Comparison::How::beside;
    Rect measured_area_;
    double measured_scale_ = 0;
    double width_ = no_matrix, height_ = no_matrix;  // of the frame of the matrix or map, device pixels
    double room_width_ = 0, room_height_ = 0;        // what a matrix may grow to
};

}  // namespace poslab
