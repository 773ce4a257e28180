#pragma once

// Inside of the view `frequencies`: what base and scaling do to every rotary pair (docs/formulas.md §3).

#include "core/encoding/frequencies.hpp"
#include "core/encoding/precision.hpp"
#include "core/params/groups/lengths.hpp"
#include "core/params/groups/rotary.hpp"
#include "core/params/groups/shared_parameters.hpp"
#include "core/views/columns.hpp"
#include "core/views/envelope.hpp"
#include "core/views/view_of.hpp"

#include <array>
#include <optional>

namespace poslab::frequencies {

inline constexpr double turn = 2 * std::numbers::pi;  // rad

struct PairGroup {
    std::int64_t position = 1000;
    Precision precision = Precision::float32;
    NumberList mrope_sections{};
    bool mrope_interleaved = false;

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
                                     .help = "Where the dials show the angle of each pair; play it."_tr,
                                     .stage = Stage::style,
                                     .minimum = 0,
                                     .maximum = 1 << 24,
                                     .spacing = Spacing::logarithmic,
                                     .plays_first = true,
                                     .counted = true,
                                     .order = 8}),
            parameter(
                &G::precision,
                {.id = "precision",
                 .label = "Precision"_tr,
                 .help = "The number format that frequencies and angles are held in: what the pointer and the notes tell of."_tr,
                 .stage = Stage::style,
                 .choices = precisions,
                 .order = 6}),
            parameter(&G::mrope_sections, shared_parameter::mrope_sections()),
            parameter(&G::mrope_interleaved, shared_parameter::mrope_interleaved(),
                      [](const G& g) { return !g.mrope_sections.numbers.empty(); }),
        };
    }
};

struct Params {
    RotaryGroup rotary;
    LengthsGroup lengths;
    PairGroup pair;
};

struct SimilarityCurve {
    std::vector<double> values;  // at Similarity::distances
    Envelope envelope;
    std::optional<std::int64_t> first_negative;  // smallest Δ < L with S(Δ) < 0
};

/// S(Δ) = (1/P)·Σ_p cos(Δθ_p) over the distances 0 … L−1, for scaled and unscaled frequencies (docs/formulas.md §3.4).
struct Similarity {
    std::vector<std::int64_t> distances;  // thinned: ends, trained length, evenly between
    SimilarityCurve scaled, unscaled;
};

struct Prepared {
    RotaryFrequencies frequencies;
    Similarity similarity;
    std::vector<Sentence> config_warnings;
};

using Variant = TypedVariant<Params>;

[[nodiscard]] RotarySpec spec_of(const Params& params);
[[nodiscard]] bool is_scaled(const Params& params);
[[nodiscard]] std::string_view scaling_label(const Params& params, Language language);
/// 0, 1, 2 for t, h, w of each pair; empty without sections.
[[nodiscard]] std::vector<int> sections_of_pairs(const PairGroup& group, std::size_t pairs);

[[nodiscard]] Similarity similarity_of(const RotaryFrequencies& frequencies, std::int64_t length, std::int64_t train_length,
                                       const Engine& engine, const Job& job);
/// What to be careful about: of the scaling, of the config that was read, of values that cannot both be meant.
[[nodiscard]] std::vector<Sentence> warnings_of(const Params& params, const Prepared& prepared);
[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job);
[[nodiscard]] Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine,
                          const Job& job);

/// (2/d)·Σ_n |Σ_{p<n} e^{iΔθ_p}| at each distance (docs/formulas.md §3.4): RoFormer's bound on |S| up to a constant (arXiv
/// 2104.09864, eq. 37).
[[nodiscard]] std::vector<double> upper_bound(std::span<const double> inverse_frequency, std::span<const std::int64_t> distances);
/// Mean of cos (or sin) of position·θ over the positions [begin, end): what a pixel that covers many positions shows.
[[nodiscard]] double mean_cosine(double theta, std::int64_t begin, std::int64_t end);
[[nodiscard]] double mean_sine(double theta, std::int64_t begin, std::int64_t end);

[[nodiscard]] Column column_of(const Variant& variant, std::string_view name);
[[nodiscard]] Column shared(std::vector<double> values);
/// 0, 1, 2 … of as many.
[[nodiscard]] Column counting(std::size_t n);

/// Three digits and a power of ten below 10⁻³, else at most four decimals.
[[nodiscard]] std::string short_text(double value);

/// The pair under the cursor; where it is nowhere, one in the middle of what the scaling changes.
struct Pair {
    std::size_t index = 0;
    bool pointed = false;
};
[[nodiscard]] Pair pair_at(const Variant& variant, const Cursor& cursor);

/// Time, height or width: what sections_of_pairs() numbers.
[[nodiscard]] std::string_view section_name(int section, Language language);
/// "bfloat16": as choice and in the names of arrays.
[[nodiscard]] std::string precision_id(Precision precision);
/// S at a distance, of the frequencies in array `name`; NaN before there are any.
[[nodiscard]] double similarity_at(const Variant& variant, std::string_view name, double distance);
/// Distances from 1 to the last one, logarithmic.
[[nodiscard]] Axis distance_axis(const Params& params, const Words& words);

/// The distance under the cursor of the figure `similarity`.
[[nodiscard]] std::optional<std::int64_t> distance_at(const Params& params, const Cursor& cursor);

/// The position and pair under the cursor of the figure `map`.
struct MapCell {
    std::int64_t position = 0;
    std::size_t pair = 0;
};
[[nodiscard]] std::optional<MapCell> map_cell_at(const Variant& variant, const Cursor& cursor);

/// Every figure has the same head.
[[nodiscard]] std::string subtitle(const Params& params, const Style& style);
void add_pair_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_turns_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_similarity_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_precision_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_map_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_encodings_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_claims_figure(std::span<const Variant> variants, const Style& style, Figure& figure);
[[nodiscard]] Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor);

/// Axis over pairs, shared by all figures over them.
[[nodiscard]] Axis pair_axis(std::size_t pairs, const Words& words);
/// One curve per variant over pairs from array `name`, labelled; the first is chosen.
void add_pair_curves(std::span<const Variant> variants, std::string_view name, const Style& style, Panel& panel);

[[nodiscard]] std::vector<std::string> formula_lines(const Variant& variant, const Pair& pair);
[[nodiscard]] std::string formula_definition(const Params& params);
[[nodiscard]] Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor);

}  // namespace poslab::frequencies
