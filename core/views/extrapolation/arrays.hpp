#pragma once

// The arrays and values of the view `extrapolation`, and what they are computed from.

#include "core/views/extrapolation/extrapolation.hpp"

namespace poslab {
struct TrainingRecord;
}

namespace poslab::extrapolation {

/// What is read: the pieces of the text, or the beginning of each, as long as the trained length, again and again (as 9706 does).
enum class WhatIsRead { text, repeated };

/// Weights of a head, or the mean of all heads of a layer, under the present scheme and under the model's own.
struct AttentionMaps {
    std::int64_t cells = 0;             // on a side
    std::vector<double> weights{};      // [2, cells, cells], means of what a cell covers
    std::vector<double> by_distance{};  // [2, tokens], mean weight of keys so far away
    std::vector<double> far{};          // [2], of queries beyond the trained length: weight of keys farther away than that
};

struct Asked : SamplingOf<Params, Prepared> {
    using SamplingOf::SamplingOf;

    [[nodiscard]] const OpenedModel& model() const { return *prepared.model; }
    [[nodiscard]] const DecoderShape& shape() const { return model().decoder->shape(); }
    /// Of each piece.
    [[nodiscard]] std::int64_t tokens() const { return std::ssize(model().pieces_of_text.front()); }
    [[nodiscard]] std::int64_t predicted() const { return tokens() - 1; }

    /// Of the present scheme, and of those that it is compared with; the first to be known are published.
    const Predicted& present();
    const std::vector<Predicted>& each();

    /// Mean losses beyond the trained length, [compared scheme][tried]; a scheme that does not depend on it has equal numbers.
    const std::vector<double>& over_w();
    const std::vector<double>& over_factor();
    /// Of the tables that article 9708 reports, the same settings here: see reported.hpp.
    const std::vector<double>& reported_right();
    const std::vector<double>& reported_losses();
    /// [compared scheme][distance][length]: see recall.hpp.
    const std::vector<double>& recalled();

    const AttentionMaps& attention();
    /// See training.hpp.
    const TrainingRecord& training();

