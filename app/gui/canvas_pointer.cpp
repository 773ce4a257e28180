#include "app/gui/canvas_pointer.hpp"

#include "app/gui/canvas_parts.hpp"
#include "app/state/visit.hpp"
#include "core/controls/plot_axes.hpp"
#include "core/views/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace poslab {
namespace {

constexpr double rows_of_turn = 3;

/// Returns the clicked value of the parameter; none if it does not take a number. A click on the current
/// number of an optional parameter unsets it.
std::optional<Value> clicked_value(const Descriptor& descriptor, const Value& now, double number) {
    const Domain& domain = descriptor.domain;
    number = std::clamp(number, domain.minimum, std::max(domain.minimum, domain.maximum));
    switch (descriptor.kind) {
        case Kind::integer:
            return static_cast<std::int64_t>(std::llround(number));
        case Kind::real:
            return number;
        case Kind::optional_real: {
            const OptionalReal next{number, true};
            return std::get<OptionalReal>(now) == next ? OptionalReal{} : next;
        }
        default:
            return std::nullopt;
    }
}

/// The row of a matrix or of a sideways plot at a point in its data.
double row_at(const PanelFrame& frame, Point data) {
    return std::floor(frame.kind == PanelKind::matrix ? data.y : data.x);
}

/// Returns the middle of the cell at a point in a matrix, so that the figure changes from cell to cell only.
Point in_cell(const Panel* panel, Point data) {
    const MatrixPanel* matrix = panel == nullptr ? nullptr : panel->as<MatrixPanel>();
    if (matrix == nullptr || matrix->x_below) return data;
    return {std::floor(data.x) + 0.5, std::floor(data.y) + 0.5};
}

/// Sets the parameter to the x coordinate of the pixel.
void scrub(const CanvasFrame& on, const std::string& parameter, const PanelFrame& frame, Point pixel) {
    const Values values = scrubbed(on.store.view(), on.store.values(), parameter, frame, pixel);
    if (!(values == on.store.values())) on.store.edit(values);
}

/// True if the view gets the path of the pointer.
bool has_path(const PanelDrag& drag) { return drag.kind != PanelDrag::Kind::scrub; }

ImGuiMouseCursor shape_of(const PanelDrag& drag) {
    switch (drag.kind) {
        case PanelDrag::Kind::draw:
            return ImGuiMouseCursor_ResizeAll;
        case PanelDrag::Kind::place:
            return ImGuiMouseCursor_Hand;
        case PanelDrag::Kind::scrub:
            break;
    }
    return ImGuiMouseCursor_ResizeEW;
}

/// Makes the links of table rows items; a clicked one opens its state. Returns true if one was clicked: the
/// layout is then out of date.
bool follow_links(const CanvasFrame& on) {
    for (const PanelFrame& frame : on.shown.layout().frames)
        for (const LinkTarget& place : frame.links) {
            const Rect rect = moved(place.rect, on.context.area);
            const ItemState item = on.ui.item(fmt::format("link.{}.{}", table_place(frame), place.row), rect);
            if (item.ring) on.ui.focus_ring(rect, 4);
            if (item.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            if (item.hovered) on.ui.tooltip(item.id, rect, "poslab " + place.link.command);
            if (!item.clicked) continue;
            const Panel* panel = on.shown.panel_of(frame);
            const Table* table = panel == nullptr ? nullptr : panel->as<Table>();
            begin_visit(on.store, place.link.command,
                        table == nullptr ? VisitLines() : lines_of_row(*table, place.row));
            return true;
        }
    return false;
}

}  // namespace

void CanvasPointer::interact(const CanvasFrame& on) {
    on.ui.mark("canvas", on.context.area);
    if (figure_id_ != on.store.figure().id) {
        keyed_.reset();
        keyboard_panel_ = 0;
    }
    figure_id_ = on.store.figure().id;
    end_stroke(on);
    end_plot_gesture(on);
    hover(on);
    cursor_.figure = figure_id_;
    const auto viewport = viewport_of(on.store.view(), on.store.values());
    wipe(on);  // first, because it lies over the matrix
    scroll_tables(on);
    click_others(on, !viewport);
    if (!viewport) {
        move_in_plot(on);
        if (on.ui.keys_are_free()) plot_keys(on);
        return;
    }
    const HoveredMatrix touched = touch_matrices(on);
    if (touched.frame == nullptr) return;
    const ItemState& item = touched.touch;
    if (item.pressed) on.ui.release_focus();  // so that arrow keys pan
    if (touched.frame == on.shown.matrix_frame()) move_by_keys(on, item);
    if (item.hovered || item.held) {
        const bool drags = item.held && (gesture_.moved || !is_clickable(on.shown.panel_of(*touched.frame)));
        ImGui::SetMouseCursor(drags && on.store.tool != Tool::zoom ? ImGuiMouseCursor_ResizeAll
                                                                   : ImGuiMouseCursor_Arrow);
    }
    if (item.double_clicked) {
        gesture_ = {};
        return on.shown.go_home(on.store);
    }
    if (item.hovered && ImGui::GetIO().MouseWheel != 0) wheel(on, *viewport, *touched.frame);
    overview(on, *viewport);
    click_matrix(on, touched);
    drag(on, *viewport, touched);
    if (on.ui.keys_are_free()) keys(on, *viewport);
}

void CanvasPointer::ignore_pointer(const Ui& ui) {
    ignored_ = ui.mouse();
    keyed_.reset();
}

void CanvasPointer::hover(const CanvasFrame& on) {
    cursor_ = {};
    hint_.clear();
    if (gesture_.box) return;
    if (keyed_ && on.ui.mouse() == mouse_) {
        cursor_ = {true, false, 0, keyed_->x, keyed_->y, {}};
        if (const PanelFrame* frame = keyed_frame(on.shown))
            cursor_ = {true, frame->companion, frame->index, keyed_->x, keyed_->y, {}, frame->marginal};
        return;
    }
    keyed_.reset();
    mouse_ = on.ui.mouse();
    if (ignored_ != mouse_ || ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::GetIO().MouseWheel != 0)
        ignored_.reset();
    if (ignored_ || !on.ui.over(on.context.area)) return;
    const Point at{on.ui.mouse().x - on.context.area.x, on.ui.mouse().y - on.context.area.y};
    for (const PanelFrame& frame : on.shown.layout().frames) {
        if (!frame.plot.contains(at)) continue;
        const Point data = in_cell(on.shown.panel_of(frame), frame.to_data(at));
        cursor_ = {true, frame.companion, frame.index, data.x, data.y, {}, frame.marginal};
        if (const Panel* panel = on.shown.panel_of(frame); panel != nullptr && panel->click)
            hint_ = panel->click->hint;
    }
}

void CanvasPointer::wipe(const CanvasFrame& on) {
    Comparison comparison = on.store.current().comparison;
    const auto frame = std::find_if(on.shown.layout().frames.begin(), on.shown.layout().frames.end(),
                                    [](const PanelFrame& panel_frame) {
                                        return shows_cells(panel_frame.kind) && !panel_frame.companion;
                                    });
    if (!on.computed.shows_two() || comparison.how != Comparison::How::wipe ||
        frame == on.shown.layout().frames.end())
        return;
    constexpr double grip = 12, step = 0.01;
    constexpr double places = 10'000;  // few enough for commands, which name the share exactly
    const Rect plot = moved(frame->plot, on.context.area);
    const ItemState item =
        on.ui.item("wipe", {plot.x + comparison.wipe * plot.width - grip / 2, plot.y, grip, plot.height});
    if (item.hovered || item.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (item.held && !item.by_key) comparison.wipe = (on.ui.mouse().x - plot.x) / plot.width;
    if (item.ring)
        comparison.wipe += step * (on.ui.take(ImGuiKey_RightArrow) - on.ui.take(ImGuiKey_LeftArrow));
    if (!(comparison == on.store.current().comparison))
        comparison.wipe = std::round(std::clamp(comparison.wipe, 0.0, 1.0) * places) / places;
    if (!(comparison == on.store.current().comparison)) on.store.compare(comparison);
}

void CanvasPointer::scroll_tables(const CanvasFrame& on) {
    const PanelFrame *over = nullptr, *first = nullptr;
    for (const PanelFrame& frame : on.shown.layout().frames) {
        if (on.shown.scrolled_table(frame) == nullptr) continue;
        if (first == nullptr) first = &frame;
        if (on.ui.over(moved(frame.plot, on.context.area))) over = &frame;
    }
    const PanelFrame* keyed = over != nullptr ? over : first;
    if (keyed == nullptr) return;
    double rows = over != nullptr ? -rows_of_turn * ImGui::GetIO().MouseWheel : 0;
    const bool plots =
        std::any_of(on.shown.layout().frames.begin(), on.shown.layout().frames.end(), is_main_plane) &&
        on.ui.focus_visible();
    if (on.ui.keys_are_free() && (over != nullptr || !plots))
        rows += static_cast<double>(std::max<std::size_t>(keyed->parts.size(), 2) - 1) *
                (on.ui.take(ImGuiKey_PageDown) - on.ui.take(ImGuiKey_PageUp));
    if (rows == 0) return;
    const double now = static_cast<double>(keyed->parts.front().index);
    on.shown.scroll_table(*keyed, static_cast<std::size_t>(std::max(0.0, std::round(now + rows))));
    on.ui.request_frame();
}

void CanvasPointer::click(const CanvasFrame& on, const PanelFrame& frame, Point data) {
    const Panel* panel = on.shown.panel_of(frame);
    if (!is_clickable(panel) || !on.shown.is_of(on.store)) return;
    const int index = parameter_index(on.store.view(), panel->click->parameter);
    if (index < 0) return;
    const auto place = static_cast<std::size_t>(index);
    Values values = on.store.values();
    const double number = panel->click->from_row ? row_at(frame, data) : panel->click->value;
    const auto value = clicked_value(on.store.view().parameters()[place], values[place], number);
    if (!value) return;
    values[place] = *value;
    if (!(values == on.store.values())) on.store.edit(values);
}

void CanvasPointer::click_matrix(const CanvasFrame& on, const HoveredMatrix& touched) {
    if (!touched.touch.clicked) return;
    if (touched.touch.by_key) {
        if (cursor_.active && keyboard_panel_ == 0) click(on, *touched.frame, {cursor_.x, cursor_.y});
        return;
    }
    const Point mouse = on.ui.mouse();
    if (!gesture_.running || gesture_.moved || !is_click(gesture_.from, mouse)) return;
    click(on, *touched.frame,
          touched.frame->to_data({mouse.x - on.context.area.x, mouse.y - on.context.area.y}));
}

void CanvasPointer::click_others(const CanvasFrame& on, bool matrices) {
    const Rect& area = on.context.area;
    if (follow_links(on)) return;
    bool first = true;
    for (const PanelFrame& frame : on.shown.layout().frames) {
        const bool matrix = frame.kind == PanelKind::matrix && !frame.companion;
        const bool moved_in = matrices && first && is_main_plane(frame);
        if (moved_in) first = false;
        const bool dragged = drag_of(on, frame).has_value();
        const bool clicked = is_clickable(on.shown.panel_of(frame));
        if (moved_in || (matrix && !matrices) || (!dragged && !clicked && !on.shown.plot_geometry(frame)))
            continue;
        const std::string name = std::string(frame.marginal    ? "marginal"
                                             : frame.companion ? "companion."
                                                               : "panel.") +
                                 (frame.marginal ? "" : std::to_string(frame.index));
        const ItemState item = on.ui.item(name, touched_rect(on, frame), FocusPolicy::mouse);
        if (drag_in_panel(on, frame, item)) continue;
        if (clicked && (item.hovered || item.held)) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        move_plot(on, frame, item);
        if (item.pressed) {
            on.ui.release_focus();
            pressed_at_ = on.ui.mouse();
        }
        const Point mouse = on.ui.mouse();
        if (item.clicked && is_click(pressed_at_, mouse))
            click(on, frame, frame.to_data({mouse.x - area.x, mouse.y - area.y}));
    }
}

/// All matrices handle presses, drags and the wheel in the same way; only the first one is a Tab stop.
CanvasPointer::HoveredMatrix CanvasPointer::touch_matrices(const CanvasFrame& on) {
    HoveredMatrix touched;
    for (const PanelFrame& frame : on.shown.layout().frames) {
        if (frame.kind != PanelKind::matrix || frame.companion) continue;
        const bool first = touched.frame == nullptr;
        const std::string number = first ? "" : "." + std::to_string(frame.index);
        const Rect plot = moved(frame.plot, on.context.area);
        const ItemState item =
            on.ui.item("matrix" + number, plot, first ? FocusPolicy::tab : FocusPolicy::mouse);
        if (first || item.hovered || item.held) touched = {&frame, item};
    }
    return touched;
}

void CanvasPointer::wheel(const CanvasFrame& on, const Viewport& viewport, const PanelFrame& frame) {
    if (!on.ui.editing()) on.ui.release_focus();
    const double turns = std::clamp(double{ImGui::GetIO().MouseWheel}, -5.0, 5.0);
    on.store.set(
        looking_at(on.store.view(), on.store.values(),
                   zoomed(viewport, std::pow(wheel_step, turns), on.ui.mouse(), on.shown.room(frame))));
}

void CanvasPointer::drag(const CanvasFrame& on, const Viewport& viewport, const HoveredMatrix& touched) {
    const ItemState& item = touched.touch;
    if (item.pressed)
        gesture_ = {true,
                    on.store.tool == Tool::zoom,
                    !is_clickable(on.shown.panel_of(*touched.frame)),
                    on.ui.mouse(),
                    viewport,
                    on.shown.room(*touched.frame)};
    if (!gesture_.running) return;
    gesture_.moved = gesture_.moved || !is_click(gesture_.from, on.ui.mouse());
    const MatrixRoom& from = gesture_.room;
    const Point now = on.ui.mouse();
    if (!gesture_.box && gesture_.moved) {
        const auto cells = [](double pixels, double extent, const IndexRange& range) {
            return -std::llround(pixels / extent * static_cast<double>(range.size()));
        };
        const Viewport to = panned(
            gesture_.viewport, cells(now.y - gesture_.from.y, from.plot.height, gesture_.viewport.rows),
            cells(now.x - gesture_.from.x, from.plot.width, gesture_.viewport.columns));
        if (!(to == viewport)) on.store.set(looking_at(on.store.view(), on.store.values(), to));
    }
    if (gesture_.box && on.ui.take(ImGuiKey_Escape) > 0) gesture_ = {};
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left) && item.held) return;
    if (gesture_.box && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
        const Point end = clamped(now, from.plot);
        const Rect box = between(gesture_.from, end);
        if (box.width > 4 && box.height > 4)
            on.store.set(looking_at(on.store.view(), on.store.values(),
                                    boxed(gesture_.viewport, gesture_.from, end, from)));
    }
    gesture_ = {};
}

