#pragma once

// Internals of the view `memory-decay`: the decay from time m to n of a LegS state without input, next to
// exponential RNNs (docs/formulas.md §7; article 10137). r = m/n, elapsed = n - m.

#include "core/params/groups/axes.hpp"
#include "core/params/groups/shared_parameters.hpp"
#include "core/views/view_of.hpp"

namespace poslab::memory_decay {

enum class AxisChoice { linear, log };

struct MemoryDecayGroup {
    std::int64_t order = 32;
    std::int64_t from = 100;
    std::int64_t to = 10'000;
    double gamma = 0.999;
    std::int64_t later = 100;
    AxisChoice elapsed_axis = AxisChoice::log;

    static constexpr auto axes = choices<AxisChoice>(
        {{AxisChoice::linear, "linear", "Linear"_tr}, {AxisChoice::log, "log", "Log"_tr}});
    static constexpr auto latest = static_cast<double>(largest_signal_length);

    static auto fields() {
        using G = MemoryDecayGroup;
        return std::tuple{
            parameter(&G::order, shared_parameter::memory_order()),
            parameter(&G::from, {.id = "from",
                                 .label = "From"_tr,
                                 .symbol = "m",
                                 .unit = "samples"_tr,
                                 .help = "End of the input; the state then holds m samples."_tr,
                                 .source = untranslated("10137"),
                                 .domain = {.minimum = 1, .maximum = latest - 1},
                                 .control = {.spacing = Spacing::logarithmic, .play = {.first = true}}}),
            parameter(&G::to, {.id = "to",
                               .label = "To"_tr,
                               .symbol = "n",
                               .unit = "samples"_tr,
                               .help = "Last time shown, above m."_tr,
                               .source = untranslated("10137"),
                               .domain = {.minimum = 2, .maximum = latest},
                               .control = {.spacing = Spacing::logarithmic}}),
            parameter(&G::gamma,
                      {.id = "gamma",
                       .label = "RNN decay"_tr,
                       .symbol = "γ",
                       .unit = "per step"_tr,
                       .help = "Share of its state that an exponential RNN retains per step; "
                               "after n − m steps γ^(n − m) remains."_tr,
                       .source = untranslated("10137"),
                       .domain = {.minimum = 0, .maximum = 1, .open_minimum = true, .open_maximum = true},
                       .control = {.spacing = Spacing::logarithmic_to_maximum}}),
            parameter(&G::later, {.id = "later",
                                  .label = "Trace mark after"_tr,
                                  .symbol = "a",
                                  .unit = "steps"_tr,
                                  .help = "Marks the trace of the sample read at m this many steps later."_tr,
                                  .stage = Stage::sample,
                                  .domain = {.minimum = 1, .maximum = latest},
                                  .control = {.spacing = Spacing::logarithmic}}),
            parameter(&G::elapsed_axis,
                      {.id = "elapsed-axis",
                       .label = "Steps axis"_tr,
                       .help = "Linear or logarithmic axis of the steps n − m since the input ended."_tr,
                       .stage = Stage::style,
                       .domain = {.choices = axes},
                       .control = {.listed = Listed::prominent}}),
        };
    }
};

struct Params {
    MemoryDecayGroup memory;
    AxesGroup axes;
};

/// The results shown next to the curves, and the times of arrays.
struct Prepared {
    double norm_half_life = 0;     // steps after which the norm of the decay operator is 1/2
    double impulse_half_life = 0;  // steps after which the norm of the state of one sample has halved
    double rnn_half_life = 0;
    double impulse_gamma = 0;  // γ of the RNN with the impulse's half-life
    double norm_gamma = 0;     // γ of the RNN with the norm's half-life
    double norm_at_to = 0, slope_at_to = 0;
    double impulse_at_from = 0, impulse_at_to = 0;
    // elapsed time from which on LegS's norm stays above the RNN's γ^elapsed; 0: from the start
    double ahead_from = 0;
    std::vector<std::int64_t> times;  // n, thinned
};

using Variant = TypedVariant<Params, Prepared>;
using Showing = ShowingOf<Params, Prepared>;
using Drawing = DrawingOf<Params, Prepared>;
using Reading = ReadingOf<Params, Prepared>;
using Part = PartOf<Params, Prepared>;

[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job);

/// Returns the most points of a curve of this order, limited by arrays [N, points]: 2^24 numbers, at most
/// 65,536 points.
[[nodiscard]] std::int64_t max_points(std::int64_t order);
/// Returns the elapsed times at which figures evaluate curves: 0, and evenly as well as logarithmically
/// spaced up to `last`, increasing.
[[nodiscard]] std::vector<double> drawn_elapsed(double last, std::int64_t order);
/// Returns the powers of r that figures draw: 1, 2, 4 … 64 and N, none above N.
[[nodiscard]] std::vector<std::int64_t> drawn_powers(std::int64_t order);
/// Returns the compared orders: 1, 2, 4, 8, 16, 64 without `order`, then `order`.
[[nodiscard]] std::vector<std::int64_t> compared_orders(std::int64_t order);
/// Returns the orders at which the condition number is drawn, up to the larger of N and 64.
[[nodiscard]] std::vector<std::int64_t> condition_orders(std::int64_t order);

// Helpers shared by the figures; figure.cpp.
/// "r", "r²", "r¹⁶".
[[nodiscard]] std::string power_label(std::int64_t power);
/// Adds a ring on a curve with its label next to it, on the side that the curve leaves free.
void add_ring(Point at, Color color, std::string label, bool rising, Panel& panel);
/// Formats steps: 300, 12,345, 1.2×10⁹; one decimal below 100.
[[nodiscard]] std::string steps_text(double steps);
/// Formats a number given by its log₁₀: 5.2, 1234, 1.2×10²³.
[[nodiscard]] std::string condition_text(double log10);
[[nodiscard]] Axis elapsed_axis(const Showing& on);
[[nodiscard]] std::int64_t largest_elapsed(std::span<const Variant> variants);
[[nodiscard]] double norm_at(const Params& params, std::int64_t time);
/// Returns ‖x‖ at `time` relative to its value at m.
[[nodiscard]] double impulse_left(const Params& params, std::int64_t time);
/// Draws curves of the norm over n − m, with or without RNNs.
void draw_norms(Drawing& on, bool with_rnns, Panel& panel);

// The following return the location of the pointer; empty if it is elsewhere.
/// The time n of a panel over n − m, or over n.
[[nodiscard]] std::optional<std::int64_t> time_at(const Showing& on);
[[nodiscard]] std::optional<double> stretch_at(const Showing& on);
[[nodiscard]] std::optional<std::int64_t> mode_at(const Showing& on);
/// Returns the index in the variant's `condition_order`.
[[nodiscard]] std::optional<std::size_t> condition_place_at(const Showing& on, const Variant& variant);

// Panels of several figures, or needed to locate the pointer.
extern const Part decay_part, impulse_part, sample_part, log_log_part, semi_log_part, modes_part,
    half_lives_part, condition_part;

/// Returns the finding for one sample in one sentence; empty until computed.
[[nodiscard]] std::string trace_headline(const Showing& on);
[[nodiscard]] std::string formula_of_operator(const Showing& on);
[[nodiscard]] std::string formula_of_impulse(const Showing& on);
void read_decay(Reading& reading);
void read_impulse(Reading& reading);
void read_modes(Reading& reading);
void read_orders(Reading& reading);
void read_conditions(Reading& reading);

}  // namespace poslab::memory_decay
