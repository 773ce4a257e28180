// The trace of one sample: its decay, and the history reconstructed from its state.

#include "core/views/memory_decay/arrays.hpp"

namespace poslab::memory_decay {
namespace {

Column over_largest(const Column& values) {
    double largest = 0;
    for (const double value : *values)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    return mapped(values, [&](double value) { return value / largest; });
}

/// Draws the reconstructed history at several times.
void draw_echo(Drawing& on, Panel& panel);
constexpr Part echo_part{.title = "Reconstructed history"_tr, .draw = &draw_echo, .repeat = Repeat::each};

void draw_echo(Drawing& on, Panel& panel) {
    const Variant& variant = on.variant();
    const Column places = variant[arrays::echo_place], times = variant[arrays::echo_time];
    const auto from = static_cast<double>(variant.params.memory.from);
    panel.quantity = on.translate("Σ xₖ pₖ(s) / its maximum: the sample at m = {} widens but does not move",
                                  format_integer(variant.params.memory.from));
    panel.x = logarithmic_axis(on.translate("position in the history, samples →"_tr), 1, 10);
    if (places->empty()) return;
    panel.x.low = places->front() * from;
    panel.x.high = places->back() * from;
    const Column x = mapped(places, [&](double position) { return position * from; });
    panel.y = {"", 0, 1.05};
    add(panel, LevelMark{0, ""});
    for (std::size_t n = times->size(); n-- > 0;) {
        const Column echo = over_largest(variant.row_of(arrays::echo, n));
        for (const double value : *echo)
            if (value < panel.y.low) panel.y.low = value;
        add(panel, Curve(x, echo, on.color(n)).emphasised(n == 0).dashed(curve_dashes(n)));
    }
    panel.y.low *= 1.1;
    for (std::size_t n = 0; n < times->size(); ++n)
        panel.key.push_back({KeyEntry::Swatch::line, on.color(n),
                             n == 0 ? "n = m" : "n = " + format_number((*times)[n], 0) + " m", "",
                             curve_dashes(n)});
    if (const auto index = on.x_over(echo_part); index)
        point_at(panel, *index, format_number(*index, *index < 10 ? 2 : 0));
}

void draw_key_of_impulse(Drawing& on) {
    using Swatch = KeyEntry::Swatch;
    std::vector<KeyEntry>& key = on.figure.main.front().key;
    if (!on.single_variant()) {
        key = {{Swatch::line, on.colors.text2, "LegS", ""}, {Swatch::dashed, on.colors.text2, "RNN, γ", ""}};
        return;
    }
    key = {{Swatch::line, on.colors.curves[1], "LegS", ""},
           {Swatch::dashed, on.colors.text, on.translate("bound √(m/n)"_tr), ""},
           {Swatch::line, on.colors.curves[0], "RNN, γ = " + format_number(on.first().params.memory.gamma, 6),
            ""},
           {Swatch::dashed, on.colors.curves[0], on.translate("RNN, the impulse's half-life"_tr), ""}};
}

}  // namespace

constexpr FigureRow impulse_figure{.id = "impulse",
                                   .title = "Impulse"_tr,
                                   .arrays = {arrays::drawn_elapsed, arrays::drawn_impulse,
                                              arrays::echo_place, arrays::echo_time, arrays::echo},
                                   .draw = {&draw_key_of_impulse, impulse_part, echo_part},
                                   .read = &read_impulse,
                                   .headline = &trace_headline,
                                   .formula = &formula_of_impulse};

}  // namespace poslab::memory_decay
