#include "app/gui/canvas.hpp"
#include "app/gui/canvas_parts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

void Canvas::interact(Ui& ui, Store& store, const CanvasPlace& place) {
    ui.mark("canvas", place.area);
    if (figure_id_ != store.figure().id) {
        keyed_.reset();
        keyed_panel_ = 0;
    }
    figure_id_ = store.figure().id;
    end_stroke(ui, store, place);
    end_plot_gesture(ui, store, place.area);
    hover(ui, place.area);
    cursor_.figure = figure_id_;
    const auto viewport = viewport_of(store.view(), store.values());
    wipe(ui, store, place.area);  // first, because it lies over the matrix
    scroll_tables(ui, place.area);
    click_others(ui, store, place, !viewport);
    if (!viewport) {
        move_in_plot(ui, store, place);
        if (ui.keys_are_free()) plot_keys(ui, store);
        return;
    }
    const TouchedMatrix touched = touch_matrices(ui, place.area);
    if (touched.frame == nullptr) return;
    const Touch& touch = touched.touch;
    if (touch.pressed) ui.release_focus();  // so that arrow keys pan
    if (touched.frame == matrix_frame()) move_by_keys(ui, store, touch);
    if (touch.hovered || touch.held) {
        const bool drags = touch.held && (gesture_.moved || !is_clickable(panel_of(*touched.frame)));
        ImGui::SetMouseCursor(drags && store.tool != Tool::zoom ? ImGuiMouseCursor_ResizeAll : ImGuiMouseCursor_Arrow);
    }
    if (touch.double_clicked) {
        gesture_ = {};
        return go_home(store);
    }
    if (touch.hovered && ImGui::GetIO().MouseWheel != 0) wheel(ui, store, *viewport, *touched.frame);
    overview(ui, store, place, *viewport);
    click_matrix(ui, store, touched, place.area);
    drag(ui, store, *viewport, touched);
    if (ui.keys_are_free()) keys(ui, store, *viewport);
}

void Canvas::ignore_pointer(const Ui& ui) {
    ignored_ = ui.mouse();
    keyed_.reset();
}

void Canvas::hover(const Ui& ui, Rect area) {
    cursor_ = {};
    hint_.clear();
    if (gesture_.box) return;
    if (keyed_ && ui.mouse() == mouse_) {
        cursor_ = {true, false, 0, keyed_->x, keyed_->y, {}};
        if (const PanelFrame* frame = keyed_frame())
            cursor_ = {true, frame->companion, frame->index, keyed_->x, keyed_->y, {}, frame->beside};
        return;
    }
    keyed_.reset();
    mouse_ = ui.mouse();
    if (ignored_ != mouse_ || ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::GetIO().MouseWheel != 0) ignored_.reset();
    if (ignored_ || !ui.over(area)) return;
    const Point at{ui.mouse().x - area.x, ui.mouse().y - area.y};
    for (const PanelFrame& frame : layout_.frames) {
        if (!frame.plot.contains(at)) continue;
        const Point data = frame.to_data(at);
        cursor_ = {true, frame.companion, frame.index, data.x, data.y, {}, frame.beside};
        if (const Panel* panel = panel_of(frame); panel != nullptr && panel->click) hint_ = panel->click->hint;
    }
}