/// A press in the overview moves the shown range there; a drag moves it along.
void CanvasPointer::overview(const CanvasFrame& on, const Viewport& viewport) {
    if (!on.shown.layout().overview) return;
    const OverviewFrame& frame = *on.shown.layout().overview;
    const Rect rect = moved(frame.rect, on.context.area);
    const ItemState item = on.ui.item("overview", rect, FocusPolicy::mouse);
    if (item.hovered || item.held) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    if (item.pressed) on.ui.release_focus();
    if (!item.held) return;
    const auto begin = [](double share, const IndexRange& shown, std::int64_t total) {
        return std::llround(share * static_cast<double>(total) - static_cast<double>(shown.size()) / 2) -
               shown.begin;
    };
    const Point at = clamped(on.ui.mouse(), rect);
    const Viewport to =
        panned(viewport, begin((at.y - rect.y) / rect.height, viewport.rows, frame.total_rows),
               begin((at.x - rect.x) / rect.width, viewport.columns, frame.total_columns));
    if (!(to == viewport)) on.store.set(looking_at(on.store.view(), on.store.values(), to));
}

void CanvasPointer::Stroke::let_pass(const Values& now) {
    for (std::size_t i = 0; i < last.size(); ++i)
        if (!(now[i] == last[i])) before[i] = now[i];
    last = now;
}

