#pragma once

// The arrays and values of the view `extrapolation`, and the intermediate results that they share.

#include "core/views/extrapolation/extrapolation.hpp"

namespace poslab {
struct TrainingRecord;
}

namespace poslab::extrapolation {

/// The text that the model reads: the pieces, or the beginning of each, as long as the trained length,
/// repeated (as in article 9706).
enum class WhatIsRead { text, repeated };

/// Weights of a head, or the mean over all heads of a layer, with the current scheme and with the model's
/// own.
struct AttentionMaps {
    std::int64_t cells = 0;             // per side
    std::vector<double> weights{};      // [2, cells, cells], mean weight within each cell
    std::vector<double> by_distance{};  // [2, tokens], mean weight of keys at each distance
    // [2], share that queries beyond the trained length give to keys farther away than it
    std::vector<double> far{};
};

struct SampleContext : SamplingOf<Params, Prepared> {
    using SamplingOf::SamplingOf;
    using Shown = NothingPrepared;  // the model

    [[nodiscard]] const OpenedModel& model() const { return *prepared.model; }
    [[nodiscard]] const DecoderShape& shape() const { return model().decoder->shape(); }
    /// Tokens in each piece.
    [[nodiscard]] std::int64_t tokens() const { return std::ssize(model().pieces_of_text.front()); }
    [[nodiscard]] std::int64_t predicted() const { return tokens() - 1; }

    /// Predictions with the current scheme, and with each compared one; intermediate results are published.
    const Predicted& present();
    const std::vector<Predicted>& each();

    /// Mean losses beyond the trained length, [compared scheme][tried]; equal numbers for schemes that do not
    /// depend on the parameter.
    const std::vector<double>& over_w();
    const std::vector<double>& over_factor();
    /// Results in the settings of article 9708's reported tables: see reported.hpp.
    const std::vector<double>& reported_right();
    const std::vector<double>& reported_losses();
    /// Accuracies, [compared scheme][distance][length]: see recall.hpp.
    const std::vector<double>& recalled();

    const AttentionMaps& attention();
    /// See training.hpp.
    const TrainingRecord& training();

