#include "app/gui/figure_on_screen.hpp"

#include "app/gui/canvas_parts.hpp"
#include "app/gui/lecture_plan.hpp"
#include "core/controls/plot_axes.hpp"
#include "core/controls/slider_scale.hpp"
#include "core/lessons/figure_curves.hpp"
#include "core/views/axes.hpp"
#include "core/views/figure_scales.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double home_seconds = 0.18;

std::vector<ColorScale> scales_of(const Figure& figure) {
    std::vector<ColorScale> scales;
    each_scale(figure, [&](const std::string&, const ColorScale& scale) { scales.push_back(scale); });
    return scales;
}

bool same_axes(const View& view, const Values& a, const Values& b) {
    const AxisSettings *first = axis_settings(view, a), *second = axis_settings(view, b);
    return first == nullptr || second == nullptr || *first == *second;
}

void hold(Axis& axis, const Axis& as) {
    axis.low = as.low;
    axis.high = as.high;
}

bool same_cursor(const Cursor& a, const Cursor& b) {
    return a.active == b.active && a.companion == b.companion && a.marginal == b.marginal &&
           a.panel == b.panel && a.x == b.x && a.y == b.y && a.figure == b.figure;
}

}  // namespace

bool FigureSource::same(const FigureSource& other) const {
    const auto same_variant = [](const Variant& a, const Variant& b) {
        return a.data == b.data && a.label == b.label && a.values == b.values;
    };
    return view == other.view && style.theme == other.style.theme && style.language == other.style.language &&
           same_cursor(cursor, other.cursor) &&
           std::equal(variants.begin(), variants.end(), other.variants.begin(), other.variants.end(),
                      same_variant);
}

bool FigureOnScreen::Key::same(const Key& other) const {
    return source.same(other.source) && figure == other.figure && values == other.values &&
           comparison == other.comparison && area == other.area && padding == other.padding &&
           lecture == other.lecture && needed == other.needed;
}

void FigureOnScreen::update(Ui& ui, const Store& store, const CanvasComputation& computed,
                            const CanvasContext& context, const Cursor& cursor,
                            const std::optional<HeldPanel>& held) {
    note_movement(store, computed.shows_present(), context.playing);
    std::vector<Variant> variants = computed.variants(store);
    const Comparison comparison = comparison_of(store, variants);
    Key key{{&store.view(), std::move(variants), store.style(), cursor},
            &store.figure(),
            store.values(),
            comparison,
            context.area,
            context.padding,
            context.lecture,
            context.needed};
    const bool is_changed = context.change && context.change->is_needed();
    const bool moves = moving_ || held_ || held || glide_ || is_changed;
    if (moves || !key_ || !key_->same(key)) {
        make(ui, key, store, context, held);
        key_ = std::move(key);
        if (moves) key_.reset();
    }
    room_width_ = computed.room_width();
    room_height_ = computed.room_height();
}

void FigureOnScreen::make(Ui& ui, const Key& key, const Store& store, const CanvasContext& context,
                          const std::optional<HeldPanel>& held) {
    ++made_;
    figure_ = compared_figure(*key.source.view, key.figure->id, key.source.variants, key.source.style,
                              key.source.cursor, key.comparison, &compared_);
    if (context.change) context.change->apply(figure_);
    hold_limits(store);
    if (held && held->figure == key.figure) hold_axes(*held);
    restore_rows(store);
    if (store.reduced_motion) glide_.reset();
    glide(ui);
    lay_out(store, ui.metrics(), context);
    origin_ = {context.area.x, context.area.y};
}

void FigureOnScreen::lay_out(const Store& store, const TextMetrics& metrics, const CanvasContext& context) {
    layout_ = layout_with(context.needed, figure_, metrics, canvas_layout_options(store, context));
}

void FigureOnScreen::go_home(Store& store) {
    release_limits(store);
    if (auto viewport = viewport_of(store.view(), store.values())) {
        if (const PanelFrame* frame = matrix_frame(); frame != nullptr && !viewport->whole())
            glide_ = Glide{frame->x, frame->y, -1};
        viewport->rows = viewport->columns = {0, viewport->total};
        store.set(looking_at(store.view(), store.values(), *viewport));
    }
}