bool CanvasPointer::takes_curve(const CanvasFrame& on, const PanelFrame& frame) {
    return on.context.curve_request && !frame.marginal && frame.kind == PanelKind::plot &&
           on.context.curve_request->panel ==
               frame.index + (frame.companion ? on.shown.figure().main.size() : 0);
}

Rect CanvasPointer::touched_rect(const CanvasFrame& on, const PanelFrame& frame) {
    constexpr double around = 12;  // a drawn curve may begin at the corner of the axes
    const double more = takes_curve(on, frame) ? around : 0;
    return {frame.plot.x + on.context.area.x - more, frame.plot.y + on.context.area.y - more,
            frame.plot.width + 2 * more, frame.plot.height + 2 * more};
}

std::optional<PanelDrag> CanvasPointer::drag_of(const CanvasFrame& on, const PanelFrame& frame) {
    if (takes_curve(on, frame)) return PanelDrag{PanelDrag::Kind::draw, {}, on.context.curve_request->hint};
    const Panel* panel = on.shown.panel_of(frame);
    return panel == nullptr ? std::nullopt : panel->drag;
}

bool CanvasPointer::drag_in_panel(const CanvasFrame& on, const PanelFrame& frame, const ItemState& item) {
    const std::optional<PanelDrag> taken = drag_of(on, frame);
    if (item.pressed && taken && on.shown.is_of(on.store)) {
        on.ui.release_focus();  // so that Space plays
        stroke_ = Stroke{
            *taken, frame, &on.store.view(), &on.store.figure(), on.store.values(), on.store.values(), {}};
        stroke_->draws_curve = takes_curve(on, frame);
    }
    const bool held = item.held && stroke_;
    if (!held && !taken) return false;
    const PanelDrag drag = held ? stroke_->drag : *taken;
    if (takes_curve(on, frame)) wheel_plot(on, frame, item);
    if (held || item.hovered) {
        ImGui::SetMouseCursor(shape_of(drag));
        hint_ = drag.hint;
    }
    if (held) {
        stroke_->let_pass(on.store.values());
        const Point mouse = on.ui.mouse();
        if (has_path(drag))
            draw_stroke(on);
        else
            scrub(on, drag.parameter, stroke_->frame,
                  {mouse.x - on.context.area.x, mouse.y - on.context.area.y});
        stroke_->last = on.store.values();
    } else if (item.by_key && cursor_.active && on.shown.is_of(on.store)) {
        press_by_key(on, drag, frame);
    }
    return true;
}

