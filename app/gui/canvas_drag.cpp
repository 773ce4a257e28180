// Drags in panels with a PanelDrag: a parameter follows the pointer, a curve is drawn, or something is moved.

#include "app/gui/canvas.hpp"
#include "app/gui/canvas_parts.hpp"
#include "core/controls/drags.hpp"

#include <algorithm>

namespace poslab {
namespace {

void hold(Axis& axis, const Axis& as) {
    axis.low = as.low;
    axis.high = as.high;
}

/// Sets the parameter to the x coordinate of the pixel.
void scrub(Store& store, const std::string& parameter, const PanelFrame& frame, Point pixel) {
    const Values values = scrubbed(store.view(), store.values(), parameter, frame, pixel);
    if (!(values == store.values())) store.edit(values);
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

}  // namespace

void Canvas::Stroke::let_pass(const Values& now) {
    for (std::size_t i = 0; i < last.size(); ++i)
        if (!(now[i] == last[i])) before[i] = now[i];
    last = now;
}

bool Canvas::takes_curve(const PanelFrame& frame, const CanvasContext& context) const {
    return context.curve_request && !frame.marginal && frame.kind == PanelKind::plot &&
           context.curve_request->panel == frame.index + (frame.companion ? figure_.main.size() : 0);
}

Rect Canvas::touched_rect(const PanelFrame& frame, const CanvasContext& context) const {
    constexpr double around = 12;  // a drawn curve may begin at the corner of the axes
    const double more = takes_curve(frame, context) ? around : 0;
    return {frame.plot.x + context.area.x - more, frame.plot.y + context.area.y - more,
            frame.plot.width + 2 * more, frame.plot.height + 2 * more};
}

std::optional<PanelDrag> Canvas::drag_of(const PanelFrame& frame, const CanvasContext& context) const {
    if (takes_curve(frame, context)) return PanelDrag{PanelDrag::Kind::draw, {}, context.curve_request->hint};
    const Panel* panel = panel_of(frame);
    return panel == nullptr ? std::nullopt : panel->drag;
}

bool Canvas::drag_in_panel(Ui& ui, Store& store, const PanelFrame& frame, const ItemState& item,
                           const CanvasContext& context) {
    const std::optional<PanelDrag> taken = drag_of(frame, context);
    if (item.pressed && taken) {
        ui.release_focus();  // so that Space plays
        stroke_ = Stroke{*taken, frame, &store.view(), store.values(), store.values(), {}};
        stroke_->draws_curve = takes_curve(frame, context);
    }
    const bool held = item.held && stroke_;
    if (!held && !taken) return false;
    const PanelDrag drag = held ? stroke_->drag : *taken;
    if (takes_curve(frame, context)) wheel_plot(ui, store, frame, item, context);
    if (held || item.hovered) {
        ImGui::SetMouseCursor(shape_of(drag));
        hint_ = drag.hint;
    }
    if (held) {
        stroke_->let_pass(store.values());
        const Point mouse = ui.mouse();
        if (has_path(drag))
            draw_stroke(ui, store, context);
        else
            scrub(store, drag.parameter, stroke_->frame,
                  {mouse.x - context.area.x, mouse.y - context.area.y});
        stroke_->last = store.values();
    } else if (item.by_key && cursor_.active) {
        press_by_key(store, drag, frame);
    }
    return true;
}

void Canvas::press_by_key(Store& store, const PanelDrag& drag, const PanelFrame& frame) const {
    const Point at = frame.to_pixels(cursor_.x, cursor_.y);
    if (drag.kind == PanelDrag::Kind::scrub) scrub(store, drag.parameter, frame, at);
    if (drag.kind != PanelDrag::Kind::place || cursor_.companion || cursor_.marginal) return;
    const Point data = data_at(frame, at);
    store.edit(store.view().apply_stroke(store.values(), drag.parameter, {&data, 1}));
}

void Canvas::draw_stroke(const Ui& ui, Store& store, const CanvasContext& context) {
    std::vector<Point>& path = stroke_->path;
    std::vector<Point> places = path.empty() ? std::vector<Point>{} : context.path;
    places.push_back(ui.mouse());
    const std::size_t before = path.size();
    for (const Point& at : places) {
        const Point data = data_at(stroke_->frame, {at.x - context.area.x, at.y - context.area.y});
        if (path.empty() || !(data == path.back())) path.push_back(data);
    }
    if (path.size() == before) return;
    if (!stroke_->draws_curve) {
        store.edit(store.view().apply_stroke(stroke_->before, stroke_->drag.parameter, path));
    } else if (context.curve_request) {
        context.curve_request->draw(path);
        stroke_->shown = path.size();  // the next figure contains it
    }
}

void Canvas::draw_ink(Ui& ui, Rect area) const {
    if (!stroke_ || stroke_->drag.kind != PanelDrag::Kind::draw || stroke_->shown >= stroke_->path.size())
        return;
    Polyline ink{{}, ui.colors().accent, 2, {}, false};
    for (std::size_t i = std::max<std::size_t>(stroke_->shown, 1) - 1; i < stroke_->path.size(); ++i) {
        const Point at = stroke_->frame.to_pixels(stroke_->path[i].x, stroke_->path[i].y);
        ink.points.push_back({at.x + area.x, at.y + area.y});
    }
    if (ink.points.size() > 1) ui.draw(ink);
}

/// Ends the stroke if the button is up or the view changed; Escape cancels it.
void Canvas::end_stroke(Ui& ui, Store& store, const CanvasContext& context) {
    if (!stroke_) return;
    const bool over = stroke_->view != &store.view() || (!ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
                                                         !ImGui::IsMouseReleased(ImGuiMouseButton_Left));
    const bool taken_back = !over && ui.take(ImGuiKey_Escape) > 0;
    if (!over && !taken_back) return;
    if (stroke_->draws_curve && context.curve_request) context.curve_request->end(over);
    if (!stroke_->draws_curve && taken_back) {
        stroke_->let_pass(store.values());
        store.edit(stroke_->before);
    }
    stroke_.reset();
}

void Canvas::hold_axes() {
    if (!stroke_) return;
    const PanelFrame& frame = stroke_->frame;
    auto& panels = frame.companion ? figure_.companions : figure_.main;
    Panel* panel = frame.marginal                ? (figure_.marginal ? &*figure_.marginal : nullptr)
                   : frame.index < panels.size() ? &panels[frame.index]
                                                 : nullptr;
    if (panel == nullptr) return;
    hold(panel->x, frame.x);
    if (has_path(stroke_->drag)) hold(panel->y, frame.y);
}

}  // namespace poslab
