#pragma once

// The arrays and values of the view `attention`, and the context they are computed in.

#include "core/views/attention/attention.hpp"

namespace poslab::attention {

/// A subset of the rows, or of the distances, and their indices among all of them.
struct Thinned {
    IndexRange all;
    std::vector<std::int64_t> entries;

    /// Returns the entries of `numbers`, which has one number per row or distance.
    [[nodiscard]] Numbers of(std::span<const double> numbers) const;
};
/// Weight divided by uniform weight, in steps of a logarithmic distance axis.
struct Ratios {
    std::vector<double> middles, values;
};
/// The results for all heads: one map per head, and means over each head's rows.
struct AllHeads {
    std::vector<Column> maps;  // null if not computed yet
    std::vector<double> entropy, distance, near_mass, beyond_mass;
    double largest = 0;       // of the maps
    bool has_warned = false;  // of a head whose numbers are no weights, or NaN
};

struct SampleContext : SamplingOf<Params, Prepared> {
    using SamplingOf::SamplingOf;
    using Shown = NothingPrepared;  // a layer of a model may be large; figures see its head in Detail

    [[nodiscard]] std::int64_t tokens() const { return prepared.source->tokens(); }
    [[nodiscard]] const Head& head() const { return *prepared.head; }
    [[nodiscard]] Show show() const { return params.attention.show; }
    [[nodiscard]] bool shows_weights() const { return show() == Show::weights; }
    [[nodiscard]] bool shows_difference() const { return show() == Show::difference; }
    [[nodiscard]] bool shows_logits() const { return params.attention.shows_logits(); }

    const Thinned& queries();
    const Thinned& distances();
    const Ratios& ratios();
    [[nodiscard]] Numbers shown_map() const;