void CanvasPointer::press_by_key(const CanvasFrame& on, const PanelDrag& drag,
                                 const PanelFrame& frame) const {
    const Point at = frame.to_pixels(cursor_.x, cursor_.y);
    if (drag.kind == PanelDrag::Kind::scrub) scrub(on, drag.parameter, frame, at);
    if (drag.kind != PanelDrag::Kind::place || cursor_.companion || cursor_.marginal) return;
    const Point data = data_at(frame, at);
    on.store.edit(on.store.view().apply_stroke(on.store.values(), drag.parameter, {&data, 1}));
}

void CanvasPointer::draw_stroke(const CanvasFrame& on) {
    std::vector<Point>& path = stroke_->path;
    std::vector<Point> places = path.empty() ? std::vector<Point>{} : on.context.path;
    places.push_back(on.ui.mouse());
    const std::size_t before = path.size();
    for (const Point& at : places) {
        const Point data = data_at(stroke_->frame, {at.x - on.context.area.x, at.y - on.context.area.y});
        if (path.empty() || !(data == path.back())) path.push_back(data);
    }
    if (path.size() == before) return;
    if (!stroke_->draws_curve) {
        on.store.edit(on.store.view().apply_stroke(stroke_->before, stroke_->drag.parameter, path));
    } else if (on.context.curve_request) {
        on.context.curve_request->draw(path);
        stroke_->shown = path.size();  // the next figure contains it
    }
}

