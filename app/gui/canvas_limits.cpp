// Limits of axes and colours: held while a slider moves, locked by the user.

#include "app/gui/canvas.hpp"
#include "core/controls/plot_axes.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/views/figure_scales.hpp"

#include <algorithm>

namespace poslab {
namespace {

std::vector<ColorScale> scales_of(const Figure& figure) {
    std::vector<ColorScale> scales;
    each_scale(figure, [&](const std::string&, const ColorScale& scale) { scales.push_back(scale); });
    return scales;
}

bool same_axes(const View& view, const Values& a, const Values& b) {
    const AxisSettings *first = axis_settings(view, a), *second = axis_settings(view, b);
    return first == nullptr || second == nullptr || *first == *second;
}

}  // namespace

bool Canvas::ShownLimits::same_window(const ShownLimits& other) const {
    return view == other.view && figure == other.figure &&
           same_stages(*view, values, other.values, {Stage::window}) &&
           same_axes(*view, values, other.values);
}

void Canvas::note_movement(const Store& store, const CanvasContext& context) {
    const bool active = context.playing || ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (shown_.view != &store.view() || (!active && fresh_)) moving_ = false;
    if (shown_.view != &store.view() || !active) return;
    const auto parameters = store.view().parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (has_slider(parameters[i]) && !(store.values()[i] == shown_.values[i])) moving_ = true;
}

void Canvas::hold_limits(const Store& store, const CanvasContext& context) {
    note_movement(store, context);
    const std::vector<ColorScale> automatic = scales_of(figure_);
    ShownLimits now{&store.view(), &store.figure(), store.values(), {}};
    if (held_ && !(moving_ && held_->same_window(now))) held_.reset();
    if (moving_) {
        if (!held_) held_ = shown_.view != nullptr && shown_.same_window(now) ? shown_ : now;
        include(limits_of(figure_), held_->limits);
        hold_all(figure_, held_->limits);
    }
    now.limits = limits_of(figure_);
    shown_ = std::move(now);
    scales_.clear();
    const std::vector<ColorScale> on_screen = scales_of(figure_);
    for (std::size_t n = 0; n < automatic.size(); ++n) scales_.emplace_back(automatic[n], on_screen[n]);
}

Color Canvas::swatch_of(const Store& store, const ReadoutRow& row) const {
    if (!row.scale) return row.swatch;
    const auto found = std::find_if(scales_.begin(), scales_.end(),
                                    [&](const auto& scale) { return scale.first == *row.scale; });
    if (found != scales_.end()) return color_of(found->second, row.number);
    const bool differs =
        !store.pins().empty() && store.current().comparison.how == Comparison::How::difference;
    return differs ? no_swatch : row.swatch;
}

void Canvas::lock_limits(Store& store) const {
    const AxisSettings* settings = axis_settings(store.view(), store.values());
    if (settings == nullptr) return;
    const std::string figure = figure_of_axes(store.view(), store.figure());
    store.set(with_axis_settings(store.view(), store.values(), locked(*settings, figure, figure_)), 0);
}

void Canvas::release_limits(Store& store) const {
    const AxisSettings* settings = axis_settings(store.view(), store.values());
    if (settings == nullptr) return;
    const Values next = with_axis_settings(store.view(), store.values(),
                                           released(*settings, figure_of_axes(store.view(), store.figure())));
    if (!(next == store.values())) store.set(next, 0);  // gesture 0: a separate undo step
}

bool Canvas::can_lock_limits(const Store& store) const {
    const bool has_limits = zoomable_plot() != nullptr || !figure_.bars.empty();
    return has_limits && axis_settings(store.view(), store.values()) != nullptr;
}

bool Canvas::limits_are_locked(const Store& store) const {
    const AxisSettings* settings = axis_settings(store.view(), store.values());
    if (settings == nullptr || !can_lock_limits(store)) return false;
    const std::string figure = figure_of_axes(store.view(), store.figure());
    return has_limits(*settings, figure) && locked(*settings, figure, figure_) == *settings;
}

}  // namespace poslab
