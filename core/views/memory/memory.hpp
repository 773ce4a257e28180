#pragma once

// Internals of the view `memory`: how well a state of N numbers remembers a signal (docs/formulas.md §6;
// article 10137).

#include "core/memory/diverged_steps.hpp"
#include "core/memory/memory_scan.hpp"
#include "core/memory/sample_source.hpp"
#include "core/views/envelope.hpp"
#include "core/views/memory/memory_parameters.hpp"
#include "core/views/memory/methods.hpp"
#include "core/views/view_of.hpp"

namespace poslab::memory {

/// A state, with the extent of all states up to it. Data::detail is the one at the chosen time.
struct Moment {
    std::int64_t time = 0;
    std::vector<double> numbers;
    StateExtent extent;
};

/// The result of one scan over the whole signal. States between two stored moments are computed from the
/// earlier one.
struct History {
    MemorySpec spec;
    std::shared_ptr<SampleSource> source;
    // in its initial state, with its matrices; clones resume from moments
    std::shared_ptr<const MemoryScan> scan;
    std::int64_t length = 0;
    std::vector<Moment> moments;  // increasing in time, the last one at `length`
    Envelope signal;              // in the steps of a figure
    DivergedSteps diverged{};
    std::int64_t overflow = 0;  // the first step after which the state is not finite; 0: none
};

struct Prepared {
    std::shared_ptr<const History> history;
    std::vector<Message> warnings;
};

using Variant = TypedVariant<Params, Prepared>;
using Showing = ShowingOf<Params, Prepared>;
using Drawing = DrawingOf<Params, Prepared>;
using Reading = ReadingOf<Params, Prepared>;
using Part = PartOf<Params, Prepared>;
[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job);

/// Returns the warning that the rule diverges or the state overflows at some step up to `time`; empty if
/// neither does.
[[nodiscard]] std::optional<Message> divergence_warning(const History& history, std::int64_t time);

/// Returns at most `most` evenly spaced times; the last one is `length`.
[[nodiscard]] std::vector<std::int64_t> even_times(std::int64_t length, std::int64_t most);
/// Returns `parameter`, or the whole length if it is unset or beyond.
[[nodiscard]] std::int64_t chosen_time(const OptionalReal& parameter, std::int64_t length);
/// Returns the state after `time` samples, 1 <= time <= length.
[[nodiscard]] Moment moment_at(const History& history, std::int64_t time, const Job& job);
/// Computes the states at increasing times, each from the nearest earlier stored one.
void each_moment(const History& history, std::span<const std::int64_t> times, const Job& job,
                 const std::function<void(const Moment&)>& look);

/// Returns the index-th of the T + 2 positions, in samples, where reconstruction and signal are compared: 0,
/// the middle of each sample, and T.
[[nodiscard]] double grid_place(std::int64_t index, std::int64_t time);
/// Returns the index of the sample held there.
[[nodiscard]] std::int64_t grid_sample(std::int64_t index, std::int64_t time);

/// The error of the reconstruction over all of the grid that the state remembers.
struct Recall {
    double rms = 0, largest = 0;
    double place_of_largest = 0;
    std::optional<double> overflow;  // the first position where the error of a finite state is not finite
    Envelope error;                  // |error| in the steps of a figure over the whole signal
};
[[nodiscard]] Recall recall(const History& history, const Moment& moment, const Job& job);

// Helpers shared by the figures; figure.cpp.
[[nodiscard]] std::string subtitle_of(const Showing& on);
/// `equals` may be "&=" for one of several lines, aligned there.
[[nodiscard]] std::string formula_of(const Showing& on, std::string_view equals = "=");
/// Returns the number of samples of the signal; for a file, known once it was read.
[[nodiscard]] std::int64_t length_of(const Variant& variant);
/// Returns T of the computed data, which during play may lag behind the parameter.
[[nodiscard]] std::int64_t time_of(const Variant& variant);
/// Returns the time under the pointer, in samples.
[[nodiscard]] std::optional<double> pointed_time(const Showing& on, const Variant& variant);
[[nodiscard]] Axis time_axis(const Showing& on, const Variant& variant);
/// Returns the common scale of all states shown.
[[nodiscard]] ColorScale state_scale(const Showing& on);
/// Formats with the fewest decimals for three digits; very large or small numbers with a power of ten.
[[nodiscard]] std::string short_number(double value);
/// Returns the index of the value nearest to the pointer.
[[nodiscard]] std::optional<std::size_t> pointed_index(const Showing& on, const Column& rising);
/// Warns that a figure shows only the first of several sets of parameters.
void warn_of_others(Drawing& on);

// Comparison of methods, in the order of Method. `alpha` is 0.5 unless another α is chosen.
[[nodiscard]] double compared_alpha(const MemoryGroup& group);
[[nodiscard]] std::string method_name(const Showing& on, std::size_t method);
/// True if it is the method of the parameters.
[[nodiscard]] bool is_chosen(const Showing& on, std::size_t method);
[[nodiscard]] Curve method_curve(const Showing& on, std::size_t method, const Column& x, const Column& y);
/// Adds a row for each method.
template <class TextOf>
void read_methods(const Reading& reading, const TextOf& text_of) {
    for (std::size_t n = 0; n < method_count; ++n)
        reading.row(method_name(reading, n), text_of(n), reading.colors.curves[n]);
}

// Comparisons that would take too long are left out.
inline constexpr double longest_comparison = 4;  // seconds, approximately, over all methods and sizes
inline constexpr double slow_comparison = 0.3;   // seconds: slower comparisons publish partial results
inline constexpr std::int64_t max_converging_samples = 1 << 22;
/// Longer signals are compared over their first samples only.
inline constexpr std::int64_t max_compared_samples = 1 << 16;
/// Returns 1, 2, 3, 4, 6, 8, 12, … up to `order`, which is the last; if these are more than 16, powers of two
/// only.
[[nodiscard]] std::vector<std::int64_t> compared_orders(std::int64_t order);

extern const Part state_part;
void read_state(Reading& reading);

}  // namespace poslab::memory