    Memo<Predicted> present_made{};
    Memo<TrainingRecord> training_made{};
    Memo<AttentionMaps> attention_made{};
    Memo<std::vector<double>> over_w_made{}, over_factor_made{}, reported_right_made{},
        reported_losses_made{}, recalled_made{};
    Memo<std::vector<Predicted>> each_made{};
};
using ArrayRow = ArrayOf<SampleContext>;
using NamedRow = LimitedArrayOf<SampleContext, Availability::when_named>;
using ValueRow = ValueOf<SampleContext>;
using FigureRow = FigureOf<Params, SampleContext>;

/// Returns the mean predictions over the pieces, from the cache if possible.
[[nodiscard]] Predicted predictions_of(const SampleContext& context, const DecoderScheme& scheme,
                                       WhatIsRead what, const Job& job);

/// Returns the mean over positions in [first, end); NaN if there are none.
[[nodiscard]] double mean_of(std::span<const double> losses, std::int64_t first, std::int64_t end);
/// Returns running means over `width` positions, truncated at the ends.
[[nodiscard]] std::vector<double> smoothed(std::span<const double> losses, std::int64_t width);
/// Returns the ends of ranges of doubling length: 32, 64, 128, … up to the last position.
[[nodiscard]] std::vector<std::int64_t> range_ends(std::int64_t predicted);
[[nodiscard]] std::vector<double> means_by_range(const std::vector<double>& losses);
[[nodiscard]] Numbers logits_of(SampleContext& context);
/// Returns the distances of the last token from its keys, and the position that each compared scheme assigns
/// to them.
[[nodiscard]] std::vector<double> profile_distances(const SampleContext& context);
[[nodiscard]] std::vector<double> profiles(const SampleContext& context);

template <class Function>
[[nodiscard]] Numbers each_scheme(SampleContext& a, const Function& numbers_of_one) {
    std::vector<double> all;
    for (const Predicted& one : a.each())
        for (const double number : numbers_of_one(one->losses)) all.push_back(number);
    return matrix_of(std::ssize(a.each()), std::move(all));
}

/// Returns the values of w tried, from a sixteenth of the trained length to twice it; and those of k and the
/// factor.
[[nodiscard]] std::vector<std::int64_t> tried_w(const Params& params);
[[nodiscard]] std::vector<double> tried_factors();
/// Returns the parameters with that w, or with that k, which is also the factor of scalings.
[[nodiscard]] Params with_w(Params params, std::int64_t w);
[[nodiscard]] Params with_factor(Params params, double factor);

[[nodiscard]] std::vector<double> recall_lengths_of(const SampleContext& context);
[[nodiscard]] std::vector<double> recall_distances_of(const SampleContext& context);
[[nodiscard]] Numbers recall_numbers(const SampleContext& context, std::vector<double> shares);

[[nodiscard]] Numbers attention_weights(SampleContext& context);
[[nodiscard]] Numbers weight_by_distance(SampleContext& context);
[[nodiscard]] std::vector<double> training_losses(SampleContext& context);
[[nodiscard]] std::vector<double> checkpoint_steps(SampleContext& context);
[[nodiscard]] std::vector<double> checkpoint_held_out(SampleContext& context);
[[nodiscard]] std::vector<double> checkpoint_recalled(SampleContext& context);
[[nodiscard]] std::vector<double> checkpoint_schemes(SampleContext& context);
[[nodiscard]] std::vector<double> checkpoint_ends(SampleContext& context);
[[nodiscard]] Numbers checkpoint_losses(SampleContext& context);

namespace arrays {

inline constexpr ArrayRow position{"position", "token", "tokens",
                                   "number of tokens before the predicted one"_tr, [](SampleContext& a) {
                                       std::vector<double> places;
                                       for (std::int64_t t = 1; t <= a.predicted(); ++t)
                                           places.push_back(static_cast<double>(t));
                                       return places;
                                   }};
inline constexpr ArrayRow loss{"loss", "token", "nats",
                               "−ln of the probability of each token given those before it"_tr,
                               [](SampleContext& a) { return Numbers(a.present()->losses); }};
inline constexpr ArrayRow smooth{"smoothed", "token", "nats", "loss, running mean"_tr, [](SampleContext& a) {
                                     return smoothed(a.present()->losses, a.params.extrapolation.smoothing);
                                 }};
inline constexpr ArrayRow losses{
    "losses", "scheme, token", "nats", "loss under each scheme of compare, in the order of the list"_tr,
    [](SampleContext& a) { return each_scheme(a, [](const std::vector<double>& one) { return one; }); }};
inline constexpr ArrayRow smoothed_losses{
    "smoothed_losses", "scheme, token", "nats", "losses, running means"_tr, [](SampleContext& a) {
        const std::int64_t width = a.params.extrapolation.smoothing;
        return each_scheme(a, [&](const auto& one) { return smoothed(one, width); });
    }};
inline constexpr ArrayRow range_end{"range_end", "range", "tokens",
                                    "last positions of ranges: 32, 64, 128 …"_tr,
                                    [](SampleContext& a) { return numbers_of(range_ends(a.predicted())); }};
inline constexpr ArrayRow range_loss{"range_loss", "range", "nats", "mean loss in each range"_tr,
                                     [](SampleContext& a) { return means_by_range(a.present()->losses); }};
inline constexpr ArrayRow range_losses{"range_losses", "scheme, range", "nats",
                                       "mean losses in each range"_tr,
                                       [](SampleContext& a) { return each_scheme(a, &means_by_range); }};
inline constexpr ArrayRow distance{"distance", "distance", "tokens", "distances of the last token"_tr,
                                   by<&profile_distances>};
inline constexpr ArrayRow profile{
    "profiles", "scheme, distance", "", "the relative position at each distance under each scheme"_tr,
    [](SampleContext& a) { return matrix_of(std::ssize(compared(a.params)), profiles(a)); }};
inline constexpr NamedRow logits{"logits", "token, word", "",
                                 "logits of the next token over the vocabulary, of the first piece"_tr,
                                 by<&logits_of>};

inline constexpr ArrayRow right{
    "right", "token", "", "share of the pieces in which the actual next token is the most probable one"_tr,
    [](SampleContext& a) { return Numbers(a.present()->right); }};
inline constexpr NamedRow w_tried{"w_tried", "w", "tokens", "values of w in loss_over_w"_tr,
                                  [](SampleContext& a) { return numbers_of(tried_w(a.params)); }};
inline constexpr NamedRow loss_over_w{
    "loss_over_w", "scheme, w", "nats",
    "mean loss beyond the trained length for each w and scheme of compare"_tr,
    [](SampleContext& a) { return matrix_of(std::ssize(compared(a.params)), a.over_w()); }};
inline constexpr NamedRow factor_tried{"factor_tried", "factor", "",
                                       "values of k, or the factor, in loss_over_factor"_tr,
                                       [](SampleContext& /*unused*/) { return tried_factors(); }};
inline constexpr NamedRow loss_over_factor{
    "loss_over_factor", "scheme, factor", "nats",
    "mean loss beyond the trained length for each k or factor and scheme of compare"_tr,
    [](SampleContext& a) { return matrix_of(std::ssize(compared(a.params)), a.over_factor()); }};
inline constexpr NamedRow reported_right{
    "reported_right", "row, column", "",
    "rows of article 9708's table, computed here: accuracy within the trained length, beyond it on "
    "repeated text, and on text"_tr,
    [](SampleContext& a) { return matrix_of(std::ssize(a.reported_right()) / 3, a.reported_right()); }};
inline constexpr NamedRow reported_loss{
    "reported_loss", "row, column", "nats",
    "rows of its table of losses, computed here: mean loss up to the trained length, twice and four times that"_tr,
    [](SampleContext& a) { return matrix_of(std::ssize(a.reported_losses()) / 3, a.reported_losses()); }};

inline constexpr NamedRow recall_length{"recall_length", "length", "tokens", "lengths in recall"_tr,
                                        by<&recall_lengths_of>};
inline constexpr NamedRow recall_distance{"recall_distance", "distance", "tokens", "distances in recall"_tr,
                                          by<&recall_distances_of>};
inline constexpr NamedRow recall{
    "recall", "scheme, distance, length", "",
    "accuracy, by text length and distance, on a needle of random letters that is repeated at the "
    "text's end"_tr,
    [](SampleContext& a) { return recall_numbers(a, a.recalled()); }};

inline constexpr NamedRow training_loss{
    "training_loss", "step", "nats", "loss of each step of the model's training, from its training.json"_tr,
    by<&training_losses>};
inline constexpr NamedRow checkpoint_step{"checkpoint_step", "checkpoint", "",
                                          "training steps before each checkpoint"_tr, by<&checkpoint_steps>};
inline constexpr NamedRow held_out{"checkpoint_held_out", "checkpoint", "nats",
                                   "mean loss of each checkpoint on held-out pieces of the trained length"_tr,
                                   by<&checkpoint_held_out>};
inline constexpr NamedRow recalled_then{"checkpoint_recalled", "checkpoint", "",
                                        "accuracy of each checkpoint on tokens that only the context "
                                        "determines; only for the task recall"_tr,
                                        by<&checkpoint_recalled>};
inline constexpr NamedRow checkpoint_scheme{
    "checkpoint_scheme", "scheme", "",
    "schemes of checkpoint_losses, as indices into the list of compare; -1: the model's own"_tr,
    by<&checkpoint_schemes>};
inline constexpr NamedRow checkpoint_end{"checkpoint_range_end", "range", "tokens",
                                         "ends of the ranges of checkpoint_losses"_tr, by<&checkpoint_ends>};
inline constexpr NamedRow checkpoint_loss{"checkpoint_losses", "scheme, checkpoint, range", "nats",
                                          "mean losses of each checkpoint up to the trained length, and "
                                          "up to twice, four and eight times that"_tr,
                                          by<&checkpoint_losses>};

inline constexpr NamedRow attention{
    "attention", "scheme, query, key", "",
    "weights of the chosen layer and head, with the current scheme and as trained"_tr,
    by<&attention_weights>};
inline constexpr NamedRow by_distance{"weight_by_distance", "scheme, distance", "",
                                      "mean weight at each distance, from 0 on, over the queries that "
                                      "have such a key"_tr,
                                      by<&weight_by_distance>};
inline constexpr NamedRow far_weight{
    "far_weight", "scheme", "",
    "mean weight that queries beyond the trained length give to keys farther away than that"_tr,
    [](SampleContext& a) { return Numbers(a.attention().far); }};

inline constexpr auto all = all_of(
    loss, position, smooth, right, losses, smoothed_losses, range_end, range_loss, range_losses, distance,
    profile, logits, w_tried, loss_over_w, factor_tried, loss_over_factor, reported_right, reported_loss,
    recall_length, recall_distance, recall, training_loss, checkpoint_step, held_out, recalled_then,
    checkpoint_scheme, checkpoint_end, checkpoint_loss, attention, by_distance, far_weight);

}  // namespace arrays

namespace values {

inline constexpr ValueRow tokens{"tokens", "tokens read in each piece"_tr,
                                 [](SampleContext& a) { return a.tokens(); }};
inline constexpr ValueRow pieces{"pieces", "pieces of text over which losses are averaged"_tr,
                                 [](SampleContext& a) { return std::ssize(a.model().pieces_of_text); }};
inline constexpr ValueRow parameters{"parameters", "parameters of the model"_tr,
                                     [](SampleContext& a) { return parameter_count(a.shape()); }};
inline constexpr ValueRow mean{"mean_loss", "mean loss, nats"_tr, [](SampleContext& a) {
                                   return mean_of(a.present()->losses, 0, a.predicted());
                               }};
inline constexpr ValueRow within{
    "mean_within", "mean loss up to the trained length, nats"_tr, [](SampleContext& a) {
        return mean_of(a.present()->losses, 0, std::min(a.params.lengths.train_length, a.predicted()));
    }};
inline constexpr ValueRow beyond{
    "mean_beyond", "mean loss beyond the trained length, nats"_tr,
    [](SampleContext& a) {
        return mean_of(a.present()->losses, a.params.lengths.train_length, a.predicted());
    },
    [](const SampleContext& a) { return a.predicted() > a.params.lengths.train_length; }};

inline constexpr ValueRow right_beyond{
    "right_beyond", "share of correct predictions beyond the trained length"_tr,
    [](SampleContext& a) {
        return mean_of(a.present()->right, a.params.lengths.train_length, a.predicted());
    },
    [](const SampleContext& a) { return a.predicted() > a.params.lengths.train_length; }};

inline constexpr auto all = all_of(tokens, pieces, parameters, mean, within, beyond, right_beyond);

}  // namespace values
}  // namespace poslab::extrapolation