void FigureOnScreen::glide(Ui& ui) {
    if (!glide_) return;
    if (glide_->since < 0) glide_->since = Ui::time();
    const double t = (Ui::time() - glide_->since) / home_seconds;
    if (t >= 1) return glide_.reset();
    const double gone = 1 - (1 - t) * (1 - t) * (1 - t);  // ease-out
    const auto between = [gone](const Axis& from, Axis& to) {
        to.low = from.low + gone * (to.low - from.low);
        to.high = from.high + gone * (to.high - from.high);
    };
    for (Panel& panel : figure_.main) {
        if (panel.kind() != PanelKind::matrix) continue;
        between(glide_->x, panel.x);
        between(glide_->y, panel.y);
    }
    ui.request_frame();
}

MatrixRoom FigureOnScreen::room(const PanelFrame& frame) const {
    Rect plot = frame.plot;
    plot.x += origin_.x;
    plot.y += origin_.y;
    return {plot, std::max(room_width_, 1.0), std::max(room_height_, 1.0)};
}

const Panel* FigureOnScreen::panel_of(const PanelFrame& frame) const {
    if (frame.marginal) return figure_.marginal ? &*figure_.marginal : nullptr;
    const auto& panels = frame.companion ? figure_.companions : figure_.main;
    return frame.index < panels.size() ? &panels[frame.index] : nullptr;
}

std::optional<FigureOnScreen::PlotGeometry> FigureOnScreen::plot_geometry(const PanelFrame& frame) const {
    if (frame.marginal) return std::nullopt;
    const auto number = plot_number(figure_, frame.companion, frame.index);
    if (!number) return std::nullopt;
    const SettablePlot plot = settable_plots(figure_)[static_cast<std::size_t>(*number) - 1];
    return PlotGeometry{*number, plot.own_x, plot.own_y};
}

const PanelFrame* FigureOnScreen::zoomable_plot() const {
    const auto found =
        std::find_if(layout_.frames.begin(), layout_.frames.end(),
                     [&](const PanelFrame& frame) { return plot_geometry(frame).has_value(); });
    return found == layout_.frames.end() ? nullptr : &*found;
}