/// Ends the stroke if the button is up or the view or figure changed; Escape cancels it.
void CanvasPointer::end_stroke(const CanvasFrame& on) {
    if (!stroke_) return;
    const bool elsewhere = stroke_->view != &on.store.view() || stroke_->figure != &on.store.figure();
    const bool over = elsewhere || (!ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
                                    !ImGui::IsMouseReleased(ImGuiMouseButton_Left));
    const bool taken_back = !over && on.ui.take(ImGuiKey_Escape) > 0;
    if (!over && !taken_back) return;
    if (stroke_->draws_curve && on.context.curve_request) on.context.curve_request->end(over);
    if (!stroke_->draws_curve && taken_back) {
        stroke_->let_pass(on.store.values());
        on.store.edit(stroke_->before);
    }
    stroke_.reset();
}

void CanvasPointer::move_plot(const CanvasFrame& on, const PanelFrame& frame, const ItemState& item) {
    const auto plot = on.shown.plot_geometry(frame);
    const Panel* panel = on.shown.panel_of(frame);
    if (!plot || panel == nullptr || axis_settings(on.store.view(), on.store.values()) == nullptr) return;
    wheel_plot(on, frame, item);
    if (item.double_clicked) {
        plot_gesture_.reset();
        return on.shown.release_limits(on.store);
    }
    if (item.pressed && on.shown.is_of(on.store)) {
        plot_gesture_ = PlotGesture{*plot,
                                    frame,
                                    panel->x,
                                    panel->y,
                                    on.shown.whole_axes(on.store, on.computed, frame),
                                    on.ui.mouse(),
                                    &on.store.view(),
                                    &on.store.figure()};
        plot_gesture_->box = on.store.tool == Tool::zoom;
    }
    if (plot_gesture_ && item.held) pan_plot(on);
}