    FieldWindow window{};                  // the visible part
    Field field{};                         // its values, for one head
    std::shared_ptr<const Whole> whole{};  // for one head; null if no requested array needs it
    AllHeads heads{};                      // if all heads are shown
    Memo<Thinned> queries_made{}, distances_made{};
    Memo<Ratios> ratios_made{};
};
using ArrayRow = ArrayOf<SampleContext>;
using NamedRow = LimitedArrayOf<SampleContext, Availability::when_named>;
using ConditionalRow = LimitedArrayOf<SampleContext, Availability::conditional>;
using ValueRow = ValueOf<SampleContext>;
using FigureRow = FigureOf<Params, SampleContext>;

/// Compute the requested arrays of one head or of all heads; both publish intermediate results.
void compute_head(SampleContext& context);
void compute_all_heads(SampleContext& context);

/// Returns the request for the map in `window` and the statistics of all rows.
[[nodiscard]] AttentionRequest request_of_rows(const SampleContext& context, const FieldWindow& window);
/// Adds the shown map to `data`.
void add_map(Numbers map, Data& data);
/// Returns a thumbnail of the whole matrix: means over the stored cells.
[[nodiscard]] Numbers overview_of(const Whole& whole);
/// Returns the chosen row; with more keys than a curve has points, the largest weight of each step.
[[nodiscard]] Numbers row_of(const SampleContext& context);
/// Return the mean of the finite numbers and the largest weight; empty if no number is finite.
[[nodiscard]] std::optional<double> mean_of(std::span<const double> values);
[[nodiscard]] std::optional<double> largest_weight(std::span<const double> values);
/// Returns the rows whose weights are NaN.
[[nodiscard]] std::vector<std::int64_t> undefined_rows(const RowStatistics& rows);
/// Adds a warning with the first few of these rows, if there are any.
void warn_of_undefined(const std::vector<std::int64_t>& rows, std::vector<Message>& warnings);

namespace arrays {

// Arrays by row, distance, step or head; empty if the pass over the matrix was not needed, or if the array
// belongs to all heads while one is shown, or the reverse.
template <auto statistic>
constexpr auto of_rows =
    [](SampleContext& a) -> Numbers { return a.whole ? a.queries().of(a.whole->rows.*statistic) : Column(); };
template <auto column>
constexpr auto of_queries =
    [](SampleContext& a) -> Numbers { return a.whole ? a.queries().of(*((*a.whole).*column)) : Column(); };
template <auto weights>
constexpr auto by_distance = [](SampleContext& a) -> Numbers {
    return a.whole && !a.whole->weight_by_distance.empty() ? a.distances().of((*a.whole).*weights) : Column();
};
template <auto list>
constexpr auto by_step = [](SampleContext& a) -> Numbers {
    return a.whole && !a.whole->weight_by_distance.empty() ? Numbers(a.ratios().*list) : Column();
};
template <auto means>
constexpr auto of_heads = [](SampleContext& a) -> Numbers {
    return shows_all_heads(a.params) ? Numbers(a.heads.*means) : Column();
};

inline constexpr ArrayRow map{
    "map",
    "rows, cols",
    "",
    "the quantity chosen by `show` for query i and key j; with head all [head, rows, cols]"_tr,
    by<&SampleContext::shown_map>,
    Reduction::window};
inline constexpr ArrayRow query{"query", "query", "tokens", "queries i of the arrays below"_tr,
                                of_queries<&Whole::row>};
inline constexpr ArrayRow log_sum_exp{"log_sum_exp", "query", "nats",
                                      "ln Σ exp(logit / temperature) of each row"_tr,
                                      of_rows<&RowStatistics::log_sum_exp>};
inline constexpr ArrayRow entropy{"entropy", "query", "nats", "−Σ α ln α of each row"_tr,
                                  of_rows<&RowStatistics::entropy>};
inline constexpr ArrayRow normalized_entropy{"normalized_entropy", "query", "",
                                             "entropy / ln(number of keys); null for one key"_tr,
                                             of_queries<&Whole::normalized_entropy>};
inline constexpr ArrayRow maximum{"maximum", "query", "", "largest weight of each row"_tr,
                                  of_rows<&RowStatistics::maximum>};
inline constexpr ArrayRow mean_distance{"mean_distance", "query", "tokens", "Σ α Δ of each row"_tr,
                                        of_rows<&RowStatistics::mean_distance>};
inline constexpr ArrayRow near_mass{"near_mass", "query", "", "weight at distances below w"_tr,
                                    of_rows<&RowStatistics::near_mass>};
inline constexpr ArrayRow beyond_mass{"beyond_mass", "query", "",
                                      "weight at positions |p| > train-length − 1"_tr,
                                      of_rows<&RowStatistics::beyond_mass>};
inline constexpr ArrayRow distance{"distance", "distance", "tokens", "distances Δ of the two arrays below"_tr,
                                   by_distance<&Whole::distance>};
inline constexpr ArrayRow weight_by_distance{"weight_by_distance", "distance", "",
                                             "mean weight over the rows that have a key at Δ"_tr,
                                             by_distance<&Whole::weight_by_distance>};
inline constexpr ArrayRow uniform_by_distance{"uniform_by_distance", "distance", "",
                                              "the same with equal weights in each row"_tr,
                                              by_distance<&Whole::uniform_by_distance>};
inline constexpr ArrayRow row{
    "row",
    "key",
    "",
    "weights of the chosen row; above 65,536 keys the largest of each bin"_tr,
    [](SampleContext& a) { return shows_all_heads(a.params) ? Numbers(Column()) : row_of(a); },
    Reduction::maxima};
inline constexpr ConditionalRow output{"output", "query, dimension", "",
                                       "Σ α v of each row, if values are given"_tr,
                                       [](SampleContext& a) -> Numbers {
                                           if (!a.whole || a.whole->output.empty()) return Column();
                                           return matrix_of(a.tokens(), a.whole->output);
                                       }};
inline constexpr ConditionalRow head_entropy{"head_entropy", "head", "",
                                             "with head all: mean normalized entropy of each head"_tr,
                                             of_heads<&AllHeads::entropy>};
inline constexpr ConditionalRow head_distance{
    "head_distance", "head", "tokens", "with head all: mean distance"_tr, of_heads<&AllHeads::distance>};
inline constexpr ConditionalRow head_near_mass{"head_near_mass", "head", "",
                                               "with head all: weight at distances below w"_tr,
                                               of_heads<&AllHeads::near_mass>};
inline constexpr ConditionalRow head_beyond_mass{"head_beyond_mass", "head", "",
                                                 "with head all: weight beyond the trained range"_tr,
                                                 of_heads<&AllHeads::beyond_mass>};
inline constexpr NamedRow distance_step{"distance_step", "step", "tokens",
                                        "middles of the bins of a logarithmic axis"_tr,
                                        by_step<&Ratios::middles>};
inline constexpr NamedRow ratio_to_uniform{
    "ratio_to_uniform", "step", "", "weight / uniform weight in each bin"_tr, by_step<&Ratios::values>};
inline constexpr NamedRow overview{
    "overview",
    "rows, cols",
    "",
    "weights of the whole matrix at up to 128 x 128"_tr,
    [](SampleContext& a) { return a.whole ? overview_of(*a.whole) : Numbers(Column()); },
    Reduction::means};

}  // namespace arrays

namespace values {

inline bool is_whole_matrix_known(const SampleContext& context) { return context.whole != nullptr; }
template <auto statistic>
constexpr auto mean_over_rows = [](SampleContext& a) { return mean_of(a.whole->rows.*statistic); };

inline constexpr ValueRow tokens{"tokens", "rows and columns of the matrix"_tr, by<&SampleContext::tokens>};
inline constexpr ValueRow heads{"heads", "number of heads"_tr,
                                [](SampleContext& a) { return a.prepared.source->heads(); }};
inline constexpr ValueRow cells{"cells", "cells that are not masked"_tr,
                                [](SampleContext& a) {
                                    const std::vector<std::int64_t>& keys = a.whole->rows.keys;
                                    return std::accumulate(keys.begin(), keys.end(), 0.0);
                                },
                                &is_whole_matrix_known};
inline constexpr ValueRow mean_entropy{"mean_entropy", "mean row entropy, nats"_tr,
                                       mean_over_rows<&RowStatistics::entropy>, &is_whole_matrix_known};
inline constexpr ValueRow mean_normalized_entropy{
    "mean_normalized_entropy", "mean of entropy / ln(number of keys)"_tr,
    [](SampleContext& a) { return mean_of(*a.whole->normalized_entropy); }, &is_whole_matrix_known};
inline constexpr ValueRow mean_distance{"mean_distance", "mean of Σ α Δ"_tr,
                                        mean_over_rows<&RowStatistics::mean_distance>,
                                        &is_whole_matrix_known};
inline constexpr ValueRow near_mass{"near_mass", "mean weight at distances below w"_tr,
                                    mean_over_rows<&RowStatistics::near_mass>, &is_whole_matrix_known};
inline constexpr ValueRow beyond_mass{"beyond_mass", "mean weight at positions beyond the trained range"_tr,
                                      mean_over_rows<&RowStatistics::beyond_mass>, &is_whole_matrix_known};
inline constexpr ValueRow maximum{"maximum", "largest weight"_tr,
                                  [](SampleContext& a) { return largest_weight(a.whole->rows.maximum); },
                                  &is_whole_matrix_known};
inline constexpr ValueRow rows_not_a_number{
    "rows_not_a_number", "rows with NaN weights"_tr,
    [](SampleContext& a) { return std::ssize(undefined_rows(a.whole->rows)); }, &is_whole_matrix_known};

}  // namespace values

extern const FigureRow main_figure, map_figure, row_figure, distance_figure, entropy_figure;

}  // namespace poslab::attention
