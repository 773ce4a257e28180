#pragma once

// The view `frequencies`: the effect of base and scaling on every rotary pair (docs/formulas.md §3).

#include "core/encoding/frequencies.hpp"
#include "core/encoding/precision.hpp"
#include "core/models/rope_export.hpp"
#include "core/params/groups/axes.hpp"
#include "core/params/groups/lengths.hpp"
#include "core/params/groups/rotary.hpp"
#include "core/params/groups/shared_parameters.hpp"
#include "core/views/envelope.hpp"
#include "core/views/view_of.hpp"

#include <numbers>

namespace poslab::frequencies {

inline constexpr double turn = 2 * std::numbers::pi;  // rad

struct PairGroup {
    std::int64_t position = 1000;
    Precision precision = Precision::float32;
    NumberList mrope_sections{};
    bool mrope_interleaved = false;
    bool mrope_alternating = false;

    static constexpr auto precisions = choices<Precision>({{Precision::float64, "float64", "float64"_tr},
                                                           {Precision::float32, "float32", "float32"_tr},
                                                           {Precision::float16, "float16", "float16"_tr},
                                                           {Precision::bfloat16, "bfloat16", "bfloat16"_tr}});

    static auto fields() {
        using G = PairGroup;
        return std::tuple{
            parameter(&G::position, {.id = "position",
                                     .label = "Position"_tr,
                                     .symbol = "i",
                                     .unit = "tokens"_tr,
                                     .help = "The dials show each pair's angle at this position."_tr,
                                     .stage = Stage::style,
                                     .domain = {.minimum = 0, .maximum = 1 << 24},
                                     .control = {.spacing = Spacing::logarithmic,
                                                 .play = {.first = true, .run = Play::Run::count},
                                                 .order = 8}}),
            parameter(&G::precision,
                      {.id = "precision",
                       .label = "Precision"_tr,
                       .help = "The number format of frequencies and angles in readout and notes."_tr,
                       .stage = Stage::style,
                       .domain = {.choices = precisions},
                       .control = {.order = 6}}),
            parameter(&G::mrope_sections, shared_parameter::mrope_sections()),
            parameter(&G::mrope_interleaved, shared_parameter::mrope_interleaved(),
                      [](const G& g) { return !g.mrope_sections.numbers.empty(); }),
            parameter(&G::mrope_alternating, shared_parameter::mrope_alternating(),
                      [](const G& g) { return !g.mrope_sections.numbers.empty(); }),
        };
    }
};

struct Params {
    RotaryGroup rotary;
    LengthsGroup lengths;
    PairGroup pair;
    AxesGroup axes;
};

struct SimilarityCurve {
    std::vector<double> values;  // at Similarity::distances
    Envelope envelope;
    std::optional<std::int64_t> first_negative;  // smallest Δ < L with S(Δ) < 0
};

/// S(Δ) = (1/P)·Σ_p cos(Δθ_p) over the distances 0 … L−1, for scaled and unscaled frequencies
/// (docs/formulas.md §3.4).
struct Similarity {
    std::vector<std::int64_t> distances;  // thinned: both ends, the trained length, and evenly between
    SimilarityCurve scaled, unscaled;
};

struct Prepared {
    RotaryFrequencies frequencies;
    Similarity similarity;
    std::vector<Message> config_warnings;
};

using Variant = TypedVariant<Params, Prepared>;
using Showing = ShowingOf<Params, Prepared>;
using Drawing = DrawingOf<Params, Prepared>;
using Reading = ReadingOf<Params, Prepared>;
using Part = PartOf<Params, Prepared>;

[[nodiscard]] RotarySpec spec_of(const Params& params);
[[nodiscard]] bool is_scaled(const Params& params);
[[nodiscard]] Text scaling_label(const Params& params);
/// Returns 0, 1 or 2 (time, height, width) for each pair; empty without sections.
[[nodiscard]] std::vector<int> sections_of_pairs(const PairGroup& group, std::size_t pairs);
[[nodiscard]] Text section_name(int section);
/// Returns the settings to paste into a model's config.json.
[[nodiscard]] RopeConfig rope_config(const Params& params);

[[nodiscard]] Similarity similarity_of(const RotaryFrequencies& frequencies, std::int64_t length,
                                       std::int64_t train_length, const Engine& engine, const Job& job);
[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job);

/// Returns (2/d)·Σ_n |Σ_{p<n} e^{iΔθ_p}| at each distance (docs/formulas.md §3.4): RoFormer's bound on |S| up
/// to a constant (arXiv 2104.09864, eq. 37).
[[nodiscard]] std::vector<double> upper_bound(std::span<const double> inverse_frequency,
                                              std::span<const std::int64_t> distances);

/// Formats a value: three digits and a power of ten below 10⁻³, else at most four decimals.
[[nodiscard]] std::string short_text(double value);

// Shared by the figures.
/// Returns the colour of the n-th variant.
[[nodiscard]] Color color_of(const Showing& on, std::size_t n);
[[nodiscard]] std::size_t pairs_of(const Variant& variant);
[[nodiscard]] Axis pair_axis(const Showing& on);
/// Returns the curve of one number per pair.
[[nodiscard]] Curve curve_over_pairs(Column numbers, Color color);
/// Returns the logarithmic axis from distance 1 to the last one.
[[nodiscard]] Axis distance_axis(const Showing& on);

// The item under the pointer; empty if the pointer is elsewhere.
/// Returns the pair, in a figure over pairs.
[[nodiscard]] std::optional<std::size_t> pair_at(const Showing& on);
/// Returns the distance, in the figure over distances.
[[nodiscard]] std::optional<std::int64_t> distance_at(const Showing& on);
/// A position and a pair in the maps.
struct MapCell {
    std::int64_t position = 0;
    std::size_t pair = 0;
};
[[nodiscard]] std::optional<MapCell> map_cell_at(const Showing& on, const Variant& variant);

[[nodiscard]] std::string subtitle_of(const Showing& on);
[[nodiscard]] std::string formula_of_scaling(const Showing& on);
void read_pair(Reading& reading);
/// Reads the slowest pair that completes a turn in training, independent of the pointer.
void read_slowest(Reading& reading);
void read_map(Reading& reading);
void read_distance(Reading& reading);

}  // namespace poslab::frequencies
