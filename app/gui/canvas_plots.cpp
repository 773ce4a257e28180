// Wheel, drag and zoom box in plots, and the measured difference between two points.

#include "app/gui/canvas.hpp"
#include "app/gui/canvas_parts.hpp"
#include "core/base/number_format.hpp"
#include "core/controls/plot_axes.hpp"
#include "core/figure/axis_place.hpp"
#include "core/views/axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {
namespace {

/// The axes that a gesture moves: with Shift only x, with Alt only y.
bool moves_x() { return !ImGui::GetIO().KeyAlt; }
bool moves_y() { return !ImGui::GetIO().KeyShift; }

}  // namespace

std::optional<Canvas::PlotGeometry> Canvas::plot_place(const PanelFrame& frame) const {
    if (frame.marginal) return std::nullopt;
    const auto number = plot_number(figure_, frame.companion, frame.index);
    if (!number) return std::nullopt;
    const SettablePlot plot = settable_plots(figure_)[static_cast<std::size_t>(*number) - 1];
    return PlotGeometry{*number, plot.own_x, plot.own_y};
}

/// The axes of a plot without the user's limits.
std::pair<Axis, Axis> Canvas::whole_axes(const Store& store, const PanelFrame& frame) const {
    const AxisSettings* settings = axis_settings(store.view(), store.values());
    std::vector<Variant> shown = variants(store);
    if (settings != nullptr)
        shown.front().values =
            with_axis_settings(store.view(), std::move(shown.front().values),
                               released(*settings, figure_of_axes(store.view(), store.figure())));
    const Figure whole = compared_figure(store.view(), store.figure().id, shown, store.style(), {},
                                         comparison_of(store, shown));
    const auto& panels = frame.companion ? whole.companions : whole.main;
    if (frame.index >= panels.size()) return {frame.x, frame.y};
    std::pair<Axis, Axis> axes{panels[frame.index].x, panels[frame.index].y};
    const auto widen = [](Axis& axis, const Axis& now) {  // typed limits may lie outside
        axis.low = std::min(axis.low, now.low);
        axis.high = std::max(axis.high, now.high);
    };
    const Panel* now = panel_of(frame);
    if (now != nullptr) widen(axes.first, now->x);
    if (now != nullptr) widen(axes.second, now->y);
    return axes;
}

void Canvas::set_plot(Store& store, const PlotGeometry& plot, const Axis& x, const Axis& y,
                      const std::pair<Axis, Axis>& whole) const {
    const AxisSettings* settings = axis_settings(store.view(), store.values());
    if (settings == nullptr) return;
    const std::string figure = figure_of_axes(store.view(), store.figure());
    AxisSettings limited = *settings;
    if (plot.own_x) set_limits(limited, {figure, plot.number, false}, x, whole.first);
    if (plot.own_y) set_limits(limited, {figure, plot.number, true}, y, whole.second);
    const Values next = with_axis_settings(store.view(), store.values(), std::move(limited));
    if (!(next == store.values())) store.set(next);
}

void Canvas::move_plot(Ui& ui, Store& store, const PanelFrame& frame, const ItemState& item,
                       const CanvasContext& context) {
    const auto plot = plot_place(frame);
    const Panel* panel = panel_of(frame);
    if (!plot || panel == nullptr || axis_settings(store.view(), store.values()) == nullptr) return;
    wheel_plot(ui, store, frame, item, context);
    if (item.double_clicked) {
        plot_gesture_.reset();
        return release_limits(store);
    }
    if (item.pressed) {
        plot_gesture_ = PlotGesture{*plot,      frame,        panel->x, panel->y, whole_axes(store, frame),
                                    ui.mouse(), &store.view()};
        plot_gesture_->box = store.tool == Tool::zoom;
    }
    if (plot_gesture_ && item.held) pan_plot(ui, store);
}

void Canvas::wheel_plot(Ui& ui, Store& store, const PanelFrame& frame, const ItemState& item,
                        const CanvasContext& context) const {
    if (!item.hovered || ImGui::GetIO().MouseWheel == 0) return;
    if (!ui.editing()) ui.release_focus();
    const double turns = std::clamp(double{ImGui::GetIO().MouseWheel}, -5.0, 5.0);
    zoom_plot(store, frame, std::pow(wheel_step, turns),
              {ui.mouse().x - context.area.x, ui.mouse().y - context.area.y});
}

void Canvas::zoom_plot(Store& store, const PanelFrame& frame, double factor, Point at) const {
    const auto plot = plot_place(frame);
    const Panel* panel = panel_of(frame);
    if (!plot || panel == nullptr) return;
    const auto whole = whole_axes(store, frame);
    const double across = (at.x - frame.plot.x) / frame.plot.width,
                 up = (frame.plot.bottom() - at.y) / frame.plot.height;
    set_plot(store, *plot, moves_x() ? zoomed(panel->x, factor, across, whole.first) : panel->x,
             moves_y() ? zoomed(panel->y, factor, up, whole.second) : panel->y, whole);
}

