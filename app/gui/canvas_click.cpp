// Clicks in panels that set a parameter.

#include "app/gui/canvas.hpp"
#include "app/gui/canvas_parts.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

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

}  // namespace

const Panel* Canvas::panel_of(const PanelFrame& frame) const {
    if (frame.marginal) return figure_.marginal ? &*figure_.marginal : nullptr;
    const auto& panels = frame.companion ? figure_.companions : figure_.main;
    return frame.index < panels.size() ? &panels[frame.index] : nullptr;
}

void Canvas::click(Store& store, const PanelFrame& frame, Point data) const {
    const Panel* panel = panel_of(frame);
    if (!is_clickable(panel)) return;
    const int index = parameter_index(store.view(), panel->click->parameter);
    if (index < 0) return;
    const auto place = static_cast<std::size_t>(index);
    Values values = store.values();
    const double number = panel->click->from_row ? row_at(frame, data) : panel->click->value;
    const auto value = clicked_value(store.view().parameters()[place], values[place], number);
    if (!value) return;
    values[place] = *value;
    if (!(values == store.values())) store.edit(values);
}

void Canvas::click_matrix(const Ui& ui, Store& store, const HoveredMatrix& touched, Rect area) {
    if (!touched.touch.clicked) return;
    if (touched.touch.by_key) {
        if (cursor_.active && keyboard_panel_ == 0) click(store, *touched.frame, {cursor_.x, cursor_.y});
        return;
    }
    const Point mouse = ui.mouse();
    if (!gesture_.running || gesture_.moved || !is_click(gesture_.from, mouse)) return;
    click(store, *touched.frame, touched.frame->to_data({mouse.x - area.x, mouse.y - area.y}));
}

void Canvas::click_others(Ui& ui, Store& store, const CanvasContext& context, bool matrices) {
    const Rect& area = context.area;
    if (follow_links(ui, store, layout_, area, [this](const PanelFrame& frame) { return panel_of(frame); }))
        return;
    bool first = true;
    for (const PanelFrame& frame : layout_.frames) {
        const bool matrix = frame.kind == PanelKind::matrix && !frame.companion;
        const bool moved_in = matrices && first && is_main_plane(frame);
        if (moved_in) first = false;
        const bool dragged = drag_of(frame, context).has_value();
        const bool clicked = is_clickable(panel_of(frame));
        if (moved_in || (matrix && !matrices) || (!dragged && !clicked && !plot_place(frame))) continue;
        const std::string name = std::string(frame.marginal    ? "beside"
                                             : frame.companion ? "companion."
                                                               : "panel.") +
                                 (frame.marginal ? "" : std::to_string(frame.index));
        const ItemState item = ui.item(name, touched_rect(frame, context), FocusPolicy::mouse);
        if (drag_in_panel(ui, store, frame, item, context)) continue;
        if (clicked && (item.hovered || item.held)) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        move_plot(ui, store, frame, item, context);
        if (item.pressed) {
            ui.release_focus();
            pressed_at_ = ui.mouse();
        }
        const Point mouse = ui.mouse();
        if (item.clicked && is_click(pressed_at_, mouse))
            click(store, frame, frame.to_data({mouse.x - area.x, mouse.y - area.y}));
    }
}

}  // namespace poslab
