#pragma once

// The arrays and values of the view `bias-decay`, and the context they are computed in.

#include "core/views/bias_decay/bias_decay.hpp"
#include "core/views/row_names.hpp"

namespace poslab::bias_decay {

/// The thinned distances of curves, and the fourth term there.
struct Thinned {
    std::vector<std::int64_t> distances;
    std::vector<double> bias_bias;
};

struct SampleContext : SamplingOf<Params, Prepared> {
    using SamplingOf::SamplingOf;

    [[nodiscard]] const Model& model() const { return *prepared.model; }
    [[nodiscard]] const BiasBiasTerm& bias_bias() const { return *prepared.bias_bias; }
    [[nodiscard]] AxisChoice axis() const { return params.bias.distance_axis; }
    /// The distance steps that figures draw.
    [[nodiscard]] const Envelope& envelope() const {
        return bias_bias().envelopes[static_cast<std::size_t>(axis())];
    }

    const Thinned& thinned();
    // Moments of a term at the thinned distances, or over each step of a figure's axis (mean of means, root
    // mean square of deviations). Exact for isotropic queries and keys, whose mean is 0; else over all pairs
    // of the files.
    std::vector<double> mean(Moments TermMoments::*term);
    std::vector<double> deviation(Moments TermMoments::*term, double IsotropicDeviations::*isotropic);
    std::vector<double> step_mean(Moments TermMoments::*term);
    std::vector<double> step_deviation(Moments TermMoments::*term, double IsotropicDeviations::*isotropic);

    /// The terms of one query with its keys.
    const DrawnTerms& sampled_terms();
    [[nodiscard]] AngleBins bins() const;
    const AngleHistogram& histogram();
    /// Moments of `samples` pairs of isotropic vectors, to check the closed forms.
    const TermMoments& sampled();
    const KeyBiasEffect& effect();
    /// Softmaxes by length; if slow, publishes a result from a few samples first.
    const SoftmaxByLength& softmax();
    [[nodiscard]] bool wants_softmax() const;
    [[nodiscard]] bool wants_angles() const;
    [[nodiscard]] bool wants_effect() const;

