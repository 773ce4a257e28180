#pragma once

// Inside of the view `memory-decay`: what is left at time n of a LegS state of time m when nothing comes in (docs/formulas.md §7;
// article 10137), beside exponential RNNs. r = m/n, elapsed = n - m.

#include "core/params/groups/axes.hpp"
#include "core/params/groups/shared_parameters.hpp"
#include "core/views/described.hpp"
#include "core/views/view_of.hpp"

#include <array>
#include <optional>

namespace poslab::memory_decay {

enum class AxisChoice { linear, log };

struct MemoryDecayGroup {
    std::int64_t order = 32;
    std::int64_t from = 100;
    std::int64_t to = 10'000;
    double gamma = 0.999;
    std::int64_t later = 100;
    AxisChoice elapsed_axis = AxisChoice::log;

    static constexpr auto axes =
        choices<AxisChoice>({{AxisChoice::linear, "linear", "Linear"_tr}, {AxisChoice::log, "log", "Log"_tr}});
    static constexpr auto latest = static_cast<double>(largest_signal_length);

    static auto fields() {
        using G = MemoryDecayGroup;
        return std::tuple{
            parameter(&G::order, shared_parameter::memory_order()),
            parameter(&G::from, {.id = "from",
                                 .label = "From"_tr,
                                 .symbol = "m",
                                 .unit = "samples"_tr,
                                 .help = "When the input ends: the state then holds m samples and is left alone."_tr,
                                 .source = untranslated("10137"),
                                 .domain = {.minimum = 1, .maximum = latest - 1},
                                 .control = {.spacing = Spacing::logarithmic, .play = {.first = true}}}),
            parameter(&G::to, {.id = "to",
                               .label = "To"_tr,
                               .symbol = "n",
                               .unit = "samples"_tr,
                               .help = "Up to when the state is looked at, above m."_tr,
                               .source = untranslated("10137"),
                               .domain = {.minimum = 2, .maximum = latest},
                               .control = {.spacing = Spacing::logarithmic}}),
            parameter(&G::gamma, {.id = "gamma",
                                  .label = "RNN keeps"_tr,
                                  .symbol = "γ",
                                  .unit = "a step"_tr,
                                  .help = "What an exponential RNN keeps of its state at each step: γ^(n − m) of it is left."_tr,
                                  .source = untranslated("10137"),
                                  .domain = {.minimum = 0, .maximum = 1, .open_minimum = true, .open_maximum = true},
                                  .control = {.spacing = Spacing::logarithmic_to_maximum}}),
            parameter(&G::later,
                      {.id = "later",
                       .label = "Marked after"_tr,
                       .symbol = "a",
                       .unit = "steps"_tr,
                       .help = "The trace of the sample read at m is marked and named this many steps after it was read."_tr,
                       .stage = Stage::sample,
                       .domain = {.minimum = 1, .maximum = latest},
                       .control = {.spacing = Spacing::logarithmic}}),
            parameter(&G::elapsed_axis,
                      {.id = "elapsed-axis",
                       .label = "Steps axis"_tr,
                       .help = "Whether the steps n − m since the input ended are spread evenly or by their logarithms."_tr,
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

using Variant = TypedVariant<Params>;
using Showing = ShowingOf<Params>;
using Drawing = DrawingOf<Params>;
using Reading = ReadingOf<Params>;
using Part = PartOf<Params>;

/// What the numbers beside the curves are.
struct Facts {
    double norm_half_life = 0;     // steps after which the norm of the decay operator is 1/2
    double impulse_half_life = 0;  // steps after which the state of one sample has half its length
    double rnn_half_life = 0;
    double equal_gamma = 0;       // of an RNN with the impulse's half-life
    double equal_norm_gamma = 0;  // with the norm's
    double norm_at_to = 0, slope_at_to = 0;
    double impulse_at_from = 0, impulse_at_to = 0;
    double ahead_from = 0;  // elapsed from which on LegS's norm is above the RNN's γ^elapsed; 0: from the start
};

struct Prepared {
    Facts facts;
    std::vector<std::int64_t> times;  // n, thinned
};

/// Data::detail.
struct Detail {
    Facts facts;
    std::optional<double> log10_condition;  // where it was asked for
};
[[nodiscard]] const Facts* facts_of(const Variant& variant);

[[nodiscard]] Prepared prepare(const Params& params, const Job& job);

/// How many points a curve of 'order' may have where there is an array [N, points] with it: 2^24 numbers in all, 65,536 at most.
[[nodiscard]] std::int64_t most_points(std::int64_t order);
/// Where figures look: 0, and both evenly and by the logarithm up to `last`. Rising.
[[nodiscard]] std::vector<double> drawn_elapsed(double last, std::int64_t order);
/// Powers of r that figures draw: 1, 2, 4 … 64 and N, none above N.
[[nodiscard]] std::vector<std::int64_t> drawn_powers(std::int64_t order);
/// Orders that are compared: powers of two below that of the parameters, and that one, which is the last.
[[nodiscard]] std::vector<std::int64_t> compared_orders(std::int64_t order);
/// Orders that the condition number is drawn at, up to the larger of N and 64.
[[nodiscard]] std::vector<std::int64_t> condition_orders(std::int64_t order);

// What the figures share; figure.cpp.
/// "r", "r²", "r¹⁶".
[[nodiscard]] std::string power_label(std::int64_t power);
/// A ring on a curve with its name beside it, above the side that the curve leaves free.
void add_ring(Point at, Color color, std::string label, bool rising, Panel& panel);
/// Steps for people: 300, 12,345, 1.2×10⁹; one decimal below 100.
[[nodiscard]] std::string steps_text(double steps);
/// Of its log₁₀: 5.2, 1234, 1.2×10²³.
[[nodiscard]] std::string condition_text(double log10);
[[nodiscard]] Axis elapsed_axis(const Showing& on);
[[nodiscard]] std::int64_t largest_elapsed(std::span<const Variant> variants);
[[nodiscard]] double norm_at(const Params& params, std::int64_t time);
/// ‖x‖ at `time` over that at m.
[[nodiscard]] double impulse_left(const Variant& variant, std::int64_t time);
[[nodiscard]] double impulse_left(const Params& params, std::int64_t time);
/// Curves of the norm over n − m, with RNNs or without them.
void draw_norms(Drawing& on, bool with_rnns, Panel& panel);

// What the pointer is at; none where it is elsewhere.
/// The time n of a panel over n − m, or over n.
[[nodiscard]] std::optional<std::int64_t> time_at(const Showing& on);
[[nodiscard]] std::optional<double> stretch_at(const Showing& on);
[[nodiscard]] std::optional<std::int64_t> mode_at(const Showing& on);
/// The place in `condition_order` of the variant.
[[nodiscard]] std::optional<std::size_t> condition_place_at(const Showing& on, const Variant& variant);

// Panels of several figures, or that others ask where the pointer is.
extern const Part decay_part, impulse_part, sample_part, log_log_part, semi_log_part, modes_part, half_lives_part, condition_part;

/// The finding on one sample in one sentence; empty before it is computed.
[[nodiscard]] std::string trace_headline(const Showing& on);
[[nodiscard]] std::string formula_of_operator(const Showing& on);
[[nodiscard]] std::string formula_of_impulse(const Showing& on);
void read_decay(Reading& to);
void read_impulse(Reading& to);
void read_modes(Reading& to);
void read_orders(Reading& to);
void read_conditions(Reading& to);

}  // namespace poslab::memory_decay