void CanvasPointer::wheel_plot(const CanvasFrame& on, const PanelFrame& frame, const ItemState& item) {
    if (!item.hovered || ImGui::GetIO().MouseWheel == 0) return;
    if (!on.ui.editing()) on.ui.release_focus();
    const double turns = std::clamp(double{ImGui::GetIO().MouseWheel}, -5.0, 5.0);
    on.shown.zoom_plot(on.store, on.computed, frame, std::pow(wheel_step, turns),
                       {on.ui.mouse().x - on.context.area.x, on.ui.mouse().y - on.context.area.y});
}

void CanvasPointer::pan_plot(const CanvasFrame& on) {
    PlotGesture& gesture = *plot_gesture_;
    const Rect& plot = gesture.frame.plot;
    const Point now = on.ui.mouse();
    gesture.moved = gesture.moved || !is_click(gesture.from, now);
    if (!gesture.moved) return;
    ImGui::SetMouseCursor(gesture.box ? ImGuiMouseCursor_Arrow : ImGuiMouseCursor_ResizeAll);
    if (gesture.box) return;
    const double right = (gesture.from.x - now.x) / plot.width, up = (now.y - gesture.from.y) / plot.height;
    on.shown.set_plot(on.store, gesture.plot,
                      moves_x() ? panned(gesture.x, right, gesture.whole.first) : gesture.x,
                      moves_y() ? panned(gesture.y, up, gesture.whole.second) : gesture.y, gesture.whole);
}

/// Ends the gesture when the button is up: zooms to the box, if any. Escape reverts all of it.
void CanvasPointer::end_plot_gesture(const CanvasFrame& on) {
    if (!plot_gesture_) return;
    const PlotGesture& gesture = *plot_gesture_;
    if (gesture.view != &on.store.view() || gesture.figure != &on.store.figure())
        return plot_gesture_.reset();
    if (on.ui.take(ImGuiKey_Escape) > 0) {
        on.shown.set_plot(on.store, gesture.plot, gesture.x, gesture.y, gesture.whole);
        return plot_gesture_.reset();
    }
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    const Rect plot = moved(gesture.frame.plot, on.context.area),
               box = between(gesture.from, clamped(on.ui.mouse(), plot));
    if (gesture.box && gesture.moved && box.width > 4 && box.height > 4) {
        const auto across = [&](double x) { return (x - plot.x) / plot.width; };
        const auto up = [&](double y) { return (plot.bottom() - y) / plot.height; };
        on.shown.set_plot(on.store, gesture.plot,
                          cut(gesture.x, across(box.x), across(box.right()), gesture.whole.first),
                          cut(gesture.y, up(box.bottom()), up(box.y), gesture.whole.second), gesture.whole);
    }
    plot_gesture_.reset();
}

std::optional<HeldPanel> CanvasPointer::held() const {
    if (!stroke_) return std::nullopt;
    return HeldPanel{stroke_->figure, stroke_->frame, has_path(stroke_->drag)};
}

std::optional<Rect> CanvasPointer::zoom_box(const Ui& ui, Rect area) const {
    if (gesture_.running && gesture_.box)
        return between(gesture_.from, clamped(ui.mouse(), gesture_.room.plot));
    if (plot_gesture_ && plot_gesture_->box && plot_gesture_->moved)
        return between(plot_gesture_->from, clamped(ui.mouse(), moved(plot_gesture_->frame.plot, area)));
    return std::nullopt;
}

std::vector<Point> CanvasPointer::ink() const {
    std::vector<Point> points;
    if (!stroke_ || stroke_->drag.kind != PanelDrag::Kind::draw || stroke_->shown >= stroke_->path.size())
        return points;
    for (std::size_t i = std::max<std::size_t>(stroke_->shown, 1) - 1; i < stroke_->path.size(); ++i)
        points.push_back(stroke_->frame.to_pixels(stroke_->path[i].x, stroke_->path[i].y));
    return points;
}

}  // namespace poslab
