#include "app/gui/canvas_pointer.hpp"

#include "app/gui/canvas_parts.hpp"
#include "core/controls/plot_axes.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double key_pixels = 8;  // pointer step of an arrow key, unless a cell is larger

std::int64_t tenth(std::int64_t cells) { return std::max<std::int64_t>(1, cells / 10); }

/// The number of cells per press of an arrow key.
double cells_of(double cells) {
    const ImGuiIO& io = ImGui::GetIO();
    return io.KeyAlt ? 1 : std::round(io.KeyShift ? 10 * cells : cells);
}

/// Moves `at` by `step` per arrow key; returns true if any was pressed.
bool arrows_move(Ui& ui, Point& at, double step) {
    const int left = ui.take(ImGuiKey_LeftArrow), right = ui.take(ImGuiKey_RightArrow);
    const int up = ui.take(ImGuiKey_UpArrow), down = ui.take(ImGuiKey_DownArrow);
    at.x += (right - left) * cells_of(step);
    at.y += (down - up) * cells_of(step);
    return left + right + up + down > 0;
}

/// Moves the range as little as possible to contain the cell.
IndexRange showing(IndexRange range, std::int64_t cell, std::int64_t total) {
    const std::int64_t size = range.size();
    if (cell < range.begin) range.begin = cell;
    if (cell >= range.end) range.begin = cell - size + 1;
    range.begin = std::clamp<std::int64_t>(range.begin, 0, total - size);
    return {range.begin, range.begin + size};
}

}  // namespace

std::vector<const PanelFrame*> CanvasPointer::keyboard_frames(const FigureOnScreen& shown) {
    const PanelFrame* first = shown.matrix_frame();
    for (const PanelFrame& frame : shown.layout().frames)
        if (first == nullptr && is_main_plane(frame)) first = &frame;
    std::vector<const PanelFrame*> frames{first};
    for (const PanelFrame& frame : shown.layout().frames)
        if (&frame != first && (shown.plot_geometry(frame) || is_clickable(shown.panel_of(frame))))
            frames.push_back(&frame);
    if (first == nullptr) frames.erase(frames.begin());
    return frames;
}

const PanelFrame* CanvasPointer::keyed_frame(const FigureOnScreen& shown) const {
    if (keyboard_panel_ == 0) return nullptr;
    const auto frames = keyboard_frames(shown);
    return keyboard_panel_ < frames.size() ? frames[keyboard_panel_] : nullptr;
}

bool CanvasPointer::keyed_elsewhere(const CanvasFrame& on, const ItemState& item) {
    const int pages = on.ui.take(ImGuiKey_PageDown) - on.ui.take(ImGuiKey_PageUp);
    if (pages != 0) {
        const int last = std::max(0, static_cast<int>(keyboard_frames(on.shown).size()) - 1);
        keyboard_panel_ =
            static_cast<std::size_t>(std::clamp(static_cast<int>(keyboard_panel_) + pages, 0, last));
        keyed_.reset();
        cursor_ = {};
    }
    const PanelFrame* frame = keyed_frame(on.shown);
    if (frame == nullptr) return false;
    const auto to = frame->kind == PanelKind::plot ? arrowed_in_plot(on, *frame) : arrowed_in_map(on, *frame);
    if (to) keyed_ = to;
    if (!keyed_) return true;
    cursor_ = {true, frame->companion, frame->index, keyed_->x, keyed_->y, figure_id_, frame->marginal};
    if (item.clicked && item.by_key) click(on, *frame, *keyed_);
    return true;
}