void Canvas::pan_plot(Ui& ui, Store& store) {
    PlotGesture& gesture = *plot_gesture_;
    const Rect& plot = gesture.frame.plot;
    const Point now = ui.mouse();
    gesture.moved = gesture.moved || !is_click(gesture.from, now);
    if (!gesture.moved) return;
    ImGui::SetMouseCursor(gesture.box ? ImGuiMouseCursor_Arrow : ImGuiMouseCursor_ResizeAll);
    if (gesture.box) return;
    const double right = (gesture.from.x - now.x) / plot.width, up = (now.y - gesture.from.y) / plot.height;
    set_plot(store, gesture.plot, moves_x() ? panned(gesture.x, right, gesture.whole.first) : gesture.x,
             moves_y() ? panned(gesture.y, up, gesture.whole.second) : gesture.y, gesture.whole);
}

/// Ends the gesture when the button is up: zooms to the box, if any. Escape reverts all of it.
void Canvas::end_plot_gesture(Ui& ui, Store& store, Rect area) {
    if (!plot_gesture_) return;
    const PlotGesture& gesture = *plot_gesture_;
    if (gesture.view != &store.view()) return plot_gesture_.reset();
    if (ui.take(ImGuiKey_Escape) > 0) {
        set_plot(store, gesture.plot, gesture.x, gesture.y, gesture.whole);
        return plot_gesture_.reset();
    }
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    const Rect plot = moved(gesture.frame.plot, area), box = between(gesture.from, clamped(ui.mouse(), plot));
    if (gesture.box && gesture.moved && box.width > 4 && box.height > 4) {
        const auto across = [&](double x) { return (x - plot.x) / plot.width; };
        const auto up = [&](double y) { return (plot.bottom() - y) / plot.height; };
        set_plot(store, gesture.plot, cut(gesture.x, across(box.x), across(box.right()), gesture.whole.first),
                 cut(gesture.y, up(box.bottom()), up(box.y), gesture.whole.second), gesture.whole);
    }
    plot_gesture_.reset();
}

/// Handles Home, 0, +, − and arrows if there is no matrix to zoom.
void Canvas::plot_keys(Ui& ui, Store& store) {
    if (ui.take(ImGuiKey_Home) > 0 || Ui::typed('0')) return release_limits(store);
    const bool in = Ui::typed('+') || Ui::typed('='), out = Ui::typed('-');
    if (in || out) zoom_step(store, in ? wheel_step : 1 / wheel_step);
    const PanelFrame* frame = zoomable_plot();
    if (ui.focus_visible() || frame == nullptr) return;  // then arrow keys move between items
    const double step = ImGui::GetIO().KeyShift ? 1 : 0.1;
    const double right = step * (ui.take(ImGuiKey_RightArrow) - ui.take(ImGuiKey_LeftArrow));
    const double up = step * (ui.take(ImGuiKey_UpArrow) - ui.take(ImGuiKey_DownArrow));
    const Panel* panel = panel_of(*frame);
    if ((right == 0 && up == 0) || panel == nullptr) return;
    const auto whole = whole_axes(store, *frame);
    set_plot(store, *plot_place(*frame), panned(panel->x, right, whole.first),
             panned(panel->y, up, whole.second), whole);
}

const PanelFrame* Canvas::zoomable_plot() const {
    const auto found = std::find_if(layout_.frames.begin(), layout_.frames.end(),
                                    [&](const PanelFrame& frame) { return plot_place(frame).has_value(); });
    return found == layout_.frames.end() ? nullptr : &*found;
}

/// The measured point: the pointer, moved to the sample and curve that the figure marks there.
Point Canvas::measured_at(const PanelFrame& frame) const {
    Point at{cursor_.x, cursor_.y};
    const Panel* panel = panel_of(frame);
    if (panel == nullptr || !panel->pointer || panel->as<PlotPanel>() == nullptr ||
        panel->as<PlotPanel>()->sideways)
        return at;
    const PointerMark& pointer = *panel->pointer;
    if (std::isfinite(pointer.x)) at.x = pointer.x;
    if (pointer.y) at.y = *pointer.y;
    const double height = frame.to_pixels(at.x, cursor_.y).y;
    double nearest = std::numeric_limits<double>::infinity();
    for (const PointMark& dot : pointer.dots) {
        const double apart = std::abs(frame.to_pixels(dot.at.x, dot.at.y).y - height);
        if (!(apart < nearest)) continue;
        nearest = apart;
        at = dot.at;
    }
    return at;
}

