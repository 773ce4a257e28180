#include "app/page/page_actions.hpp"

#include "core/base/errors.hpp"
#include "core/controls/drags.hpp"
#include "core/controls/plot_axes.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/controls/viewport.hpp"
#include "core/params/filling.hpp"
#include "core/params/pair_text.hpp"
#include "core/views/axes.hpp"
#include "core/views/registry.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

std::size_t place_of(const ShownState& state, const std::string& parameter) {
    const int index = parameter_index(*state.view, parameter);
    if (index < 0) throw UsageError(tr("--{}: {} has no such parameter", parameter, state.view->info().id));
    return static_cast<std::size_t>(index);
}

void set(ShownState& state, const Values& values) { state.values = state.view->adjusted(values); }

void set_text(const PageAction& action, ShownState& state) {
    const auto parameters = state.view->parameters();
    const std::size_t place = place_of(state, action.parameter);
    const std::string text = parameters[place].kind == Kind::list ? separated_by_commas(action.text)
                                                                  : without_separators(action.text);
    Values values = state.values;
    for (const auto& [index, value] : parse_values(parameters, place, value_text(text)))
        set_and_fill(parameters, index, value, values);
    set(state, values);
}

/// Gives a parameter with a slider the value that `change` returns for its track and its value.
template <class Change>
void change_slider(const PageAction& action, ShownState& state, const Change& change) {
    const std::size_t index = place_of(state, action.parameter);
    const Descriptor track = on_track(*state.view, state.values, index);
    if (!has_slider(track)) return;
    Values values = state.values;
    values[index] = change(track, values[index]);
    set(state, values);
}

MatrixRoom room_of(const PanelFrame& frame) { return {frame.plot, frame.plot.width, frame.plot.height}; }

std::optional<SettablePlot> settable(const Figure& figure, const PanelFrame& frame, int& number) {
    if (frame.marginal) return std::nullopt;
    const auto found = plot_number(figure, frame.companion, frame.index);
    if (!found) return std::nullopt;
    number = *found;
    return settable_plots(figure)[static_cast<std::size_t>(number) - 1];
}

/// Returns the axes of a plot without the user's limits, extended to those that it has now.
std::pair<Axis, Axis> whole_axes(const SeenFigure& seen, const ShownState& state, const PanelFrame& frame) {
    std::vector<Variant> variants(seen.variants.begin(), seen.variants.end());
    const FigureInfo& info = state.figure_info();
    if (const AxisSettings* settings = axis_settings(*state.view, state.values))
        variants.front().values = with_axis_settings(*state.view, std::move(variants.front().values),
                                                     released(*settings, figure_of_axes(*state.view, info)));
    const Comparison comparison = variants.size() == 2 ? state.comparison : Comparison{};
    const Figure whole = compared_figure(*state.view, info.id, variants, {}, {}, comparison);
    const auto& panels = frame.companion ? whole.companions : whole.main;
    if (frame.index >= panels.size()) return {frame.x, frame.y};
    std::pair<Axis, Axis> axes{panels[frame.index].x, panels[frame.index].y};
    const auto widen = [](Axis& axis, const Axis& now) {
        axis.low = std::min(axis.low, now.low);
        axis.high = std::max(axis.high, now.high);
    };
    if (const Panel* panel = panel_of(seen.figure, frame)) {
        widen(axes.first, panel->x);
        widen(axes.second, panel->y);
    }
    return axes;
}

/// Gives the plot at the action the axes that `change` returns for its x and its y axis.
template <class Change>
void change_plot(const SeenFigure& seen, const PanelFrame& frame, ShownState& state, const Change& change) {
    int number = 0;
    const auto plot = settable(seen.figure, frame, number);
    const Panel* panel = panel_of(seen.figure, frame);
    const AxisSettings* settings = axis_settings(*state.view, state.values);
    if (!plot || panel == nullptr || settings == nullptr || seen.variants.empty()) return;
    const auto whole = whole_axes(seen, state, frame);
    const std::string figure = figure_of_axes(*state.view, state.figure_info());
    AxisSettings limited = *settings;
    const auto [x, y] = change(*panel, whole);
    if (plot->own_x) set_limits(limited, {figure, number, false}, x, whole.first);
    if (plot->own_y) set_limits(limited, {figure, number, true}, y, whole.second);
    set(state, with_axis_settings(*state.view, state.values, std::move(limited)));
}

void zoom(const PageAction& action, const SeenFigure& seen, ShownState& state) {
    const PanelFrame* frame = frame_at(seen.layout, action.at);
    if (frame == nullptr || !(action.number > 0)) return;
    const auto viewport = viewport_of(*state.view, state.values);
    if (frame->kind == PanelKind::matrix && !frame->companion && viewport) {
        const Viewport shown = zoomed(*viewport, action.number, action.at, room_of(*frame));
        return set(state, looking_at(*state.view, state.values, shown));
    }
    const double across = (action.at.x - frame->plot.x) / frame->plot.width,
                 up = (frame->plot.bottom() - action.at.y) / frame->plot.height;
    change_plot(seen, *frame, state, [&](const Panel& panel, const auto& whole) {
        return std::pair(zoomed(panel.x, action.number, across, whole.first),
                         zoomed(panel.y, action.number, up, whole.second));
    });
}