    Shared<Predicted> present_made{};
    Shared<std::shared_ptr<const TrainingRecord>> training_made{};
    Shared<AttentionMaps> attention_made{};
    Shared<std::vector<double>> over_w_made{}, over_factor_made{}, reported_right_made{}, reported_losses_made{}, recalled_made{};
    Shared<std::vector<Predicted>> each_made{};
};
using ArrayRow = ArrayOf<Asked>;
using ValueRow = ValueOf<Asked>;
using FigureRow = FigureOf<Params, Asked>;

/// From the pieces, unless it is known.
[[nodiscard]] Predicted predictions_of(const Asked& asked, const DecoderScheme& scheme, WhatIsRead what, const Job& job);

/// Mean over positions from `first` on, before `end`; NaN of none.
[[nodiscard]] double mean_of(const std::vector<double>& losses, std::int64_t first, std::int64_t end);
/// Running means over `width` positions, at the ends over those that there are.
[[nodiscard]] std::vector<double> smoothed(const std::vector<double>& losses, std::int64_t width);
/// Ranges of positions whose ends double: 0, 32, 64, 128, … up to the last one.
[[nodiscard]] std::vector<std::int64_t> range_ends(std::int64_t predicted);
[[nodiscard]] std::vector<double> means_by_range(const std::vector<double>& losses);
[[nodiscard]] Numbers logits_of(Asked& asked);
/// The position that the last token gives to a key, by distance, under each compared scheme.
[[nodiscard]] std::vector<double> profile_distances(const Asked& asked);
[[nodiscard]] std::vector<double> profiles(const Asked& asked);

template <class Function>
[[nodiscard]] Numbers each_scheme(Asked& a, const Function& numbers_of_one) {
    std::vector<double> all;
    for (const Predicted& one : a.each())
        for (const double number : numbers_of_one(one->losses)) all.push_back(number);
    return matrix_of(std::ssize(a.each()), std::move(all));
}

/// The w that are tried: shares of the trained length, from a sixteenth to twice it. And the k and factors.
[[nodiscard]] std::vector<std::int64_t> tried_w(const Params& params);
[[nodiscard]] std::vector<double> tried_factors();
/// Params with that w; with that k, which is the factor of scalings, too.
[[nodiscard]] Params with_w(Params params, std::int64_t w);
[[nodiscard]] Params with_factor(Params params, double factor);

[[nodiscard]] std::vector<double> recall_lengths_of(const Asked& asked);
[[nodiscard]] std::vector<double> recall_distances_of(const Asked& asked);
[[nodiscard]] Numbers recall_numbers(const Asked& asked, std::vector<double> shares);

[[nodiscard]] Numbers attention_weights(Asked& asked);
[[nodiscard]] Numbers weight_by_distance(Asked& asked);
[[nodiscard]] std::vector<double> training_losses(Asked& asked);
[[nodiscard]] std::vector<double> checkpoint_steps(Asked& asked);
[[nodiscard]] std::vector<double> checkpoint_held_out(Asked& asked);
[[nodiscard]] std::vector<double> checkpoint_recalled(Asked& asked);
[[nodiscard]] std::vector<double> checkpoint_schemes(Asked& asked);
[[nodiscard]] std::vector<double> checkpoint_ends(Asked& asked);
[[nodiscard]] Numbers checkpoint_losses(Asked& asked);

namespace arrays {

inline constexpr ArrayRow position{"position", "token", "tokens", "how many tokens stand before the one that is predicted"_tr,
                                   [](Asked& a) {
                                       std::vector<double> places;
                                       for (std::int64_t t = 1; t <= a.predicted(); ++t) places.push_back(static_cast<double>(t));
                                       return places;
                                   }};
inline constexpr ArrayRow loss{"loss", "token", "nats", "−ln of the probability of each token after those before it"_tr,
                               [](Asked& a) { return Numbers(a.present()->losses); }};
inline constexpr ArrayRow smooth{"smoothed", "token", "nats", "loss, running mean"_tr,
                                 [](Asked& a) { return smoothed(a.present()->losses, a.params.extrapolation.smoothing); }};
inline constexpr ArrayRow losses{"losses", "scheme, token", "nats",
                                 "loss under each scheme of compare, in the order of the list"_tr,
                                 [](Asked& a) { return each_scheme(a, [](const std::vector<double>& one) { return one; }); }};
inline constexpr ArrayRow smooth_each{"smoothed_losses", "scheme, token", "nats", "losses, running means"_tr, [](Asked& a) {
                                          const std::int64_t width = a.params.extrapolation.smoothing;
                                          return each_scheme(a, [&](const auto& one) { return smoothed(one, width); });
                                      }};
inline constexpr ArrayRow range_end{"range_end", "range", "tokens", "last positions of ranges: 32, 64, 128 …"_tr,
                                    [](Asked& a) { return numbers_of(range_ends(a.predicted())); }};
inline constexpr ArrayRow range_loss{"range_loss", "range", "nats", "mean loss in each range"_tr,
                                     [](Asked& a) { return means_by_range(a.present()->losses); }};
inline constexpr ArrayRow range_losses{"range_losses", "scheme, range", "nats", "mean losses in each range"_tr,
                                       [](Asked& a) { return each_scheme(a, &means_by_range); }};
inline constexpr ArrayRow distance{"distance", "distance", "tokens", "distances of the last token"_tr,
                                   [](Asked& a) { return profile_distances(a); }};
inline constexpr ArrayRow profile{"profiles", "scheme, distance", "", "the relative position at each distance under each scheme"_tr,
                                  [](Asked& a) { return matrix_of(std::ssize(compared(a.params)), profiles(a)); }};
inline constexpr ArrayRow logits{"logits",
                                 "token, word",
                                 "",
                                 "logits of the next token over the vocabulary, of the first piece"_tr,
                                 [](Asked& a) { return logits_of(a); },
                                 Given::when_named};

inline constexpr ArrayRow right{"right", "token", "", "share of the pieces in which the token that comes is the most probable"_tr,
                                [](Asked& a) { return Numbers(a.present()->right); }};
inline constexpr ArrayRow w_tried{
    "w_tried", "w", "tokens", "the w of loss_over_w"_tr, [](Asked& a) { return numbers_of(tried_w(a.params)); }, Given::when_named};
inline constexpr ArrayRow loss_over_w{"loss_over_w",
                                      "scheme, w",
                                      "nats",
                                      "mean loss beyond the trained length with each w, of each scheme of compare"_tr,
                                      [](Asked& a) { return matrix_of(std::ssize(compared(a.params)), a.over_w()); },
                                      Given::when_named};
inline constexpr ArrayRow factor_tried{
    "factor_tried",   "factor", "", "the k, or factors, of loss_over_factor"_tr, [](Asked& /*unused*/) { return tried_factors(); },
    Given::when_named};
inline constexpr ArrayRow loss_over_factor{
    "loss_over_factor",
    "scheme, factor",
    "nats",
    "mean loss beyond the trained length with each k and factor, of each scheme of compare"_tr,
    [](Asked& a) { return matrix_of(std::ssize(compared(a.params)), a.over_factor()); },
    Given::when_named};
inline constexpr ArrayRow reported_right{
    "reported_right",
    "row, column",
    "",
    "rows of article 9708's table here: share told right within the trained length, beyond it of repeated text, and of text"_tr,
    [](Asked& a) { return matrix_of(std::ssize(a.reported_right()) / 3, a.reported_right()); },
    Given::when_named};
inline constexpr ArrayRow reported_loss{
    "reported_loss",
    "row, column",
    "nats",
    "rows of its table of losses here: the mean up to the trained length, and up to two and four times as far"_tr,
    [](Asked& a) { return matrix_of(std::ssize(a.reported_losses()) / 3, a.reported_losses()); },
    Given::when_named};

inline constexpr ArrayRow recall_length{
    "recall_length",  "length", "tokens", "the lengths of recall"_tr, [](Asked& a) { return recall_lengths_of(a); },
    Given::when_named};
inline constexpr ArrayRow recall_distance{
    "recall_distance", "distance", "tokens", "the distances of recall"_tr, [](Asked& a) { return recall_distances_of(a); },
    Given::when_named};
inline constexpr ArrayRow recall{
    "recall",
    "scheme, distance, length",
    "",
    "share told right of a needle of random letters that has stood so many tokens before, at the end of so many tokens"_tr,
    [](Asked& a) { return recall_numbers(a, a.recalled()); },
    Given::when_named};

inline constexpr ArrayRow training_loss{"training_loss",
                                        "step",
                                        "nats",
                                        "loss of each step of the model's training, of its training.json"_tr,
                                        [](Asked& a) { return Numbers(training_losses(a)); },
                                        Given::when_named};
inline constexpr ArrayRow checkpoint_step{"checkpoint_step",
                                          "checkpoint",
                                          "",
                                          "steps of the training before each of its checkpoints"_tr,
                                          [](Asked& a) { return Numbers(checkpoint_steps(a)); },
                                          Given::when_named};
inline constexpr ArrayRow held_out{"checkpoint_held_out",
                                   "checkpoint",
                                   "nats",
                                   "mean loss of held-out pieces of the trained length then"_tr,
                                   [](Asked& a) { return Numbers(checkpoint_held_out(a)); },
                                   Given::when_named};
inline constexpr ArrayRow recalled_then{"checkpoint_recalled",
                                        "checkpoint",
                                        "",
                                        "share told right then of what only looking back can tell; of the task recall alone"_tr,
                                        [](Asked& a) { return Numbers(checkpoint_recalled(a)); },
                                        Given::when_named};
inline constexpr ArrayRow checkpoint_scheme{
    "checkpoint_scheme",
    "scheme",
    "",
    "schemes of checkpoint_losses, as places in the list of compare; -1: the model's own"_tr,
    [](Asked& a) { return Numbers(checkpoint_schemes(a)); },
    Given::when_named};
inline constexpr ArrayRow checkpoint_end{"checkpoint_range_end",
                                         "range",
                                         "tokens",
                                         "ends of the ranges of checkpoint_losses"_tr,
                                         [](Asked& a) { return Numbers(checkpoint_ends(a)); },
                                         Given::when_named};
inline constexpr ArrayRow checkpoint_loss{"checkpoint_losses",
                                          "scheme, checkpoint, range",
                                          "nats",
                                          "mean losses then, up to the trained length, to twice, four and eight times as far"_tr,
                                          [](Asked& a) { return checkpoint_losses(a); },
                                          Given::when_named};

inline constexpr ArrayRow attention{
    "attention",
    "scheme, query, key",
    "",
    "weights of the chosen layer and head, under the present scheme and as the model was trained"_tr,
    [](Asked& a) { return attention_weights(a); },
    Given::when_named};
inline constexpr ArrayRow by_distance{"weight_by_distance",
                                      "scheme, distance",
                                      "",
                                      "their mean over the queries that have a key at each distance, from 0 on"_tr,
                                      [](Asked& a) { return weight_by_distance(a); },
                                      Given::when_named};
inline constexpr ArrayRow far_weight{
    "far_weight",
    "scheme",
    "",
    "of these, the mean share that queries beyond the trained length give to keys farther away than that"_tr,
    [](Asked& a) { return Numbers(a.attention().far); },
    Given::when_named};

inline constexpr auto all =
    all_of(loss, position, smooth, right, losses, smooth_each, range_end, range_loss, range_losses, distance, profile, logits,
           w_tried, loss_over_w, factor_tried, loss_over_factor, reported_right, reported_loss, recall_length, recall_distance,
           recall, training_loss, checkpoint_step, held_out, recalled_then, checkpoint_scheme, checkpoint_end, checkpoint_loss,
           attention, by_distance, far_weight);

}  // namespace arrays

namespace values {

inline constexpr ValueRow tokens{"tokens", "tokens read in each piece"_tr, [](Asked& a) { return a.tokens(); }};
inline constexpr ValueRow pieces{"pieces", "pieces of text that losses are the mean of"_tr,
                                 [](Asked& a) { return std::ssize(a.model().pieces_of_text); }};
inline constexpr ValueRow parameters{"parameters", "numbers of the model"_tr, [](Asked& a) { return parameter_count(a.shape()); }};
inline constexpr ValueRow mean{"mean_loss", "mean loss, nats"_tr,
                               [](Asked& a) { return mean_of(a.present()->losses, 0, a.predicted()); }};
inline constexpr ValueRow within{"mean_within", "mean loss up to the trained length, nats"_tr, [](Asked& a) {
                                     return mean_of(a.present()->losses, 0, std::min(a.params.lengths.train_length, a.predicted()));
                                 }};
inline constexpr ValueRow beyond{
    "mean_beyond", "mean loss beyond the trained length, nats"_tr,
    [](Asked& a) { return mean_of(a.present()->losses, a.params.lengths.train_length, a.predicted()); },
    [](const Asked& a) { return a.predicted() > a.params.lengths.train_length; }};

inline constexpr ValueRow told_right{
    "right_beyond", "share of tokens told right beyond the trained length"_tr,
    [](Asked& a) { return mean_of(a.present()->right, a.params.lengths.train_length, a.predicted()); },
    [](const Asked& a) { return a.predicted() > a.params.lengths.train_length; }};

inline constexpr auto all = all_of(tokens, pieces, parameters, mean, within, beyond, told_right);

}  // namespace values

}  // namespace poslab::extrapolation
