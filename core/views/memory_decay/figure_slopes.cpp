// A power of time and an exponential on axes that make one of them straight; and the modes.

#include "core/views/memory_decay/arrays.hpp"

namespace poslab::memory_decay {
namespace {

/// Returns the lowest decade shown, a little below r² at the end.
double lowest_of(std::span<const Variant> variants) {
    double lowest = 0.1;
    for (const Variant& variant : variants) {
        const double r =
            static_cast<double>(variant.params.memory.from) / static_cast<double>(variant.params.memory.to);
        lowest = std::min(lowest, std::pow(10, std::floor(2 * std::log10(r) - 0.5)));
    }
    return std::max(lowest, 1e-15);
}

/// "slope −0.5".
std::string slope_text(double slope, const Translator& translate) {
    return translate("slope "_tr) + format_number(slope, 3);
}

/// Adds the curves of one variant over n or over n − m: RNNs, its norm and, for a single variant, its first
/// modes.
void add_curves(const Drawing& on, std::size_t n, bool over_time, Panel& panel) {
    const Variant& variant = on.variants[n];
    const MemoryDecayGroup& group = variant.params.memory;
    const auto from = static_cast<double>(group.from);
    const Prepared* facts = variant.prepared;
    const Column elapsed = variant[arrays::drawn_elapsed];
    const Column x = over_time ? mapped(elapsed, [&](double steps) { return steps + from; }) : elapsed;
    const auto name = [&](std::string text, double slope) {
        return over_time ? std::move(text) + ", " + slope_text(slope, on.translate) : std::move(text);
    };
    const auto rnn = [&](double gamma) { return shared_column(rnn_decay(gamma, *elapsed)); };
    for (std::size_t k = 0;
         on.single_variant() && k < std::min<std::size_t>(2, drawn_powers(group.order).size()); ++k) {
        const std::int64_t power = drawn_powers(group.order)[k];
        add(panel, Curve(x, variant.row_of(arrays::drawn_modes, k), on.colors.ghost)
                       .named(name(power_label(power), -static_cast<double>(power))));
    }
    if (on.single_variant()) {
        Curve own = Curve(x, rnn(group.gamma), on.colors.curves[0])
                        .named("RNN, γ = " + format_number(group.gamma, 6));
        // it leaves the panel at the bottom
        add(panel, over_time ? own.along(from + rnn_half_life(group.gamma) * 4) : own);
    } else {
        add(panel, Curve(x, rnn(group.gamma), on.color(n)).variant(n).dashed(dots_of_line));
    }
    if (on.single_variant() && facts != nullptr)
        add(panel, Curve(x, rnn(facts->norm_gamma), on.colors.curves[0])
                       .named(on.translate("RNN, equal half-life"_tr))
                       .dashed(long_dashes)
                       .along());
    const std::string label = on.label(n, "LegS");
    add(panel, Curve(x, variant[arrays::drawn_norm], on.color(n))
                   .chosen(n, facts != nullptr ? name(label, facts->slope_at_to) : label));
}

void point_at_slope(const Drawing& on, bool over_time, Panel& panel) {
    const auto time = time_at(on);
    if (!time) return;
    const std::int64_t elapsed = *time - on.first().params.memory.from, place = over_time ? *time : elapsed;
    PointerMark& pointer = point_at(panel, static_cast<double>(place), format_integer(place));
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const MemoryDecayGroup& group = on.variants[n].params.memory;
        const std::int64_t own = over_time ? *time : group.from + elapsed;
        if (own < group.from || own > group.to) continue;
        const double norm = norm_at(on.variants[n].params, own);
        add_dot(pointer, n, norm, on.color(n), format_number(norm, 4));
    }
}

template <bool over_time>
void draw_slopes(Drawing& on, Panel& panel) {
    panel.quantity = over_time ? on.translate("powers of time are straight; slopes at the right end"_tr)
                               : on.translate("exponentials are straight"_tr);
    double low = 1e300, high = 2;
    for (const Variant& variant : on.variants) {
        low = std::min(low, static_cast<double>(variant.params.memory.from));
        high = std::max(high, static_cast<double>(variant.params.memory.to));
    }
    const auto longest = static_cast<double>(std::max<std::int64_t>(2, largest_elapsed(on.variants)));
    panel.x = over_time ? logarithmic_axis(on.translate("time n, samples →"_tr), low, high)
                        : Axis{on.translate("steps n − m, samples →"_tr), 0, longest};
    panel.y = logarithmic_axis("", lowest_of(on.variants), 1);
    on.each_from_last([&](std::size_t n, const Variant&) { add_curves(on, n, over_time, panel); });
    point_at_slope(on, over_time, panel);
}

void draw_modes(Drawing& on, Panel& panel) {
    panel.quantity = on.translate("rᵏ = (m/n)ᵏ, the eigenvalues of K(r); thick: its norm"_tr);
    Drawing first = on.only(on.first());
    draw_norms(first, false, panel);
}

void draw_half_lives(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    panel.quantity = on.translate("m (2^(1/k) − 1) steps, about 0.69 m/k"_tr);
    std::int64_t order = 2;
    ValueRange range;
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const Column y = on.variants[n][arrays::mode_half_life];
        if (y->empty() && on.variants[n].data != nullptr) continue;
        order = std::max(order, on.variants[n].params.memory.order);
        range.include(y);
        add(panel, curve_of_modes(on, n, arrays::mode_half_life, "rᵏ"));
    }
    panel.x = logarithmic_axis(on.translate("mode k →"_tr), 1, static_cast<double>(order));
    panel.x.binary = true;
    const auto level = [&](double steps, std::size_t color, std::string label) {
        range.include(steps);
        add(panel,
            Curve(panel.x, steps, on.colors.curves[color]).named(std::move(label)).dashed(long_dashes));
    };
    if (const Prepared* facts = first.prepared; facts != nullptr && on.single_variant()) {
        level(facts->norm_half_life, 1, on.translate("LegS norm "_tr) + steps_text(facts->norm_half_life));
        level(facts->rnn_half_life, 0, "RNN " + steps_text(facts->rnn_half_life));
    }
    panel.y =
        range.empty() ? logarithmic_axis("", 1, 10) : logarithmic_axis("", range.low / 1.5, range.high * 1.5);
    if (const auto mode = mode_at(on)) {
        const double steps = (*first[arrays::mode_half_life])[static_cast<std::size_t>(*mode - 1)];
        add_dot(point_at(panel, static_cast<double>(*mode), format_integer(*mode)), steps, on.colors.accent,
                steps_text(steps));
    }
}

}  // namespace