/// With the focus on the matrix, arrow keys move the pointer from cell to cell; the shown range follows it.
void CanvasPointer::move_by_keys(const CanvasFrame& on, const ItemState& item) {
    const auto viewport = viewport_of(on.store.view(), on.store.values());
    const PanelFrame* frame = on.shown.matrix_frame();
    if (!item.ring || !viewport || frame == nullptr) {
        keyed_.reset();
        keyboard_panel_ = 0;
        return;
    }
    if (keyed_elsewhere(on, item)) return;
    const double cell =
        frame->plot.width / static_cast<double>(std::max<std::int64_t>(1, viewport->columns.size()));
    const double step = std::max(1.0, std::round(key_pixels / cell));
    Point to{std::floor(cursor_.active ? cursor_.x : static_cast<double>(viewport->columns.begin)),
             std::floor(cursor_.active ? cursor_.y : static_cast<double>(viewport->rows.end - 1))};
    bool moved_here = !keyed_;
    moved_here = arrows_move(on.ui, to, step) || moved_here;
    if (!moved_here) return;
    const auto last = static_cast<double>(viewport->total - 1);
    to = {std::clamp(to.x, 0.0, last), std::clamp(to.y, 0.0, last)};
    keyed_ = Point{to.x + 0.5, to.y + 0.5};
    cursor_ = {true, false, 0, keyed_->x, keyed_->y, figure_id_};
    Viewport shown = *viewport;
    shown.columns = showing(shown.columns, static_cast<std::int64_t>(to.x), shown.total);
    shown.rows = showing(shown.rows, static_cast<std::int64_t>(to.y), shown.total);
    if (!(shown == *viewport)) on.store.set(looking_at(on.store.view(), on.store.values(), shown));
}

/// With the focus on a plot, arrow keys move the pointer along its x axis.
void CanvasPointer::move_in_plot(const CanvasFrame& on) {
    const auto frame =
        std::find_if(on.shown.layout().frames.begin(), on.shown.layout().frames.end(), is_main_plane);
    if (frame == on.shown.layout().frames.end()) return keyed_.reset();
    const ItemState item = on.ui.item("plot", touched_rect(on, *frame));
    const bool dragged = drag_in_panel(on, *frame, item);
    if (!dragged) move_plot(on, *frame, item);
    if (item.pressed) pressed_at_ = on.ui.mouse();
    if (!dragged && keyboard_panel_ == 0 && item.clicked && cursor_.active &&
        (item.by_key || is_click(pressed_at_, on.ui.mouse())))
        click(on, *frame, {cursor_.x, cursor_.y});
    if (!item.ring) {
        keyed_.reset();
        keyboard_panel_ = 0;
        return;
    }
    if (keyed_elsewhere(on, item)) return;
    const auto to = frame->kind == PanelKind::map ? arrowed_in_map(on, *frame) : arrowed_in_plot(on, *frame);
    if (!to) return;
    keyed_ = to;
    cursor_ = {true, false, 0, keyed_->x, keyed_->y, figure_id_};
}

std::optional<Point> CanvasPointer::arrowed_in_plot(const CanvasFrame& on, const PanelFrame& frame) const {
    double x = cursor_.active ? cursor_.x : std::ceil(frame.x.low);
    bool moved_here = !keyed_;
    const auto move = [&](ImGuiKey key, double direction) {
        for (int n = on.ui.take(key); n > 0; --n) {
            const double steps = direction * cells_of(1);
            moved_here = true;
            const Point target = frame.to_pixels(x, frame.y.low);
            const double by_pixels = frame.to_data({target.x + 4 * steps, target.y}).x;
            x = frame.x.logarithmic && std::abs(by_pixels - x) > std::abs(steps) ? by_pixels : x + steps;
            x = std::round(std::clamp(x, frame.x.low, frame.x.high));
        }
    };
    move(ImGuiKey_LeftArrow, -1);
    move(ImGuiKey_RightArrow, 1);
    if (!moved_here) return std::nullopt;
    return Point{std::clamp(x, std::ceil(frame.x.low), std::floor(frame.x.high)),
                 (frame.y.low + frame.y.high) / 2};
}

/// Several pixels per press, one with Alt.
std::optional<Point> CanvasPointer::arrowed_in_map(const CanvasFrame& on, const PanelFrame& frame) const {
    const Rect& plot = frame.plot;
    const bool over = cursor_.active && cursor_.companion == frame.companion &&
                      cursor_.marginal == frame.marginal && cursor_.panel == frame.index;
    Point at = over ? frame.to_pixels(cursor_.x, cursor_.y)
                    : Point{plot.x + plot.width / 2, plot.y + plot.height / 2};
    bool moved_here = !keyed_;
    moved_here = arrows_move(on.ui, at, key_pixels) || moved_here;
    if (!moved_here) return std::nullopt;
    return frame.to_data(clamped(at, plot));
}