void Canvas::measure_from(const Store& store) {
    if (anchor_ && anchor_->figure == store.figure().id && anchor_->view == &store.view())
        return anchor_.reset();
    anchor_.reset();
    if (!cursor_.active || cursor_.marginal) return;
    for (const PanelFrame& frame : layout_.frames)
        if (frame.companion == cursor_.companion && frame.index == cursor_.panel &&
            frame.kind == PanelKind::plot)
            anchor_ =
                Anchor{&store.view(), store.figure().id, frame.companion, frame.index, measured_at(frame)};
}

/// The frame of the anchor; null if it is not shown.
const PanelFrame* Canvas::anchored_frame(const Store& store) const {
    if (!anchor_ || anchor_->view != &store.view() || anchor_->figure != store.figure().id) return nullptr;
    for (const PanelFrame& frame : layout_.frames)
        if (frame.companion == anchor_->companion && frame.index == anchor_->panel &&
            frame.kind == PanelKind::plot && !frame.marginal)
            return &frame;
    return nullptr;
}

std::vector<ReadoutRow> Canvas::measured(const Store& store) const {
    const PanelFrame* frame = anchored_frame(store);
    const bool here = frame != nullptr && cursor_.active && cursor_.companion == anchor_->companion &&
                      cursor_.panel == anchor_->panel;
    if (!here) return {};
    // The number of digits that a pixel resolves.
    const Point to = measured_at(*frame), from = anchor_->at;
    const Point pixel = frame->to_pixels(to.x, to.y), next = frame->to_data({pixel.x + 1, pixel.y - 1});
    const auto difference = [](std::string label, double end, double begin, double marginal) {
        const double step = std::max(std::abs(marginal - end), 1e-300);
        const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step))), 0, 15);
        return ReadoutRow{std::move(label), format_number(end - begin, decimals, 4), {}, no_swatch, false,
                          end - begin};
    };
    std::vector<ReadoutRow> rows{difference("Δx", to.x, from.x, next.x),
                                 difference("Δy", to.y, from.y, next.y)};
    const auto ratio = [&](std::string label, const Axis& axis, double end, double begin) {
        if (!axis.logarithmic || !(end > 0) || !(begin > 0)) return;
        rows.push_back(
            {std::move(label), format_number(end / begin, 4, 5), {}, no_swatch, false, end / begin});
    };
    ratio("x₂/x₁", frame->x, to.x, from.x);
    ratio("y₂/y₁", frame->y, to.y, from.y);
    return rows;
}

void Canvas::draw_plot_gesture(Ui& ui, const Store& store, Rect area) const {
    if (plot_gesture_ && plot_gesture_->box && plot_gesture_->moved) {
        const Rect box =
            between(plot_gesture_->from, clamped(ui.mouse(), moved(plot_gesture_->frame.plot, area)));
        ui.fill(box, ui.colors().accent.with_alpha(0.12));
        ui.frame(box, ui.colors().accent, 1.5);
    }
    const PanelFrame* frame = anchored_frame(store);
    if (frame == nullptr) return;
    const Rect plot = moved(frame->plot, area);
    const Point at = frame->to_pixels(anchor_->at.x, anchor_->at.y), from{at.x + area.x, at.y + area.y};
    if (!plot.contains(from)) return;
    const Color accent = ui.colors().accent;
    ui.draw(Polyline{{{from.x, plot.y}, {from.x, plot.bottom()}}, accent, 1, {4, 3}, false});
    ui.draw(Polyline{{{plot.x, from.y}, {plot.right(), from.y}}, accent, 1, {4, 3}, false});
    ui.ring(from, 4.5, accent, 1.5);
    const bool here =
        cursor_.active && cursor_.companion == anchor_->companion && cursor_.panel == anchor_->panel;
    if (!here) return;
    const Point end = measured_at(*frame), to = frame->to_pixels(end.x, end.y);
    ui.ring({to.x + area.x, to.y + area.y}, 4.5, accent, 1.5);
    ui.draw(Polyline{{from, {to.x + area.x, to.y + area.y}}, accent, 1.25, {}, false});
    std::string text;
    for (const ReadoutRow& row : measured(store))
        text += (text.empty() ? "" : "   ") + row.label + " " + row.value;
    const TextStyle style{Font::mono, 12, ui.colors().tooltip_text};
    const double width = ui.text_width(text, style) + 16, height = 24;
    const double left = std::clamp(to.x + area.x + 12, plot.x, std::max(plot.x, plot.right() - width));
    const double above = to.y + area.y - 12 - height, top = above >= plot.y ? above : to.y + area.y + 12;
    ui.fill({left, top, width, height}, ui.colors().tooltip, 5);
    ui.text(text, left + 8, top + height / 2, style);
}

}  // namespace poslab
