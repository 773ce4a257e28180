// Helpers shared by the figures, and the main figure: norm and impulse next to RNNs.

#include "core/views/memory_decay/arrays.hpp"

namespace poslab::memory_decay {
namespace {

Column limit_of(const Variant& variant) {
    const auto from = static_cast<double>(variant.params.memory.from);
    return mapped(variant[arrays::drawn_elapsed],
                  [&](double elapsed) { return std::sqrt(from / (from + elapsed)); });
}

/// Returns ‖x‖ relative to its value at m.
Column relative(const Column& norms) {
    return norms->empty() ? norms : mapped(norms, [&](double value) { return value / norms->front(); });
}

/// "14.8 steps"; "1 step".
std::string counted_steps(const Translator& translate, const std::string& steps) {
    return translate.plural("{1} step", "{1} steps", steps == "1" ? 1 : 2, steps);
}

void add_half(const Drawing& on, Panel& panel) {
    add(panel, Curve(panel.x, 0.5, on.colors.edge)
                   .named(on.translate("half"_tr))
                   .dashed(middle_dashes)
                   .along(panel.x.high));
}

void add_half_lives(const Drawing& on, double Prepared::*half_life, Panel& panel) {
    on.each_from_last([&](std::size_t n, const Variant& variant) {
        const Prepared* facts = variant.prepared;
        if (facts == nullptr || !(facts->*half_life >= panel.x.low && facts->*half_life <= panel.x.high))
            return;
        std::string label;
        if (on.single_variant()) label = counted_steps(on.translate, steps_text(facts->*half_life));
        add_ring({facts->*half_life, 0.5}, on.color(n), std::move(label), false, panel);
    });
}

/// Adds RNNs with the γ of the parameters and, for a single variant, one with its half-life.
void add_rnns(const Drawing& on, double Prepared::*impulse_gamma, Panel& panel) {
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const Variant& variant = on.variants[n];
        const Column elapsed = variant[arrays::drawn_elapsed];
        const auto rnn = [&](double gamma, std::size_t color) {
            return Curve(elapsed, shared_column(rnn_decay(gamma, *elapsed)), on.colors.curves[color]);
        };
        if (!on.single_variant()) {
            add(panel, rnn(variant.params.memory.gamma, variant_color(n)).variant(n).dashed(dots_of_line));
            continue;
        }
        add(panel, rnn(variant.params.memory.gamma, 0));
        if (const Prepared* facts = variant.prepared)
            add(panel, rnn(facts->*impulse_gamma, 0).dashed(long_dashes));
    }
}

void add_limit(const Drawing& on, Panel& panel) {
    if (on.single_variant())
        add(panel, Curve(on.first()[arrays::drawn_elapsed], limit_of(on.first()), on.colors.text)
                       .dashed(dots_of_line));
}

enum class Traced { norm, impulse };

void point_at_time(const Drawing& on, Traced traced, Panel& panel) {
    const auto time = time_at(on);
    if (!time) return;
    const MemoryDecayGroup& group = on.first().params.memory;
    const std::int64_t elapsed = *time - group.from;
    PointerMark& pointer = point_at(panel, static_cast<double>(elapsed), format_integer(elapsed));
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const Variant& variant = on.variants[n];
        const std::int64_t own = variant.params.memory.from + elapsed;
        const double value =
            traced == Traced::impulse ? impulse_left(variant.params, own) : norm_at(variant.params, own);
        add_dot(pointer, n, value, on.color(n), format_number(value, 4));
    }
    if (on.single_variant()) add_small_dot(pointer, std::pow(group.gamma, pointer.x), on.colors.curves[0]);
}

/// Adds a ring at the marked delay: "24 % after 100 steps".
void mark_trace(const Drawing& on, Panel& panel) {
    on.each_from_last([&](std::size_t n, const Variant& variant) {
        const MemoryDecayGroup& group = variant.params.memory;
        const auto elapsed = static_cast<double>(group.later);
        if (variant.data == nullptr || elapsed < panel.x.low || elapsed > panel.x.high) return;
        const double left = variant[values::trace_left];
        std::string label;
        if (on.single_variant())
            label = on.translate("{} % after {}", format_number(100 * left, 1, 3),
                                 counted_steps(on.translate, format_integer(group.later)));
        add_ring({elapsed, left}, on.color(n), std::move(label), false, panel);
    });
}

void draw_decay(Drawing& on, Panel& panel) {
    panel.quantity = on.single_variant()
                         ? on.translate("largest share of the state at m = {} that remains, ‖e^(A ln(n/m))‖",
                                        format_integer(on.first().params.memory.from))
                         : on.translate("largest share of the state at m that remains"_tr);
    draw_norms(on, true, panel);
}

