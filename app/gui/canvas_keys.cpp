#include "app/gui/canvas.hpp"
#include "app/gui/canvas_parts.hpp"

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

std::vector<const PanelFrame*> Canvas::keyboard_frames() const {
    const PanelFrame* first = matrix_frame();
    for (const PanelFrame& frame : layout_.frames)
        if (first == nullptr && is_main_plane(frame)) first = &frame;
    std::vector<const PanelFrame*> frames{first};
    for (const PanelFrame& frame : layout_.frames)
        if (&frame != first && (plot_place(frame) || is_clickable(panel_of(frame)))) frames.push_back(&frame);
    if (first == nullptr) frames.erase(frames.begin());
    return frames;
}

const PanelFrame* Canvas::keyed_frame() const {
    if (keyboard_panel_ == 0) return nullptr;
    const auto frames = keyboard_frames();
    return keyboard_panel_ < frames.size() ? frames[keyboard_panel_] : nullptr;
}

bool Canvas::keyed_elsewhere(Ui& ui, Store& store, const ItemState& item) {
    const int pages = ui.take(ImGuiKey_PageDown) - ui.take(ImGuiKey_PageUp);
    if (pages != 0) {
        const int last = std::max(0, static_cast<int>(keyboard_frames().size()) - 1);
        keyboard_panel_ =
            static_cast<std::size_t>(std::clamp(static_cast<int>(keyboard_panel_) + pages, 0, last));
        keyed_.reset();
        cursor_ = {};
    }
    const PanelFrame* frame = keyed_frame();
    if (frame == nullptr) return false;
    const auto to = frame->kind == PanelKind::plot ? arrowed_in_plot(ui, *frame) : arrowed_in_map(ui, *frame);
    if (to) keyed_ = to;
    if (!keyed_) return true;
    cursor_ = {true, frame->companion, frame->index, keyed_->x, keyed_->y, figure_id_, frame->marginal};
    if (item.clicked && item.by_key) click(store, *frame, *keyed_);
    return true;
}

/// With the focus on the matrix, arrow keys move the pointer from cell to cell; the shown range follows it.
void Canvas::move_by_keys(Ui& ui, Store& store, const ItemState& item) {
    const auto viewport = viewport_of(store.view(), store.values());
    const PanelFrame* frame = matrix_frame();
    if (!item.ring || !viewport || frame == nullptr) {
        keyed_.reset();
        keyboard_panel_ = 0;
        return;
    }
    if (keyed_elsewhere(ui, store, item)) return;
    const double cell =
        frame->plot.width / static_cast<double>(std::max<std::int64_t>(1, viewport->columns.size()));
    const double step = std::max(1.0, std::round(key_pixels / cell));
    Point to{std::floor(cursor_.active ? cursor_.x : static_cast<double>(viewport->columns.begin)),
             std::floor(cursor_.active ? cursor_.y : static_cast<double>(viewport->rows.end - 1))};
    bool moved_here = !keyed_;
    moved_here = arrows_move(ui, to, step) || moved_here;
    if (!moved_here) return;
    const auto last = static_cast<double>(viewport->total - 1);
    to = {std::clamp(to.x, 0.0, last), std::clamp(to.y, 0.0, last)};
    keyed_ = Point{to.x + 0.5, to.y + 0.5};
    cursor_ = {true, false, 0, keyed_->x, keyed_->y, figure_id_};
    Viewport shown = *viewport;
    shown.columns = showing(shown.columns, static_cast<std::int64_t>(to.x), shown.total);
    shown.rows = showing(shown.rows, static_cast<std::int64_t>(to.y), shown.total);
    if (!(shown == *viewport)) store.set(looking_at(store.view(), store.values(), shown));
}

/// With the focus on a plot, arrow keys move the pointer along its x axis.
void Canvas::move_in_plot(Ui& ui, Store& store, const CanvasContext& context) {
    const auto frame = std::find_if(layout_.frames.begin(), layout_.frames.end(), is_main_plane);
    if (frame == layout_.frames.end()) return keyed_.reset();
    const ItemState item = ui.item("plot", touched_rect(*frame, context));
    const bool dragged = drag_in_panel(ui, store, *frame, item, context);
    if (!dragged) move_plot(ui, store, *frame, item, context);
    if (item.pressed) pressed_at_ = ui.mouse();
    if (!dragged && keyboard_panel_ == 0 && item.clicked && cursor_.active &&
        (item.by_key || is_click(pressed_at_, ui.mouse())))
        click(store, *frame, {cursor_.x, cursor_.y});
    if (!item.ring) {
        keyed_.reset();
        keyboard_panel_ = 0;
        return;
    }
    if (keyed_elsewhere(ui, store, item)) return;
    const auto to = frame->kind == PanelKind::map ? arrowed_in_map(ui, *frame) : arrowed_in_plot(ui, *frame);
    if (!to) return;
    keyed_ = to;
    cursor_ = {true, false, 0, keyed_->x, keyed_->y, figure_id_};
}

std::optional<Point> Canvas::arrowed_in_plot(Ui& ui, const PanelFrame& frame) const {
    double x = cursor_.active ? cursor_.x : std::ceil(frame.x.low);
    bool moved_here = !keyed_;
    const auto move = [&](ImGuiKey key, double direction) {
        for (int n = ui.take(key); n > 0; --n) {
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
std::optional<Point> Canvas::arrowed_in_map(Ui& ui, const PanelFrame& frame) const {
    const Rect& plot = frame.plot;
    const bool over = cursor_.active && cursor_.companion == frame.companion &&
                      cursor_.marginal == frame.marginal && cursor_.panel == frame.index;
    Point at = over ? frame.to_pixels(cursor_.x, cursor_.y)
                    : Point{plot.x + plot.width / 2, plot.y + plot.height / 2};
    bool moved_here = !keyed_;
    moved_here = arrows_move(ui, at, key_pixels) || moved_here;
    if (!moved_here) return std::nullopt;
    return frame.to_data(clamped(at, plot));
}

void Canvas::keys(Ui& ui, Store& store, const Viewport& viewport) {
    const bool home = ui.take(ImGuiKey_Home) > 0;  // a slider with a visible focus took it already
    if (home || Ui::typed('0')) return go_home(store);
    if (Ui::typed('+') || Ui::typed('=')) zoom_step(store, wheel_step);
    if (Ui::typed('-')) zoom_step(store, 1 / wheel_step);
    if (ui.focus_visible()) return;  // then arrow keys move between items
    const bool whole = ImGui::GetIO().KeyShift;
    const auto step = [whole](std::int64_t cells) { return whole ? cells : tenth(cells); };
    const int down = ui.take(ImGuiKey_DownArrow) - ui.take(ImGuiKey_UpArrow);
    const int right = ui.take(ImGuiKey_RightArrow) - ui.take(ImGuiKey_LeftArrow);
    const Viewport to =
        panned(viewport, down * step(viewport.rows.size()), right * step(viewport.columns.size()));
    if (!(to == viewport)) store.set(looking_at(store.view(), store.values(), to));
}

}  // namespace poslab