void CanvasPointer::keys(const CanvasFrame& on, const Viewport& viewport) {
    const bool home = on.ui.take(ImGuiKey_Home) > 0;  // a slider with a visible focus took it already
    if (home || Ui::typed('0')) return on.shown.go_home(on.store);
    if (Ui::typed('+') || Ui::typed('=')) zoom_step(on.store, on.shown, on.computed, wheel_step);
    if (Ui::typed('-')) zoom_step(on.store, on.shown, on.computed, 1 / wheel_step);
    if (on.ui.focus_visible()) return;  // then arrow keys move between items
    const bool whole = ImGui::GetIO().KeyShift;
    const auto step = [whole](std::int64_t cells) { return whole ? cells : tenth(cells); };
    const int down = on.ui.take(ImGuiKey_DownArrow) - on.ui.take(ImGuiKey_UpArrow);
    const int right = on.ui.take(ImGuiKey_RightArrow) - on.ui.take(ImGuiKey_LeftArrow);
    const Viewport to =
        panned(viewport, down * step(viewport.rows.size()), right * step(viewport.columns.size()));
    if (!(to == viewport)) on.store.set(looking_at(on.store.view(), on.store.values(), to));
}

/// Handles Home, 0, +, − and arrows if there is no matrix to zoom.
void CanvasPointer::plot_keys(const CanvasFrame& on) {
    if (on.ui.take(ImGuiKey_Home) > 0 || Ui::typed('0')) return on.shown.release_limits(on.store);
    const bool in = Ui::typed('+') || Ui::typed('='), out = Ui::typed('-');
    if (in || out) zoom_step(on.store, on.shown, on.computed, in ? wheel_step : 1 / wheel_step);
    const PanelFrame* frame = on.shown.zoomable_plot();
    if (on.ui.focus_visible() || frame == nullptr) return;  // then arrow keys move between items
    const double step = ImGui::GetIO().KeyShift ? 1 : 0.1;
    const double right = step * (on.ui.take(ImGuiKey_RightArrow) - on.ui.take(ImGuiKey_LeftArrow));
    const double up = step * (on.ui.take(ImGuiKey_UpArrow) - on.ui.take(ImGuiKey_DownArrow));
    const Panel* panel = on.shown.panel_of(*frame);
    if ((right == 0 && up == 0) || panel == nullptr) return;
    const auto whole = on.shown.whole_axes(on.store, on.computed, *frame);
    on.shown.set_plot(on.store, *on.shown.plot_geometry(*frame), panned(panel->x, right, whole.first),
                      panned(panel->y, up, whole.second), whole);
}

void CanvasPointer::zoom_step(Store& store, const FigureOnScreen& shown, const CanvasComputation& computed,
                              double factor) const {
    if (const PanelFrame* keyed = keyed_frame(shown); keyed != nullptr && shown.plot_geometry(*keyed)) {
        const Rect& all = keyed->plot;
        const Point middle{all.x + all.width / 2, all.y + all.height / 2};
        const Point at = keyed_ ? keyed->to_pixels(keyed_->x, keyed_->y) : middle;
        return shown.zoom_plot(store, computed, *keyed, factor, at);
    }
    const auto viewport = viewport_of(store.view(), store.values());
    const PanelFrame* frame = shown.matrix_frame();
    const PanelFrame* plot = shown.zoomable_plot();
    if (!viewport && plot != nullptr)
        shown.zoom_plot(store, computed, *plot, factor,
                        {plot->plot.x + plot->plot.width / 2, plot->plot.y + plot->plot.height / 2});
    if (!viewport || frame == nullptr) return;
    const MatrixRoom here = shown.room(*frame);
    const Point middle{here.plot.x + here.plot.width / 2, here.plot.y + here.plot.height / 2};
    store.set(looking_at(store.view(), store.values(), zoomed(*viewport, factor, middle, here)));
}

}  // namespace poslab