void begin_trace(const Drawing& on, Panel& panel) {
    panel.quantity = on.single_variant()
                         ? on.translate("trace of the sample read at m = {}, relative to its size when read",
                                        format_integer(on.first().params.memory.from))
                         : on.translate("trace of the sample read at m, relative to its size when read"_tr);
    panel.x = elapsed_axis(on);
    panel.y = {"", 0, 1};
    add_half(on, panel);
}

/// Adds ‖x‖ of one sample for each variant; `single` is the label if there is only one.
void add_traces(const Drawing& on, const std::string& single, Panel& panel) {
    on.each_from_last([&](std::size_t n, const Variant& variant) {
        add(panel,
            Curve(variant[arrays::drawn_elapsed], relative(variant[arrays::drawn_impulse]), on.color(n))
                .chosen(n, on.label(n, single)));
    });
}

void draw_impulse(Drawing& on, Panel& panel) {
    begin_trace(on, panel);
    add_rnns(on, &Prepared::impulse_gamma, panel);
    add_traces(on, {}, panel);
    add_limit(on, panel);
    add_half_lives(on, &Prepared::impulse_half_life, panel);
    mark_trace(on, panel);
    point_at_time(on, Traced::impulse, panel);
}

/// Draws the trace of one sample, and the norm of the whole state for contrast.
void draw_sample(Drawing& on, Panel& panel) {
    begin_trace(on, panel);
    if (on.single_variant())
        add(panel, Curve(on.first()[arrays::drawn_elapsed], on.first()[arrays::drawn_norm], on.colors.ghost)
                       .named(on.translate("whole state, at most"_tr))
                       .dashed(dots_of_line)
                       .along(static_cast<double>(on.first().params.memory.from) * 3));
    add_traces(on, on.translate("one sample"_tr), panel);
    mark_trace(on, panel);
    point_at_time(on, Traced::impulse, panel);
}

void draw_key(Drawing& on) {
    using Swatch = KeyEntry::Swatch;
    if (!on.single_variant()) {
        on.key(Swatch::line, on.colors.text2, "LegS");
        on.key(Swatch::dashed, on.colors.text2, "RNN, γ");
        return;
    }
    const Prepared* facts = on.first().prepared;
    const std::int64_t most = drawn_powers(on.first().params.memory.order).back();
    on.key(Swatch::line, on.colors.curves[1], "LegS");
    on.key(Swatch::dashed, on.colors.text, "bound √(m/n)"_tr);
    if (most != 1) on.key(Swatch::line, on.colors.ghost, on.translate("modes r … "_tr) + power_label(most));
    on.key(Swatch::line, on.colors.curves[0],
           on.translate("RNN, half-life "_tr) + (facts == nullptr ? "–" : steps_text(facts->rnn_half_life)));
    on.key(Swatch::dashed, on.colors.curves[0], "RNN, half-life as marked"_tr);
}

/// Compares the half-life of LegS, which grows with m, with the constant one of the RNN.
std::string half_lives(const Showing& on) {
    const Prepared* facts = on.first().prepared;
    if (facts == nullptr) return {};
    const std::int64_t from = on.first().params.memory.from;
    return on.translate("The norm of a state of {} halves in {}, that of the RNN always in {}",
                        on.translate.plural("{1} sample", "{1} samples", from, format_integer(from)),
                        counted_steps(on.translate, steps_text(facts->norm_half_life)),
                        steps_text(facts->rnn_half_life));
}

}  // namespace

std::string trace_headline(const Showing& on) {
    const Variant& variant = on.first();
    const MemoryDecayGroup& group = variant.params.memory;
    const Prepared* facts = variant.prepared;
    if (facts == nullptr) return {};
    return on.translate(
        "After {} {} % of the trace of one sample remains, half after {}; the whole state retains half for "
        "{}",
        counted_steps(on.translate, format_integer(group.later)),
        format_number(100 * variant[values::trace_left], 1, 3),
        counted_steps(on.translate, steps_text(facts->impulse_half_life)), steps_text(facts->norm_half_life));
}

constexpr Part decay_part{
    .title = "Whole state"_tr, .draw = &draw_decay, .shares_x_below = true, .weight = 1.2};
constexpr Part impulse_part{.title = "One sample"_tr, .draw = &draw_impulse};
constexpr Part sample_part{.title = "One sample"_tr, .draw = &draw_sample};

constexpr FigureRow main_figure{
    .id = "main",
    .title = "Decay"_tr,
    .arrays = {arrays::drawn_elapsed, arrays::drawn_norm, arrays::drawn_modes, arrays::drawn_impulse},
    .draw = {&draw_key, decay_part, impulse_part},
    .read = &read_decay,
    .headline = &trace_headline};
constexpr FigureRow sample_figure{
    .id = "sample",
    .title = "One sample"_tr,
    .arrays = {arrays::drawn_elapsed, arrays::drawn_norm, arrays::drawn_impulse},
    .draw = {sample_part},
    .read = &read_impulse,
    .headline = &trace_headline,
    .formula = &formula_of_impulse};