std::pair<Axis, Axis> FigureOnScreen::whole_axes(const Store& store, const CanvasComputation& computed,
                                                 const PanelFrame& frame) const {
    const AxisSettings* settings = axis_settings(store.view(), store.values());
    std::vector<Variant> shown = computed.variants(store);
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

void FigureOnScreen::set_plot(Store& store, const PlotGeometry& plot, const Axis& x, const Axis& y,
                              const std::pair<Axis, Axis>& whole) {
    const AxisSettings* settings = axis_settings(store.view(), store.values());
    if (settings == nullptr) return;
    const std::string figure = figure_of_axes(store.view(), store.figure());
    AxisSettings limited = *settings;
    if (plot.own_x) set_limits(limited, {figure, plot.number, false}, x, whole.first);
    if (plot.own_y) set_limits(limited, {figure, plot.number, true}, y, whole.second);
    const Values next = with_axis_settings(store.view(), store.values(), std::move(limited));
    if (!(next == store.values())) store.set(next);
}

void FigureOnScreen::zoom_plot(Store& store, const CanvasComputation& computed, const PanelFrame& frame,
                               double factor, Point at) const {
    const auto plot = plot_geometry(frame);
    const Panel* panel = panel_of(frame);
    if (!plot || panel == nullptr) return;
    const auto whole = whole_axes(store, computed, frame);
    const double across = (at.x - frame.plot.x) / frame.plot.width,
                 up = (frame.plot.bottom() - at.y) / frame.plot.height;
    set_plot(store, *plot, moves_x() ? zoomed(panel->x, factor, across, whole.first) : panel->x,
             moves_y() ? zoomed(panel->y, factor, up, whole.second) : panel->y, whole);
}

bool FigureOnScreen::ShownLimits::same_window(const ShownLimits& other) const {
    return view == other.view && figure == other.figure &&
           same_stages(*view, values, other.values, {Stage::window}) &&
           same_axes(*view, values, other.values);
}

void FigureOnScreen::note_movement(const Store& store, bool shows_present, bool playing) {
    const bool active = playing || ImGui::IsMouseDown(ImGuiMouseButton_Left);
    if (shown_.view != &store.view() || (!active && shows_present)) moving_ = false;
    if (shown_.view != &store.view() || !active) return;
    const auto parameters = store.view().parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (has_slider(parameters[i]) && !(store.values()[i] == shown_.values[i])) moving_ = true;
}

void FigureOnScreen::hold_limits(const Store& store) {
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

Color FigureOnScreen::swatch_of(const Store& store, const ReadoutRow& row) const {
    if (!row.scale) return row.swatch;
    const auto found = std::find_if(scales_.begin(), scales_.end(),
                                    [&](const auto& scale) { return scale.first == *row.scale; });
    if (found != scales_.end()) return color_of(found->second, row.number);
    const bool differs =
        !store.pins().empty() && store.current().comparison.how == Comparison::How::difference;
    return differs ? no_swatch : row.swatch;
}

void FigureOnScreen::lock_limits(Store& store) const {
    const AxisSettings* settings = axis_settings(store.view(), store.values());
    if (settings == nullptr) return;
    const std::string figure = figure_of_axes(store.view(), store.figure());
    store.set(with_axis_settings(store.view(), store.values(), locked(*settings, figure, figure_)), 0);
}

void FigureOnScreen::release_limits(Store& store) {
    const AxisSettings* settings = axis_settings(store.view(), store.values());
    if (settings == nullptr) return;
    const Values next = with_axis_settings(store.view(), store.values(),
                                           released(*settings, figure_of_axes(store.view(), store.figure())));
    if (!(next == store.values())) store.set(next, 0);  // gesture 0: a separate undo step
}

bool FigureOnScreen::can_lock_limits(const Store& store) const {
    const bool has_limits = zoomable_plot() != nullptr || !figure_.bars.empty();
    return has_limits && axis_settings(store.view(), store.values()) != nullptr;
}

bool FigureOnScreen::limits_are_locked(const Store& store) const {
    const AxisSettings* settings = axis_settings(store.view(), store.values());
    if (settings == nullptr || !can_lock_limits(store)) return false;
    const std::string figure = figure_of_axes(store.view(), store.figure());
    return has_limits(*settings, figure) && locked(*settings, figure, figure_) == *settings;
}

void FigureOnScreen::hold_axes(const HeldPanel& held) {
    const PanelFrame& frame = held.frame;
    auto& panels = frame.companion ? figure_.companions : figure_.main;
    Panel* panel = frame.marginal                ? (figure_.marginal ? &*figure_.marginal : nullptr)
                   : frame.index < panels.size() ? &panels[frame.index]
                                                 : nullptr;
    if (panel == nullptr) return;
    hold(panel->x, frame.x);
    if (held.y) hold(panel->y, frame.y);
}

const Table* FigureOnScreen::scrolled_table(const PanelFrame& frame) const {
    const Panel* panel = panel_of(frame);
    const Table* table = panel == nullptr ? nullptr : panel->as<Table>();
    return table == nullptr || frame.parts.empty() || frame.parts.size() == table->rows.size() ? nullptr
                                                                                               : table;
}

void FigureOnScreen::scroll_table(const PanelFrame& frame, std::size_t first_row) {
    first_rows_[scrolled_in_][table_place(frame)] = first_row;
    key_.reset();
}

void FigureOnScreen::restore_rows(const Store& store) {
    scrolled_in_ = {&store.view(), &store.figure()};
    for (const auto& [place, row] : first_rows_[scrolled_in_]) {
        auto& panels = place < companions_from ? figure_.main : figure_.companions;
        const std::size_t index = place % companions_from;
        if (index >= panels.size()) continue;
        if (auto* table = std::get_if<Table>(&panels[index].content)) table->first = row;
    }
}

}  // namespace poslab
