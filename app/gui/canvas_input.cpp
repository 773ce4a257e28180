#include "app/gui/canvas.hpp"
#include "app/gui/canvas_parts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

void Canvas::interact(Ui& ui, Store& store, const CanvasContext& context) {
    ui.mark("canvas", context.area);
    if (figure_id_ != store.figure().id) {
        keyed_.reset();
        keyboard_panel_ = 0;
    }
    figure_id_ = store.figure().id;
    end_stroke(ui, store, context);
    end_plot_gesture(ui, store, context.area);
    hover(ui, context.area);
    cursor_.figure = figure_id_;
    const auto viewport = viewport_of(store.view(), store.values());
    wipe(ui, store, context.area);  // first, because it lies over the matrix
    scroll_tables(ui, context.area);
    click_others(ui, store, context, !viewport);
    if (!viewport) {
        move_in_plot(ui, store, context);
        if (ui.keys_are_free()) plot_keys(ui, store);
        return;
    }
    const HoveredMatrix touched = touch_matrices(ui, context.area);
    if (touched.frame == nullptr) return;
    const ItemState& item = touched.touch;
    if (item.pressed) ui.release_focus();  // so that arrow keys pan
    if (touched.frame == matrix_frame()) move_by_keys(ui, store, item);
    if (item.hovered || item.held) {
        const bool drags = item.held && (gesture_.moved || !is_clickable(panel_of(*touched.frame)));
        ImGui::SetMouseCursor(drags && store.tool != Tool::zoom ? ImGuiMouseCursor_ResizeAll
                                                                : ImGuiMouseCursor_Arrow);
    }
    if (item.double_clicked) {
        gesture_ = {};
        return go_home(store);
    }
    if (item.hovered && ImGui::GetIO().MouseWheel != 0) wheel(ui, store, *viewport, *touched.frame);
    overview(ui, store, context, *viewport);
    click_matrix(ui, store, touched, context.area);
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
            cursor_ = {true, frame->companion, frame->index, keyed_->x, keyed_->y, {}, frame->marginal};
        return;
    }
    keyed_.reset();
    mouse_ = ui.mouse();
    if (ignored_ != mouse_ || ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::GetIO().MouseWheel != 0)
        ignored_.reset();
    if (ignored_ || !ui.over(area)) return;
    const Point at{ui.mouse().x - area.x, ui.mouse().y - area.y};
    for (const PanelFrame& frame : layout_.frames) {
        if (!frame.plot.contains(at)) continue;
        const Point data = frame.to_data(at);
        cursor_ = {true, frame.companion, frame.index, data.x, data.y, {}, frame.marginal};
        if (const Panel* panel = panel_of(frame); panel != nullptr && panel->click)
            hint_ = panel->click->hint;
    }
}

void Canvas::wipe(Ui& ui, Store& store, Rect area) const {
    Comparison comparison = store.current().comparison;
    const auto frame =
        std::find_if(layout_.frames.begin(), layout_.frames.end(), [](const PanelFrame& panel_frame) {
            return shows_cells(panel_frame.kind) && !panel_frame.companion;
        });
    if (!two_ || comparison.how != Comparison::How::wipe || frame == layout_.frames.end()) return;
    constexpr double grip = 12, step = 0.01;
    const Rect plot = moved(frame->plot, area);
    const ItemState item =
        ui.item("wipe", {plot.x + comparison.wipe * plot.width - grip / 2, plot.y, grip, plot.height});
    if (item.hovered || item.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (item.held && !item.by_key) comparison.wipe = (ui.mouse().x - plot.x) / plot.width;
    if (item.ring) comparison.wipe += step * (ui.take(ImGuiKey_RightArrow) - ui.take(ImGuiKey_LeftArrow));
    comparison.wipe = std::clamp(comparison.wipe, 0.0, 1.0);
    if (!(comparison == store.current().comparison)) store.compare(comparison);
}

/// All matrices handle presses, drags and the wheel in the same way; only the first one is a Tab stop.
Canvas::HoveredMatrix Canvas::touch_matrices(Ui& ui, Rect area) const {
    HoveredMatrix touched;
    for (const PanelFrame& frame : layout_.frames) {
        if (frame.kind != PanelKind::matrix || frame.companion) continue;
        const bool first = touched.frame == nullptr;
        const std::string number = first ? "" : "." + std::to_string(frame.index);
        const Rect plot = moved(frame.plot, area);
        const ItemState item =
            ui.item("matrix" + number, plot, first ? FocusPolicy::tab : FocusPolicy::mouse);
        if (first || item.hovered || item.held) touched = {&frame, item};
    }
    return touched;
}

void Canvas::wheel(Ui& ui, Store& store, const Viewport& viewport, const PanelFrame& frame) {
    if (!ui.editing()) ui.release_focus();
    const double turns = std::clamp(double{ImGui::GetIO().MouseWheel}, -5.0, 5.0);
    store.set(looking_at(store.view(), store.values(),
                         zoomed(viewport, std::pow(wheel_step, turns), ui.mouse(), room(frame))));
}

void Canvas::drag(Ui& ui, Store& store, const Viewport& viewport, const HoveredMatrix& touched) {
    const ItemState& item = touched.touch;
    if (item.pressed)
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
        const Viewport to = panned(
            gesture_.viewport, cells(now.y - gesture_.from.y, from.plot.height, gesture_.viewport.rows),
            cells(now.x - gesture_.from.x, from.plot.width, gesture_.viewport.columns));
        if (!(to == viewport)) store.set(looking_at(store.view(), store.values(), to));
    }
    if (gesture_.box && ui.take(ImGuiKey_Escape) > 0) gesture_ = {};
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left) && item.held) return;
    if (gesture_.box && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
        const Point end = clamped(now, from.plot);
        const Rect box = between(gesture_.from, end);
        if (box.width > 4 && box.height > 4)
            store.set(
                looking_at(store.view(), store.values(), boxed(gesture_.viewport, gesture_.from, end, from)));
    }
    gesture_ = {};
}

/// A press in the overview moves the shown range there; a drag moves it along.
void Canvas::overview(Ui& ui, Store& store, const CanvasContext& context, const Viewport& viewport) {
    if (!layout_.overview) return;
    const OverviewFrame& frame = *layout_.overview;
    const Rect rect = moved(frame.rect, context.area);
    const ItemState item = ui.item("overview", rect, FocusPolicy::mouse);
    if (item.hovered || item.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    if (item.pressed) ui.release_focus();
    if (!item.held) return;
    const auto begin = [](double share, const IndexRange& shown, std::int64_t total) {
        return std::llround(share * static_cast<double>(total) - static_cast<double>(shown.size()) / 2) -
               shown.begin;
    };
    const Point at = clamped(ui.mouse(), rect);
    const Viewport to =
        panned(viewport, begin((at.y - rect.y) / rect.height, viewport.rows, frame.total_rows),
               begin((at.x - rect.x) / rect.width, viewport.columns, frame.total_columns));
    if (!(to == viewport)) store.set(looking_at(store.view(), store.values(), to));
}

}  // namespace poslab