constexpr FigureRow decay_figure{.id = "decay",
                                 .title = "Norm only"_tr,
                                 .arrays = {arrays::drawn_elapsed, arrays::drawn_norm, arrays::drawn_modes},
                                 .draw = {&draw_key, decay_part},
                                 .read = &read_decay,
                                 .offered = false,
                                 .idle = {"later"},
                                 .headline = &half_lives};

std::string power_label(std::int64_t power) {
    return power == 1 ? "r" : "r" + power_of_ten(static_cast<int>(power)).substr(2);
}

void add_ring(Point at, Color color, std::string label, bool rising, Panel& panel) {
    constexpr double gap = 0.009;  // of the axis: the radius of the ring
    const bool logarithmic = panel.x.logarithmic && panel.x.low > 0;
    const double width = logarithmic ? std::log(panel.x.high / panel.x.low) : panel.x.high - panel.x.low;
    const double shift = (rising ? -gap : gap) * width;
    add(panel, PointMark{at, color, "", false, false, true});
    add(panel, AnnotationMark{{logarithmic ? at.x * std::exp(shift) : at.x + shift, at.y},
                              std::move(label),
                              rising ? Align::right : Align::left,
                              false});
}

Curve curve_of_modes(const Drawing& on, std::size_t n, const ArrayRow& row, std::string single) {
    const Column y = on.variants[n][row];
    std::vector<double> x;
    for (std::size_t k = 1; k <= y->size(); ++k) x.push_back(static_cast<double>(k));
    return Curve(shared_column(std::move(x)), y, on.single_variant() ? on.colors.text2 : on.color(n))
        .variant(n)
        .named(on.label(n, std::move(single)))
        .dotted(y->size() <= 64 ? 1 : 0);
}

std::string steps_text(double steps) {
    return std::isfinite(steps) ? format_number(steps, steps < 100 ? 1 : 0, 10) : "–";
}

std::int64_t largest_elapsed(std::span<const Variant> variants) {
    std::int64_t largest = 1;
    for (const Variant& variant : variants)
        largest = std::max(largest, variant.params.memory.to - variant.params.memory.from);
    return largest;
}

Axis elapsed_axis(const Showing& on) {
    const bool logarithmic = on.first().params.memory.elapsed_axis == AxisChoice::log;
    const auto last = static_cast<double>(largest_elapsed(on.variants));
    constexpr double few = 10;  // steps: the logarithmic axis then includes fractions of a step
    Axis axis{on.translate("steps n − m, samples →"_tr),
              !logarithmic ? 0
              : last < few ? last / 100
                           : 1,
              last};
    axis.logarithmic = logarithmic;
    return axis;
}

std::optional<std::int64_t> time_at(const Showing& on) {
    const auto x = on.x();
    const MemoryDecayGroup& group = on.first().params.memory;
    const auto from = static_cast<double>(group.from), to = static_cast<double>(group.to);
    const bool elapsed = on.over(decay_part) || on.over(impulse_part) || on.over(sample_part) ||
                         on.over(modes_part) || on.over(semi_log_part);
    if (!x || !(elapsed || on.over(log_log_part))) return std::nullopt;
    return static_cast<std::int64_t>(std::clamp((elapsed ? from : 0) + std::round(*x), from, to));
}

double norm_at(const Params& params, std::int64_t time) {
    return decay_norms(params.memory.order,
                       std::array{static_cast<double>(params.memory.from) / static_cast<double>(time)})
        .front();
}

double impulse_left(const Params& params, std::int64_t time) {
    const MemoryDecayGroup& group = params.memory;
    const auto norms =
        impulse_norms(group.order, group.from, std::array{0.0, static_cast<double>(time - group.from)});
    return norms.back() / norms.front();
}

void draw_norms(Drawing& on, bool with_rnns, Panel& panel) {
    const Variant& first = on.first();
    panel.x = elapsed_axis(on);
    panel.y = {"", 0, 1};
    if (on.single_variant()) {
        const std::vector<std::int64_t> powers = drawn_powers(first.params.memory.order);
        for (std::size_t n = 0; n < powers.size(); ++n)
            add(panel,
                Curve(first[arrays::drawn_elapsed], first.row_of(arrays::drawn_modes, n), on.colors.ghost)
                    .named(power_label(powers[n]))
                    .along(static_cast<double>(first.params.memory.from) *
                           std::expm1(1.2 / static_cast<double>(powers[n]))));
    }
    add_half(on, panel);
    if (with_rnns) add_rnns(on, &Prepared::norm_gamma, panel);
    on.each_from_last([&](std::size_t n, const Variant& variant) {
        add(panel, Curve(variant[arrays::drawn_elapsed], variant[arrays::drawn_norm], on.color(n))
                       .chosen(n, on.label(n)));
    });
    add_limit(on, panel);
    add_half_lives(on, &Prepared::norm_half_life, panel);
    point_at_time(on, Traced::norm, panel);
}

}  // namespace poslab::memory_decay
