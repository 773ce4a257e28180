#pragma once

// Inside of the view `memory`: what a state of N numbers remembers of a signal (docs/formulas.md §6; article 10137).

#include "core/memory/memory_scan.hpp"
#include "core/memory/sample_source.hpp"
#include "core/views/array_adder.hpp"
#include "core/views/curves.hpp"
#include "core/views/envelope.hpp"
#include "core/views/memory/memory_parameters.hpp"
#include "core/views/view_of.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab::memory {

using Variant = TypedVariant<Params>;

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

[[nodiscard]] MemorySpec memory_spec(const MemoryGroup& group);
/// Of a file, too. Throws InputError where there is none.
[[nodiscard]] std::unique_ptr<SampleSource> signal_source(const SignalGroup& group, const Job& job);
[[nodiscard]] History go_through(const MemorySpec& spec, std::shared_ptr<SampleSource> source, const Engine& engine,
                                 const Job& job);
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

/// What one sample() is asked for.
struct Asked {
    const Params& params;
    const Prepared& prepared;
    const SampleRequest& request;
    const Engine& engine;
    const Job& job;
    Data& data;
    ArrayAdder add{data, request};

    [[nodiscard]] const History& history() const { return *prepared.history; }
};

[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job);
[[nodiscard]] Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine,
                          const Job& job);
void add_states(const Asked& asked, const Moment& moment);
void add_state_map(const Asked& asked);

[[nodiscard]] inline Column column_of(const Variant& variant, std::string_view name) { return column_in(variant.data, name); }
/// Samples of the signal: of a file known once it was read.
[[nodiscard]] std::int64_t length_of(const Variant& variant);
/// T of what was computed, which while it is played may be a little behind the parameter.
[[nodiscard]] std::int64_t time_of(const Variant& variant);
/// The time under the pointer of a figure over time, in samples.
[[nodiscard]] std::optional<double> pointed_time(const Variant& variant, const Cursor& cursor);
[[nodiscard]] Axis time_axis(const Variant& variant, const Words& words);
/// The fewest decimals for three digits, powers of ten where it is very large or small.
[[nodiscard]] std::string short_number(double value);

void add_main_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure);
[[nodiscard]] Panel signal_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor);
[[nodiscard]] Panel error_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor);
[[nodiscard]] Panel state_panel(const Variant& variant, const Style& style, const Cursor& cursor);
[[nodiscard]] ColorScale state_scale(const Variant& variant);
[[nodiscard]] Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor);

[[nodiscard]] std::string formula_definition(const Params& params);
[[nodiscard]] Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor);

}  // namespace poslab::memory
