// Signal and reconstruction, the error below, and the state over time.

#include "core/views/memory/arrays.hpp"

namespace poslab::memory {
namespace {

constexpr std::int64_t held_to = 256;  // most samples that are drawn as held steps
constexpr std::size_t max_maps = 3;

bool is_hand_drawn(const Showing& on) { return on.first().params.signal.signal == Signal::hand_drawn; }

/// Returns the signal's range, extended by at most half its size on each side for the reconstruction, which
/// is cut beyond that.
Axis value_axis(const Showing& on) {
    ValueRange signal, recalled;
    for (const Variant& variant : on.variants) {
        signal.include(variant[arrays::signal_low]);
        signal.include(variant[arrays::signal_high]);
        recalled.include(variant[arrays::reconstruction]);
    }
    if (is_hand_drawn(on)) {
        signal.include(-1);
        signal.include(1);
    }
    if (signal.empty()) return {"", -1, 1};
    const double size = std::max(signal.high - signal.low, 1e-9 + 0.5 * std::abs(signal.high));
    double low = signal.low, high = signal.high;
    if (!recalled.empty()) {
        low = std::min(low, std::max(recalled.low, low - size / 2));
        high = std::max(high, std::min(recalled.high, high + size / 2));
    }
    const double room = 0.08 * std::max(high - low, size);
    return {"", low - room, high + room};
}

/// Short signals are drawn as steps, to show the held input.
Curve signal_curve(const Showing& on) {
    const Column middles = on.first()[arrays::signal_time], values = on.first()[arrays::signal_mean];
    if (length_of(on.first()) > held_to) return {middles, values, on.colors.ghost};
    std::vector<double> x, y;
    for (std::size_t n = 0; n < std::min(middles->size(), values->size()); ++n)
        for (const double edge : {-0.5, 0.5}) {
            x.push_back((*middles)[n] + edge);
            y.push_back((*values)[n]);
        }
    return {shared_column(std::move(x)), shared_column(std::move(y)), on.colors.ghost};
}

void add_signal(const Showing& on, Panel& panel) {
    const Column times = on.first()[arrays::signal_time];
    if (static_cast<std::size_t>(length_of(on.first())) > times->size())
        add(panel, AreaMark{times, on.first()[arrays::signal_low], on.first()[arrays::signal_high],
                            on.colors.ghost.with_alpha(0.6)});
    add(panel, signal_curve(on));
}

/// Adds an array of each variant over time.
void add_curves(const Showing& on, const ArrayRow& times, const ArrayRow& row, bool first_chosen,
                Panel& panel) {
    for (std::size_t n = 0; n < on.variants.size(); ++n)
        add(panel, Curve(on.variants[n][times], on.variants[n][row], on.color(n))
                       .emphasised(first_chosen && n == 0)
                       .variant(n)
                       .dashed(curve_dashes(n)));
}

void add_window(const Showing& on, Panel& panel) {
    const MemoryGroup& group = on.first().params.memory;
    const double begin = static_cast<double>(time_of(on.first()) - group.span);
    const auto window_of = [](const Variant& variant) {
        const MemoryGroup& own = variant.params.memory;
        return std::pair(MemoryGroup::windowed(own), static_cast<double>(time_of(variant) - own.span));
    };
    if (MemoryGroup::windowed(group) && begin > 0)
        add(panel, RuleMark{begin, on.guide_label(on.translate("window"_tr), window_of), true});
}

/// Marks the time of the state.
void add_now(const Showing& on, const Variant& variant, Panel& panel) {
    if (time_of(variant) < length_of(variant))
        add(panel, RuleMark{static_cast<double>(time_of(variant)),
                            on.guide_label(on.translate("not yet read"_tr), &time_of), false, true});
}

/// Returns the time under the pointer, else that of the state.
double shown_time(const Showing& on, const Variant& variant) {
    return pointed_time(on, variant).value_or(static_cast<double>(time_of(variant)));
}

PanelDrag time_drag(const Showing& on) {
    return {PanelDrag::Kind::scrub, "time", on.translate("drag: move the time T"_tr)};
}

std::string error_words(const Showing& on) {
    const Variant& variant = on.first();
    if (variant.data == nullptr || variant.data->partial) return "";
    const double rms = variant[values::rms_error];
    if (!std::isfinite(variant[values::peak_state])) return on.translate("the state is no longer finite"_tr);
    if (!std::isfinite(rms)) return on.translate("the reconstruction overflows"_tr);
    return on.translate("rms error {}, largest {}", short_number(rms),
                        short_number(variant[values::max_error]));
}

void draw_signal(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    if (on.single_variant()) panel.quantity = error_words(on);
    panel.x = time_axis(on, first);
    panel.y = value_axis(on);
    if (is_hand_drawn(on) && first.params.signal.points.numbers.empty())
        add(panel, AnnotationMark{{static_cast<double>(length_of(first)) / 2, 0.15},
                                  on.translate("Draw the signal here with the mouse"_tr),
                                  Align::center});
    add_signal(on, panel);
    add_curves(on, arrays::grid, arrays::reconstruction, true, panel);
    add_window(on, panel);
    add_now(on, first, panel);
    point_at(panel, shown_time(on, first), "");
    panel.drag = time_drag(on);
    if (is_hand_drawn(on))
        panel.drag = {PanelDrag::Kind::draw, "points", on.translate("drag: draw the signal"_tr)};
}

void draw_error(Drawing& on, Panel& panel) {
    panel.quantity = on.translate("|reconstruction − signal|"_tr);
    ValueRange range;
    for (const Variant& variant : on.variants) range.include(variant[arrays::error_high]);
    panel.x = time_axis(on, on.first());
    panel.y = {"", 0, range.empty() || range.high <= 0 ? 1 : 1.05 * range.high};
    add_curves(on, arrays::error_time, arrays::error_high, false, panel);
    point_at(panel, shown_time(on, on.first()), "");
    panel.drag = time_drag(on);
}

void draw_state(Drawing& on, Panel& panel) {
    const Variant& variant = on.variant();
    const MemoryGroup& group = variant.params.memory;
    const bool is_complex = group.measure->is_complex;
    panel.become<MatrixPanel>({.stretch = true, .x_below = true});
    panel.quantity = on.translate(is_complex ? "Re xₙ(t), one row per coefficient n"_tr
                                             : "xₙ(t), one row per coefficient n"_tr);
    HeatMapMark map = heat_map(variant.find(arrays::state_map), state_scale(on));
    map.rows = is_complex ? IndexRange{-group.order, group.order + 1} : IndexRange{0, group.order};
    map.columns = {0, length_of(variant)};
    panel.x = time_axis(on, variant);
    panel.y = whole_axis("n ↓", static_cast<double>(map.rows.begin), static_cast<double>(map.rows.end));
    add(panel, std::move(map));
    add_now(on, variant, panel);
    const double time = shown_time(on, variant);
    point_at(panel, time, format_integer(static_cast<std::int64_t>(std::floor(time))));
    panel.drag = time_drag(on);
}

void draw_bar(Drawing& on) {
    ColorBar bar = color_bar(
        on.translate(on.first().params.memory.measure->is_complex ? "Re xₙ, signed"_tr : "xₙ, signed"_tr),
        state_scale(on));
    bar.open_low = bar.open_high = true;
    on.figure.bars.push_back(std::move(bar));
}

void draw_curve_key(Drawing& on) {
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        on.key(KeyEntry::Swatch::line, on.color(n), on.label(n, "reconstruction"_tr));
        on.figure.key.back().dashes = curve_dashes(n);
    }
    on.key(KeyEntry::Swatch::line, on.colors.ghost, "signal u"_tr);
}

/// Adds the key entry of cells without a colour.
void draw_lost_key(Drawing& on) {
    const bool lost = std::any_of(on.variants.begin(), on.variants.end(), [](const Variant& variant) {
        return variant.prepared != nullptr && variant.prepared->history->moments.back().extent.diverged();
    });
    if (lost) on.key(KeyEntry::Swatch::missing, on.colors.nan_fill, "beyond 10⁶ × input"_tr);
    if (on.variants.size() > max_maps)
        on.figure.warnings.push_back(
            on.translate("States are shown for the first {} sets of parameters only.", max_maps));
}

void draw_key(Drawing& on) {
    draw_bar(on);
    draw_curve_key(on);
    draw_lost_key(on);
}

/// Returns the standard deviation of the samples read: the error of a state that knows only their mean.
double spread_of(const Variant& variant) {
    const Column times = variant[arrays::signal_time], means = variant[arrays::signal_mean];
    double count = 0, sum = 0, squares = 0;
    for (std::size_t n = 0; n < std::min(times->size(), means->size()); ++n) {
        if ((*times)[n] > static_cast<double>(time_of(variant)) || !std::isfinite((*means)[n])) continue;
        count += 1;
        sum += (*means)[n];
        squares += (*means)[n] * (*means)[n];
    }
    return count == 0 ? 0 : std::sqrt(std::max(0.0, squares / count - sum * sum / (count * count)));
}

/// The headline: the error of the reconstruction relative to the signal.
std::string recalled(const Showing& on) {
    const Variant& variant = on.first();
    const double rms = variant[values::rms_error], spread = spread_of(variant);
    if (variant.data->partial || !std::isfinite(rms)) return {};
    const std::int64_t count = std::llround(variant[values::numbers]), time = time_of(variant);
    const std::string numbers = format_number(variant[values::numbers], 0, 9),
                      samples = on.translate.plural("{1} sample", "{1} samples", time, format_integer(time));
    if (!(spread > 0))
        return on.translate.plural("{1} number recalls {2} with an rms error of {3}",
                                   "{1} numbers recall {2} with an rms error of {3}", count, numbers, samples,
                                   short_number(rms));
    return on.translate.plural(
        "{1} number recalls {2} with an rms error of {3}, {4} % of the signal's standard deviation",
        "{1} numbers recall {2} with an rms error of {3}, {4} % of the signal's standard deviation", count,
        numbers, samples, short_number(rms),
        format_number(100 * rms / spread, rms < 0.1 * spread ? 1 : 0, 9));
}

constexpr Part signal_part{
    .title = "Signal and reconstruction"_tr, .draw = &draw_signal, .shares_x_below = true, .weight = 1.5};
constexpr Part error_part{
    .title = "Size of the error"_tr, .draw = &draw_error, .shares_x_below = true, .weight = 0.55};

}  // namespace