constexpr Part log_log_part{.title = "Log–log"_tr, .draw = &draw_slopes<true>};
constexpr Part semi_log_part{.title = "Semi-log"_tr, .draw = &draw_slopes<false>};
constexpr Part modes_part{.title = "Modes"_tr, .draw = &draw_modes, .of_first = true};
constexpr Part half_lives_part{.title = "Half-life of each mode"_tr, .draw = &draw_half_lives};

constexpr FigureRow slopes_figure{.id = "slopes",
                                  .title = "Slopes"_tr,
                                  .arrays = {arrays::drawn_elapsed, arrays::drawn_norm, arrays::drawn_modes},
                                  .draw = {log_log_part, semi_log_part},
                                  .read = &read_decay,
                                  .idle = {"later"}};
constexpr FigureRow log_log_figure = slopes_figure.panel("log-log", log_log_part);
constexpr FigureRow semi_log_figure = slopes_figure.panel("semi-log", semi_log_part);
constexpr FigureRow modes_figure{
    .id = "modes",
    .title = "Modes"_tr,
    .arrays = {arrays::drawn_elapsed, arrays::drawn_norm, arrays::drawn_modes, arrays::mode_half_life},
    .draw = {modes_part, half_lives_part},
    .read = &read_modes,
    .idle = {"later"}};

constexpr FigureRow half_lives_figure = modes_figure.panel("half-lives", half_lives_part);

std::optional<std::int64_t> mode_at(const Showing& on) {
    const auto modes = static_cast<double>(on.first()[arrays::mode_half_life]->size());
    const auto x = on.x_over(half_lives_part);
    if (!x || modes == 0) return std::nullopt;
    return static_cast<std::int64_t>(std::clamp(std::round(*x), 1.0, modes));
}

}  // namespace poslab::memory_decay