void pan(const PageAction& action, const SeenFigure& seen, ShownState& state) {
    const PanelFrame* frame = frame_at(seen.layout, action.at);
    if (frame == nullptr) return;
    const auto viewport = viewport_of(*state.view, state.values);
    if (frame->kind == PanelKind::matrix && !frame->companion && viewport) {
        const auto cells = [](double pixels, double extent, const IndexRange& range) {
            return -std::llround(pixels / extent * static_cast<double>(range.size()));
        };
        const Viewport shown = panned(*viewport, cells(action.by.y, frame->plot.height, viewport->rows),
                                      cells(action.by.x, frame->plot.width, viewport->columns));
        return set(state, looking_at(*state.view, state.values, shown));
    }
    change_plot(seen, *frame, state, [&](const Panel& panel, const auto& whole) {
        return std::pair(panned(panel.x, -action.by.x / frame->plot.width, whole.first),
                         panned(panel.y, action.by.y / frame->plot.height, whole.second));
    });
}

void drag(const PageAction& action, const SeenFigure& seen, ShownState& state) {
    const PanelFrame* frame = frame_at(seen.layout, action.at);
    const Panel* panel = frame == nullptr ? nullptr : panel_of(seen.figure, *frame);
    if (panel == nullptr || !panel->drag || action.path.empty()) return;
    if (panel->drag->kind == PanelDrag::Kind::scrub)
        return set(state,
                   scrubbed(*state.view, state.values, panel->drag->parameter, *frame, action.path.back()));
    std::vector<Point> stroke;
    for (const Point& pixel : action.path)
        if (const Point data = data_at(*frame, pixel); stroke.empty() || !(data == stroke.back()))
            stroke.push_back(data);
    set(state, state.view->apply_stroke(state.values, panel->drag->parameter, stroke));
}

void show_all(ShownState& state) {
    Values values = state.values;
    if (const AxisSettings* settings = axis_settings(*state.view, values)) {
        AxisSettings automatic = released(*settings, figure_of_axes(*state.view, state.figure_info()));
        values = with_axis_settings(*state.view, std::move(values), std::move(automatic));
    }
    if (auto viewport = viewport_of(*state.view, values)) {
        viewport->rows = viewport->columns = {0, viewport->total};
        values = looking_at(*state.view, std::move(values), *viewport);
    }
    set(state, values);
}

/// Compares with another state of the view, as a pin does.
void compare(const PageAction& action, ShownState& state) {
    state.pins.clear();
    state.pin_names.clear();
    state.comparison = {};
    if (action.text.empty()) return;
    const ShownState other = read_shown_state(action.text, all_views());
    if (other.view != state.view) return;
    state.pins.push_back(other.values);
    state.pin_names.emplace_back();
}

void show_figure(const PageAction& action, ShownState& state) {
    const FigureInfo* const named = find_figure(*state.view, action.text);
    if (named != nullptr && named->offered) state.figure = named->id;
}

}  // namespace

const Panel* panel_of(const Figure& figure, const PanelFrame& frame) {
    if (frame.marginal) return figure.marginal ? &*figure.marginal : nullptr;
    const auto& panels = frame.companion ? figure.companions : figure.main;
    return frame.index < panels.size() ? &panels[frame.index] : nullptr;
}

const PanelFrame* frame_at(const Layout& layout, Point at) {
    for (const PanelFrame& frame : layout.frames)
        if (frame.plot.contains(at)) return &frame;
    return nullptr;
}

bool zooms(const ShownState& state, const Figure& figure, const PanelFrame& frame) {
    const bool cells = frame.kind == PanelKind::matrix && !frame.companion;
    if (cells && viewport_of(*state.view, state.values)) return true;
    int number = 0;
    return settable(figure, frame, number) && axis_settings(*state.view, state.values) != nullptr;
}

void apply_page_action(const PageAction& action, const SeenFigure& seen, ShownState& state) {
    switch (action.kind) {
        case PageAction::Kind::value:
            return set_text(action, state);
        case PageAction::Kind::slider:
            return change_slider(action, state, [&](const Descriptor& track, const Value& /*value*/) {
                return slider_value(track, action.number);
            });
        case PageAction::Kind::step:
            return change_slider(action, state, [&](const Descriptor& track, const Value& value) {
                return stepped_value(track, value, action.number);
            });
        case PageAction::Kind::figure:
            return show_figure(action, state);
        case PageAction::Kind::zoom:
            return zoom(action, seen, state);
        case PageAction::Kind::pan:
            return pan(action, seen, state);
        case PageAction::Kind::drag:
            return drag(action, seen, state);
        case PageAction::Kind::home:
            return show_all(state);
        case PageAction::Kind::compare:
            return compare(action, state);
    }
}

}  // namespace poslab