/// There is only room for the first few variants.
std::size_t maps_shown(const Showing& on) { return std::min<std::size_t>(on.variants.size(), max_maps); }

constexpr Part state_part{
    .title = "State"_tr, .draw = &draw_state, .repeat = Repeat::each, .weight = 1.3, .how_many = &maps_shown};

constexpr FigureRow main_figure{.id = "main",
                                .title = "Signal and state"_tr,
                                .arrays = {arrays::grid, arrays::reconstruction, arrays::signal_time,
                                           arrays::signal_low, arrays::signal_high, arrays::signal_mean,
                                           arrays::error_time, arrays::error_high, arrays::state_map},
                                .draw = {&draw_key, signal_part, error_part, state_part},
                                .read = &read_state,
                                .idle = {"stretch"},
                                .headline = &recalled,
                                .warned = Warned::in_figure};

constexpr FigureRow signal_figure = main_figure.panel("signal", signal_part, &draw_curve_key);
constexpr FigureRow error_figure = main_figure.panel("error", error_part, &draw_curve_key);

namespace {

/// Returns 0 if unknown.
double usual_coefficient(const Variant& variant) {
    const Array* map = variant.find(arrays::state_map);
    if (map == nullptr) return 0;
    // The median over time of the largest coefficient, so that an initial transient does not hide the rest.
    std::vector<double> largest(static_cast<std::size_t>(map->shape[1]), 0.0);
    for (std::size_t n = 0; n < map->data->size(); ++n) {
        const double size = std::abs((*map->data)[n]);
        if (double& most = largest[n % largest.size()]; size > most) most = size;
    }
    if (largest.empty()) return 0;
    const auto middle = largest.begin() + std::ssize(largest) / 2;
    std::nth_element(largest.begin(), middle, largest.end());
    return *middle;
}

}  // namespace

ColorScale state_scale(const Showing& on) {
    double usual = 0;
    for (std::size_t n = 0; n < maps_shown(on); ++n)
        usual = std::max(usual, usual_coefficient(on.variants[n]));
    if (!(usual > 0)) return {on.colors.diverging, ScaleKind::symmetric, -1, 0, 1};
    const double step = std::pow(10, std::floor(std::log10(usual)));
    const double high = std::ceil(usual / step * 2) / 2 * step;
    return {on.colors.diverging, ScaleKind::symmetric, -high, 0, high};
}

}  // namespace poslab::memory
