#pragma once

// Inside of the view `memory`: what a state of N numbers remembers of a signal (docs/formulas.md §6; article 10137).

#include "core/memory/memory_scan.hpp"
#include "core/memory/sample_source.hpp"
#include "core/views/described.hpp"
#include "core/views/envelope.hpp"
#include "core/views/memory/memory_parameters.hpp"
#include "core/views/memory/methods.hpp"
#include "core/views/view_of.hpp"

#include <functional>

namespace poslab::memory {

using Variant = TypedVariant<Params>;
using Showing = ShowingOf<Params>;
using Drawing = DrawingOf<Params>;
using Reading = ReadingOf<Params>;
using Part = PartOf<Params>;

/// A state, and how far the states up to it went.
struct Moment {
    std::int64_t time = 0;
    std::vector<double> numbers;
    StateExtent extent;
};

/// The whole signal, gone through once. Any moment between two that were kept is found again from the one before it.
struct History {
    MemorySpec spec;
    std::shared_ptr<SampleSource> source;
    std::shared_ptr<const MemoryScan> scan;  // before its first sample: to go on from moments with, matrices and all
    std::int64_t length = 0;
    std::vector<Moment> moments;  // rising in time, the last one at `length`
    Envelope signal;              // by steps of a figure
};

struct Prepared {
    std::shared_ptr<const History> history;
    std::vector<Sentence> warnings;
};
[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job);

/// At most `most` times that rise evenly to `length`, which is the last.
[[nodiscard]] std::vector<std::int64_t> even_times(std::int64_t length, std::int64_t most);
/// `parameter`, or the whole length where it is unset or beyond.
[[nodiscard]] std::int64_t chosen_time(const OptionalReal& parameter, std::int64_t length);
/// The state after `time` samples, 1 <= time <= length.
[[nodiscard]] Moment moment_at(const History& history, std::int64_t time, const Job& job);
/// States at rising times, one after the other, from the nearest ones that were kept.
void each_moment(const History& history, std::span<const std::int64_t> times, const Job& job,
                 const std::function<void(const Moment&)>& look);

/// Where the reconstruction is compared with the signal: 0, the middle of each sample, and T: T + 2 places in samples.
[[nodiscard]] double grid_place(std::int64_t index, std::int64_t time);
/// The sample that is held there.
[[nodiscard]] std::int64_t grid_sample(std::int64_t index, std::int64_t time);

/// How well a state tells of the signal, over all of the grid that it remembers.
struct Recall {
    double rms = 0, largest = 0;
    double place_of_largest = 0;
    Envelope error;  // |error| by steps of a figure over the whole signal
};
[[nodiscard]] Recall recall(const History& history, const Moment& moment, const Job& job);

/// What exact values under the pointer are worked out from (Data::detail).
struct Detail {
    std::shared_ptr<const History> history;
    std::shared_ptr<const Moment> moment;
};
[[nodiscard]] const Detail* detail_of(const Variant& variant);

// What the figures share; figure.cpp.
[[nodiscard]] std::string subtitle_of(const Showing& on);
/// With `equals` a line of several, which are aligned there.
[[nodiscard]] std::string formula_of(const Showing& on, std::string_view equals = "=");
/// Samples of the signal: of a file known once it was read.
[[nodiscard]] std::int64_t length_of(const Variant& variant);
/// T of what was computed, which while it is played may be a little behind the parameter.
[[nodiscard]] std::int64_t time_of(const Variant& variant);
/// The time under the pointer, in samples.
[[nodiscard]] std::optional<double> pointed_time(const Showing& on, const Variant& variant);
[[nodiscard]] Axis time_axis(const Showing& on, const Variant& variant);
/// One for all whose states are shown.
[[nodiscard]] ColorScale state_scale(const Showing& on);
/// The fewest decimals for three digits, powers of ten where it is very large or small.
[[nodiscard]] std::string short_number(double value);
/// The place of the nearest of rising numbers to the pointer.
[[nodiscard]] std::optional<std::size_t> pointed_index(const Showing& on, const Column& rising);
/// Says under a figure of one set of parameters that there are others.
void warn_of_others(Drawing& on);

// Methods beside each other, in the order of Method. `alpha` is a half, where another α is not chosen.
[[nodiscard]] double compared_alpha(const MemoryGroup& group);
[[nodiscard]] std::string method_name(const Showing& on, std::size_t method);
/// Whether it is that of the parameters.
[[nodiscard]] bool is_chosen(const Showing& on, std::size_t method);
[[nodiscard]] Curve method_curve(const Showing& on, std::size_t method, const Column& x, const Column& y);
/// A row of each method.
template <class TextOf>
void read_methods(const Reading& to, const TextOf& text_of) {
    for (std::size_t n = 0; n < method_count; ++n) to.row(method_name(to, n), text_of(n), to.colors.curves[n]);
}

// What would take too long is left out.
inline constexpr double longest_comparison = 4;  // seconds, about, of all methods and sizes
inline constexpr double slow_comparison = 0.3;   // seconds: from there on a part is shown first
inline constexpr std::int64_t most_converging_samples = 1 << 22;
/// Longer signals are compared over as many samples from their begin on.
inline constexpr std::int64_t most_compared_samples = 1 << 16;
/// 1, 2, 3, 4, 6, 8, 12, … up to `order`, which is the last; where these are more than 16, powers of two only.
[[nodiscard]] std::vector<std::int64_t> compared_orders(std::int64_t order);

extern const Part state_part;
void read_state(Reading& to);

}  // namespace poslab::memory