    Memo<Thinned> thinned_made{};
    Memo<DrawnTerms> sampled_terms_memo{};
    Memo<KeyBiasEffect> effect_made{};
    std::shared_ptr<const SoftmaxByLength> softmax_made{};
    bool before_softmax = false;  // true for data published before any softmax is computed
};
using ArrayRow = ArrayOf<SampleContext>;
using NamedRow = LimitedArrayOf<SampleContext, Availability::when_named>;
using ConditionalRow = LimitedArrayOf<SampleContext, Availability::conditional>;
using ValueRow = ValueOf<SampleContext>;
using FigureRow = FigureOf<Params, SampleContext>;

// Parameters without effect on a figure (FigureRow::idle): the compared families, a single query, the
// distance axis.
inline constexpr IdList compared{"compare"};
inline constexpr IdList of_terms{"one-query", "compare"};
inline constexpr IdList of_distances{"one-query", "compare", "distance-axis"};

/// Returns a bias family on the scale of the comparison; empty if it is not compared or does not decrease.
[[nodiscard]] Column family_values(SampleContext& context, BiasFamily family);
[[nodiscard]] Column normalise_bias_bias(SampleContext& context);
/// Returns the fourth term as means over steps: of each head if heads differ, else of one.
[[nodiscard]] Numbers bias_bias_of_heads(SampleContext& context);
[[nodiscard]] std::vector<double> angle_middles(const SampleContext& context);
[[nodiscard]] std::vector<double> angle_densities(const SampleContext& context);
[[nodiscard]] std::vector<double> step_middles(std::span<const std::int64_t> lengths);

template <auto member>
inline constexpr auto drawn_of = [](SampleContext& a) { return a.sampled_terms().*member; };
template <auto member>
inline constexpr auto effect_of = [](SampleContext& a) { return a.effect().*member; };
template <auto member>
inline constexpr auto softmax_of = [](SampleContext& a) { return a.softmax().*member; };
template <BiasFamily family>
inline constexpr auto family_of = [](SampleContext& a) { return family_values(a, family); };

inline constexpr Text same_deviation = "its standard deviation"_tr;

/// The arrays of one of the four terms or their sum: its moments at the distances and over each step of a
/// figure, those of one query, and of drawn pairs, which check the closed forms (not of the sum).
struct TermRows {
    ArrayRow mean, sd;
    NamedRow step, step_sd, drawn, sampled, sampled_sd;
};
struct TermHelps {
    Text mean, step, drawn, sampled{};
};
template <Literal name, auto term, auto isotropic, auto of_query>
inline constexpr auto rows_of_term = [](const TermHelps& help) -> TermRows {
    return {{name.text, "distance", "", help.mean, [](SampleContext& a) { return a.mean(term); }},
            {joined_name<name, "_sd">, "distance", "", same_deviation,
             [](SampleContext& a) { return a.deviation(term, isotropic); }},
            {joined_name<"step_", name>, "step", "", help.step,
             [](SampleContext& a) { return a.step_mean(term); }},
            {joined_name<"step_", name, "_sd">, "step", "",
             "its standard deviation, root mean square over the bin"_tr,
             [](SampleContext& a) { return a.step_deviation(term, isotropic); }},
            {joined_name<"drawn_", name>, "draw", "", help.drawn, drawn_of<of_query>},
            {joined_name<"sampled_", name>, "sample", "", help.sampled,
             [](SampleContext& a) { return (a.sampled().*term).mean; }},
            {joined_name<"sampled_", name, "_sd">, "sample", "", same_deviation,
             [](SampleContext& a) { return (a.sampled().*term).sd; }}};
};

namespace arrays {

using Terms = TermMoments;
using Isotropic = IsotropicDeviations;

inline constexpr ArrayRow distance{"distance", "distance", "tokens", "distances Δ of the arrays below"_tr,
                                   [](SampleContext& a) { return numbers_of(a.thinned().distances); }};
inline constexpr TermRows content =
    rows_of_term<"content", &Terms::content, &Isotropic::content, &DrawnTerms::content>(
        {"mean of qᵀR(−Δ)k (raw inner product): exact for isotropic vectors, over all pairs for files"_tr,
         "content, mean of the bin"_tr, "its qᵀR(−Δ)k"_tr, "mean of qᵀR(−Δ)k over drawn pairs"_tr});
inline constexpr TermRows bias_key =
    rows_of_term<"bias_key", &Terms::bias_key, &Isotropic::bias_key, &DrawnTerms::bias_key>(
        {"mean of aᵀR(−Δ)k"_tr, "bias_key, mean of the bin"_tr, "its aᵀR(−Δ)k"_tr,
         "mean of aᵀR(−Δ)k over drawn keys"_tr});
inline constexpr TermRows query_bias =
    rows_of_term<"query_bias", &Terms::query_bias, &Isotropic::query_bias, &DrawnTerms::query_bias>(
        {"mean of qᵀR(−Δ)b"_tr, "query_bias, mean of the bin"_tr, "its qᵀR(−Δ)b"_tr,
         "mean of qᵀR(−Δ)b over drawn queries"_tr});
inline constexpr TermRows total = rows_of_term<"total", &Terms::total, &Isotropic::total, &DrawnTerms::total>(
    {"mean of (q + a)ᵀR(−Δ)(k + b)"_tr, "total, mean of the bin"_tr, "their sum with aᵀR(−Δ)b"_tr});
inline constexpr ArrayRow bias_bias{"bias_bias", "distance", "", "aᵀR(−Δ)b"_tr,
                                    [](SampleContext& a) { return a.thinned().bias_bias; }};
inline constexpr ArrayRow bias_bias_sd{
    "bias_bias_sd", "distance", "", "0: the fourth term is not random"_tr,
    [](SampleContext& a) { return std::vector<double>(a.thinned().bias_bias.size(), 0.0); }};

inline constexpr ArrayRow entropy_length{"entropy_length", "length", "tokens",
                                         "lengths n of the arrays below"_tr,
                                         [](SampleContext& a) { return numbers_of(a.bias_bias().lengths); }};
inline constexpr ArrayRow entropy_plain{
    "entropy_plain", "length", "nats", "entropy of the softmax over Δ < n without bias, mean over samples"_tr,
    softmax_of<&SoftmaxByLength::entropy_plain>};
inline constexpr ArrayRow entropy_plain_sd{"entropy_plain_sd", "length", "nats", same_deviation,
                                           softmax_of<&SoftmaxByLength::entropy_plain_sd>};
inline constexpr ArrayRow entropy_bias{"entropy_bias", "length", "nats", "the same with bias"_tr,
                                       softmax_of<&SoftmaxByLength::entropy_bias>};
inline constexpr ArrayRow entropy_bias_sd{"entropy_bias_sd", "length", "nats", same_deviation,
                                          softmax_of<&SoftmaxByLength::entropy_bias_sd>};
inline constexpr ArrayRow entropy_equal{"entropy_equal", "length", "nats",
                                        "entropy from the fourth term alone: all content equal"_tr,
                                        [](SampleContext& a) { return a.bias_bias().entropy; }};
inline constexpr ArrayRow weight_distance{
    "weight_distance", "length", "tokens", "middles of the bins between these lengths"_tr,
    [](SampleContext& a) { return step_middles(a.bias_bias().lengths); }};
inline constexpr ArrayRow weight_plain{"weight_plain", "length", "",
                                       "mean softmax weight of a key in the bin without bias, among all "
                                       "keys: 1/length for isotropic vectors; for files "
                                       "over the queries that have all keys"_tr,
                                       softmax_of<&SoftmaxByLength::weight_plain>};
inline constexpr ArrayRow weight_bias{"weight_bias", "length", "",
                                      "mean softmax weight of a key in the bin, with bias, among all keys"_tr,
                                      softmax_of<&SoftmaxByLength::weight_bias>};
inline constexpr ArrayRow weight_equal{"weight_equal", "length", "", "weight from the fourth term alone"_tr,
                                       [](SampleContext& a) { return a.bias_bias().weight; }};

inline constexpr ArrayRow angle{"angle", "angle", "rad", "middles of the bins"_tr, by<&angle_middles>};
inline constexpr ArrayRow angle_density{"angle_density", "angle", "1/rad",
                                        "density of the angle between random directions in d dimensions"_tr,
                                        by<&angle_densities>};
inline constexpr ArrayRow angle_histogram{"angle_histogram", "angle", "1/rad", "the same for the samples"_tr,
                                          [](SampleContext& a) { return a.histogram().density; }};
inline constexpr ArrayRow weight_unrotated{"weight_unrotated", "near_distance", "",
                                           "weights of one query and its nearest keys without RoPE"_tr,
                                           effect_of<&KeyBiasEffect::unrotated>};
inline constexpr ArrayRow weight_unrotated_key_bias{"weight_unrotated_key_bias", "near_distance", "",
                                                    "the same with the key bias"_tr,
                                                    effect_of<&KeyBiasEffect::unrotated_with_bias>};
inline constexpr ArrayRow weight_rotated{"weight_rotated", "near_distance", "", "with RoPE"_tr,
                                         effect_of<&KeyBiasEffect::rotated>};
inline constexpr ArrayRow weight_rotated_key_bias{"weight_rotated_key_bias", "near_distance", "",
                                                  "with RoPE and the key bias"_tr,
                                                  effect_of<&KeyBiasEffect::rotated_with_bias>};

inline constexpr ArrayRow alibi{"alibi", "distance", "",
                                "if compared: −Δ·slope, 0 at Δ = 0 and −1 at train-length − 1"_tr,
                                family_of<BiasFamily::alibi>};
inline constexpr ArrayRow t5{"t5", "distance", "",
                             "if compared: T5's bucket index in place of learned values"_tr,
                             family_of<BiasFamily::t5>};
inline constexpr ArrayRow kerple_log{"kerple_log", "distance", "",
                                     "if compared: −r₁ ln(1 + r₂Δ), r₁ = r₂ = 1"_tr,
                                     family_of<BiasFamily::kerple_log>};
inline constexpr ConditionalRow kerple_power{
    "kerple_power", "distance", "", "if compared: −r₁Δ^r₂, r₂ = 1"_tr, family_of<BiasFamily::kerple_power>};
inline constexpr ArrayRow sandwich{"sandwich", "distance", "", "if compared: Σ cos Δθ, θ before scaling"_tr,
                                   family_of<BiasFamily::sandwich>};
inline constexpr ArrayRow xpos{"xpos", "distance", "", "if compared: Σ ζ^(Δ/512) cos Δθ, θ before scaling"_tr,
                               family_of<BiasFamily::xpos>};
inline constexpr ConditionalRow sinusoidal{
    "sinusoidal", "distance", "", "if compared: inner product of sinusoidal encodings, base 10,000"_tr,
    family_of<BiasFamily::sinusoidal>};

inline constexpr NamedRow step_distance{"step_distance", "step", "tokens",
                                        "middles of the bins of the distance axis"_tr,
                                        [](SampleContext& a) { return a.envelope().distance; }};
inline constexpr NamedRow step_bias_bias{"step_bias_bias", "step", "", "bias_bias, mean of the bin"_tr,
                                         [](SampleContext& a) { return a.envelope().mean; }};
inline constexpr NamedRow step_bias_bias_low{"step_bias_bias_low", "step", "", "lowest of the bin"_tr,
                                             [](SampleContext& a) { return a.envelope().low; }};
inline constexpr NamedRow step_bias_bias_high{"step_bias_bias_high", "step", "", "highest of the bin"_tr,
                                              [](SampleContext& a) { return a.envelope().high; }};
inline constexpr NamedRow normalised_bias_bias{"normalised_bias_bias", "step", "",
                                               "step_bias_bias, 0 at Δ = 0 and −1 at train-length − 1"_tr,
                                               by<&normalise_bias_bias>};
inline constexpr NamedRow drawn_distance{"drawn_distance", "draw", "tokens",
                                         "distances of one query's keys"_tr, drawn_of<&DrawnTerms::distance>};
inline constexpr NamedRow sampled_distance{
    "sampled_distance", "sample", "tokens", "distances of the sampled moments"_tr,
    [](SampleContext& a) { return numbers_of(sampled_distances(a.model().length)); }};
inline constexpr NamedRow head_bias_bias{"head_bias_bias", "head, step", "",
                                         "step_bias_bias of each head, at most 32"_tr,
                                         by<&bias_bias_of_heads>};

inline constexpr auto all =
    all_of(distance, content.mean, content.sd, bias_key.mean, bias_key.sd, query_bias.mean, query_bias.sd,
           bias_bias, bias_bias_sd, total.mean, total.sd, entropy_length, entropy_plain, entropy_plain_sd,
           entropy_bias, entropy_bias_sd, entropy_equal, weight_distance, weight_plain, weight_bias,
           weight_equal, angle, angle_density, angle_histogram, weight_unrotated, weight_unrotated_key_bias,
           weight_rotated, weight_rotated_key_bias, alibi, t5, kerple_log, kerple_power, sandwich, xpos,
           sinusoidal, step_distance, content.step, content.step_sd, bias_key.step, bias_key.step_sd,
           query_bias.step, query_bias.step_sd, total.step, total.step_sd, step_bias_bias, step_bias_bias_low,
           step_bias_bias_high, normalised_bias_bias, drawn_distance, content.drawn, bias_key.drawn,
           query_bias.drawn, total.drawn, sampled_distance, content.sampled, content.sampled_sd,
           bias_key.sampled, bias_key.sampled_sd, query_bias.sampled, query_bias.sampled_sd, head_bias_bias);

/// In the order of the choices of `compare`.
inline constexpr RowList<ArrayRow> families{alibi, t5, kerple_log, kerple_power, sandwich, xpos, sinusoidal};
inline constexpr RowList<ArrayRow> softmax{entropy_length,  entropy_plain, entropy_plain_sd, entropy_bias,
                                           entropy_bias_sd, entropy_equal, weight_distance,  weight_plain,
                                           weight_bias,     weight_equal};

}  // namespace arrays

namespace values {

inline bool with_angles(const SampleContext& a) { return a.wants_angles(); }
inline bool with_effect(const SampleContext& a) { return a.wants_effect(); }
inline bool with_softmax(const SampleContext& a) { return a.wants_softmax() && !a.before_softmax; }
/// Returns the value at the trained length; empty if the lengths end before it.
[[nodiscard]] std::optional<double> at_train_length(const SampleContext& context,
                                                    const std::vector<double>& by_length);
template <auto member>
inline constexpr auto claim_of = [](SampleContext& a) { return (*a.prepared.claims).*member; };

inline constexpr ValueRow half_distance{
    "half_distance", "smallest Δ with bias_bias at most half its value at 0; null if that is not positive"_tr,
    [](SampleContext& a) { return a.bias_bias().half; }};
inline constexpr ValueRow first_negative_distance{
    "first_negative_distance", "smallest Δ with bias_bias < 0"_tr,
    [](SampleContext& a) { return a.bias_bias().first_negative; }};
inline constexpr ValueRow isotropy{"isotropy", "1 − ‖mean q‖² / mean ‖q‖² of given queries"_tr,
                                   [](SampleContext& a) { return a.prepared.query_isotropy; }};
inline constexpr ValueRow isotropy_keys{"isotropy_keys", "the same for the keys"_tr,
                                        [](SampleContext& a) { return a.prepared.key_isotropy; }};
inline constexpr ValueRow bias_bias_at_zero{"bias_bias_at_zero", "aᵀb, the fourth term at Δ = 0"_tr,
                                            [](SampleContext& a) { return a.model().bias_bias.at_zero(); }};
inline constexpr ValueRow query_bias_norm{"query_bias_norm", "|a|, length of the query bias"_tr,
                                          [](SampleContext& a) { return a.model().isotropic.bias_key; }};
inline constexpr ValueRow key_bias_norm{"key_bias_norm", "|b|, length of the key bias"_tr,
                                        [](SampleContext& a) { return a.model().isotropic.query_bias; }};
inline constexpr ValueRow lambda_in_use{"lambda_in_use",
                                        "λ; 1/ln train-length if initialisation is by-length"_tr,
                                        [](SampleContext& a) { return strength_of(a.params); }};
inline constexpr ValueRow attention_factor{
    "attention_factor",
    "f; f² multiplies the rotating dimensions in weights and entropies, not the raw terms"_tr,
    [](SampleContext& a) { return a.model().frequencies.attention_factor; }};
inline constexpr ValueRow tokens{"tokens", "number of distances"_tr,
                                 [](SampleContext& a) { return a.model().length; }};
inline constexpr ValueRow heads{"heads", "number of heads"_tr,
                                [](SampleContext& a) { return a.model().heads; }};
inline constexpr ValueRow alpha_55{"alpha_55", "article, eq. 40: weight of key 5"_tr,
                                   claim_of<&Values9577::alpha_55>};
inline constexpr ValueRow alpha_51{"alpha_51", "article, eq. 41: weight of key 1"_tr,
                                   claim_of<&Values9577::alpha_51>};
inline constexpr ValueRow slope_entropy_512{
    "slope_entropy_512", "entropy of a bias −0.1 Δ at 512 keys, nats"_tr, claim_of<&Values9577::entropy_512>};
inline constexpr ValueRow slope_entropy_2048{"slope_entropy_2048", "the same at 2048 keys"_tr,
                                             claim_of<&Values9577::entropy_2048>};
inline constexpr ValueRow gradient_error{
    "gradient_error", "relative error of ∂s/∂b = R(i − j)(q + a) against finite differences"_tr,
    claim_of<&Values9577::gradient_error>};
inline constexpr ValueRow gradient_error_as_stated{"gradient_error_as_stated",
                                                   "relative error of the article's eq. 63"_tr,
                                                   claim_of<&Values9577::gradient_error_as_stated>};
inline constexpr ValueRow mean_cosine{"mean_cosine", "mean cosine of the sampled angles"_tr,
                                      [](SampleContext& a) { return a.histogram().mean_cosine; },
                                      &with_angles};
inline constexpr ValueRow angles_beyond_bins{"angles_beyond_bins", "share of angles outside the bins"_tr,
                                             [](SampleContext& a) { return a.histogram().outside; },
                                             &with_angles};
inline constexpr ValueRow key_bias_change_unrotated{
    "key_bias_change_unrotated", "largest change of a weight by the key bias without RoPE"_tr,
    effect_of<&KeyBiasEffect::unrotated_change>, &with_effect};
inline constexpr ValueRow key_bias_change_rotated{"key_bias_change_rotated", "the same with RoPE"_tr,
                                                  effect_of<&KeyBiasEffect::rotated_change>, &with_effect};
inline constexpr ValueRow entropy_plain_at_length{
    "entropy_plain_at_length", "entropy without bias at the full length, nats"_tr,
    [](SampleContext& a) { return a.softmax().entropy_plain.back(); }, &with_softmax};
inline constexpr ValueRow entropy_bias_at_length{
    "entropy_bias_at_length", "the same with bias"_tr,
    [](SampleContext& a) { return a.softmax().entropy_bias.back(); }, &with_softmax};
inline constexpr ValueRow entropy_plain_at_train_length{
    "entropy_plain_at_train_length", "entropy without bias at train-length, nats"_tr,
    [](SampleContext& a) { return at_train_length(a, a.softmax().entropy_plain); }, &with_softmax};
inline constexpr ValueRow entropy_bias_at_train_length{
    "entropy_bias_at_train_length", "the same with bias"_tr,
    [](SampleContext& a) { return at_train_length(a, a.softmax().entropy_bias); }, &with_softmax};

inline constexpr auto all =
    all_of(half_distance, first_negative_distance, isotropy, isotropy_keys, bias_bias_at_zero,
           query_bias_norm, key_bias_norm, lambda_in_use, attention_factor, tokens, heads, alpha_55, alpha_51,
           slope_entropy_512, slope_entropy_2048, gradient_error, gradient_error_as_stated, mean_cosine,
           angles_beyond_bins, key_bias_change_unrotated, key_bias_change_rotated, entropy_plain_at_length,
           entropy_bias_at_length, entropy_plain_at_train_length, entropy_bias_at_train_length);

}  // namespace values

/// A random term or the sum: its arrays, colour, number and name in the formula, and exact deviation.
struct RandomTerm {
    const TermRows& rows;
    std::size_t color;
    std::string_view label;  // empty for the sum
    double IsotropicDeviations::*isotropic;

    [[nodiscard]] std::string name() const { return std::string(label.substr(3)); }
};
inline constexpr std::array<RandomTerm, 3> random_terms{
    {{arrays::content, 0, "1  q·Rk", &IsotropicDeviations::content},
     {arrays::bias_key, 2, "2  a·Rk", &IsotropicDeviations::bias_key},
     {arrays::query_bias, 3, "3  q·Rb", &IsotropicDeviations::query_bias}}};

extern const FigureRow main_figure, terms_figure, total_figure, softmax_figure, weights_figure,
    entropy_figure, isotropy_figure, families_figure, key_bias_figure, heads_figure, reported_figure,
    claims_figure;

}  // namespace poslab::bias_decay