void Canvas::wipe(Ui& ui, Store& store, Rect area) const {
    Comparison comparison = store.current().comparison;
    const auto frame = std::find_if(layout_.frames.begin(), layout_.frames.end(),
                                    [](const PanelFrame& one) { return shows_cells(one.kind) && !one.companion; });
    if (!two_ || comparison.how != Comparison::How::wipe || frame == layout_.frames.end()) return;
    constexpr double grip = 12, step = 0.01;
    const Rect plot = moved(frame->plot, area);
    const Touch touch = ui.item("wipe", {plot.x + comparison.wipe * plot.width - grip / 2, plot.y, grip, plot.height});
    if (touch.hovered || touch.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (touch.held && !touch.by_key) comparison.wipe = (ui.mouse().x - plot.x) / plot.width;
    if (touch.ring) comparison.wipe += step * (ui.take(ImGuiKey_RightArrow) - ui.take(ImGuiKey_LeftArrow));
    comparison.wipe = std::clamp(comparison.wipe, 0.0, 1.0);
    if (!(comparison == store.current().comparison)) store.compare(comparison);
}

/// All matrices handle presses, drags and the wheel in the same way; only the first one is a Tab stop.
Canvas::TouchedMatrix Canvas::touch_matrices(Ui& ui, Rect area) const {
    TouchedMatrix touched;
    for (const PanelFrame& frame : layout_.frames) {
        if (frame.kind != PanelKind::matrix || frame.companion) continue;
        const bool first = touched.frame == nullptr;
        const std::string number = first ? "" : "." + std::to_string(frame.index);
        const Rect plot = moved(frame.plot, area);
        const Touch touch = ui.item("matrix" + number, plot, first ? Reach::tab : Reach::mouse);
        if (first || touch.hovered || touch.held) touched = {&frame, touch};
    }
    return touched;
}

void Canvas::wheel(Ui& ui, Store& store, const Viewport& viewport, const PanelFrame& frame) {
    if (!ui.editing()) ui.release_focus();
    const double turns = std::clamp(double{ImGui::GetIO().MouseWheel}, -5.0, 5.0);
    store.set(looking_at(store.view(), store.values(), zoomed(viewport, std::pow(wheel_step, turns), ui.mouse(), room(frame))));
}

void Canvas::drag(Ui& ui, Store& store, const Viewport& viewport, const TouchedMatrix& touched) {
    const Touch& touch = touched.touch;
    if (touch.pressed)
        gesture_ = {true,     store.tool == Tool::zoom, !is_clickable(panel_of(*touched.frame)), ui.mouse(),
                    viewport, room(*touched.frame)};
    if (!gesture_.running) return;
    gesture_.moved = gesture_.moved || !is_click(gesture_.from, ui.mouse());
    const MatrixRoom& from = gesture_.room;
    const Point now = ui.mouse();
    if (!gesture_.box && gesture_.moved) {
        const auto cells = [](double pixels, double extent, const IndexRange& range) {
            return -std::llround(pixels / extent * static_cast<double>(range.size()));
        };
        const Viewport to = panned(gesture_.viewport, cells(now.y - gesture_.from.y, from.plot.height, gesture_.viewport.rows),
                                   cells(now.x - gesture_.from.x, from.plot.width, gesture_.viewport.columns));
        if (!(to == viewport)) store.set(looking_at(store.view(), store.values(), to));
    }
    if (gesture_.box && ui.take(ImGuiKey_Escape) > 0) gesture_ = {};
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left) && touch.held) return;
    if (gesture_.box && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
        const Point end = clamped(now, from.plot);
        const Rect box = between(gesture_.from, end);
        if (box.width > 4 && box.height > 4)
            store.set(looking_at(store.view(), store.values(), boxed(gesture_.viewport, gesture_.from, end, from)));
    }
    gesture_ = {};
}

/// A press in the overview moves the shown range there; a drag moves it along.
void Canvas::overview(Ui& ui, Store& store, const CanvasPlace& place, const Viewport& viewport) {
    if (!layout_.overview) return;
    const OverviewFrame& frame = *layout_.overview;
    const Rect rect = moved(frame.rect, place.area);
    const Touch touch = ui.item("overview", rect, Reach::mouse);
    if (touch.hovered || touch.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    if (touch.pressed) ui.release_focus();
    if (!touch.held) return;
    const auto begin = [](double share, const IndexRange& shown, std::int64_t total) {
        return std::llround(share * static_cast<double>(total) - static_cast<double>(shown.size()) / 2) - shown.begin;
    };
    const Point at = clamped(ui.mouse(), rect);
    const Viewport to = panned(viewport, begin((at.y - rect.y) / rect.height, viewport.rows, frame.total_rows),
                               begin((at.x - rect.x) / rect.width, viewport.columns, frame.total_columns));
    if (!(to == viewport)) store.set(looking_at(store.view(), store.values(), to));
}

}  // namespace poslab
