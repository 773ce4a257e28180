#pragma once

// The arrays and values of the view `position-matrix`, and the context they are computed in.

#include "core/views/position_matrix/position_matrix.hpp"

namespace poslab::position_matrix {

struct SampleContext : SamplingOf<Params, Prepared> {
    using SamplingOf::SamplingOf;

    [[nodiscard]] std::int64_t length() const { return params.lengths.length; }
    /// True if `row` is requested. A request for all arrays includes the overview only if a part of the
    /// matrix is shown.
    [[nodiscard]] bool wants(const ArrayOf<SampleContext>& row) const;

    /// Positions of the visible part. If the exact block means are slow, publishes one cell per block first.
    [[nodiscard]] Numbers positions() const;
    /// The whole matrix at low resolution, pooled like `positions`; one cell per block if the engine is slow.
    [[nodiscard]] Numbers overview() const;
    /// The thinned distances of the profile.
    const std::vector<std::int64_t>& distances();
    [[nodiscard]] Numbers over_distances(std::vector<double> values) const;
    [[nodiscard]] Numbers profiles();

    Memo<std::vector<std::int64_t>> distances_made{};
    bool coarse = false;  // true for data published before the exact means
};
using ArrayRow = ArrayOf<SampleContext>;
using NamedRow = LimitedArrayOf<SampleContext, Availability::when_named>;
using ValueRow = ValueOf<SampleContext>;
using FigureRow = FigureOf<Params, SampleContext>;

namespace arrays {

inline constexpr ArrayRow positions{"positions",
                                    "rows, cols",
                                    "tokens",
                                    "position p(i, j) of query row i and key column j"_tr,
                                    by<&SampleContext::positions>,
                                    Reduction::window};
inline constexpr ArrayRow distance{
    "distance", "distance", "tokens", "distances Δ of the profile"_tr,
    [](SampleContext& a) { return a.over_distances(numbers_of(a.distances())); }};
inline constexpr ArrayRow profile{
    "profile", "distance", "tokens", "position at distance Δ from the last query"_tr, [](SampleContext& a) {
        return a.over_distances(position_profile(a.prepared.plan, a.length() - 1, a.distances()));
    }};
inline constexpr ArrayRow profiles{"profiles", "map, distance", "tokens",
                                   "the profile under each map, in the order of map's choices"_tr,
                                   by<&SampleContext::profiles>};
inline constexpr NamedRow overview{
    "overview",
    "rows, cols",
    "tokens",
    "the whole matrix at up to 128 x 128; with all arrays, only if rows or cols show a part"_tr,
    by<&SampleContext::overview>,
    Reduction::pool};

inline constexpr auto all = all_of(positions, distance, profile, profiles, overview);

}  // namespace arrays

namespace values {

template <auto fact>
inline constexpr auto fact_of = [](SampleContext& a) { return a.prepared.*fact; };

inline constexpr ValueRow max_position{"max_position", "largest |p| of the whole matrix"_tr,
                                       fact_of<&Prepared::max_position>};
inline constexpr ValueRow out_of_range_fraction{"out_of_range_fraction",
                                                "share of unmasked cells with |p| > train-length − 1"_tr,
                                                fact_of<&Prepared::out_of_range_fraction>};
inline constexpr ValueRow first_out_of_range_length{
    "first_out_of_range_length", "smallest length with a position out of range; null if none"_tr,
    fact_of<&Prepared::first_out_of_range_length>};
inline constexpr ValueRow inside_window_fraction{
    "inside_window_fraction", "share of unmasked cells with distance below w; null for maps without w"_tr,
    fact_of<&Prepared::inside_window_fraction>};

inline constexpr auto all =
    all_of(max_position, out_of_range_fraction, first_out_of_range_length, inside_window_fraction);

}  // namespace values

extern const FigureRow main_figure, matrix_figure, profile_figure;

}  // namespace poslab::position_matrix
