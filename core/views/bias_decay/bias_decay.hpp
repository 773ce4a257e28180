#pragma once

// The view `bias-decay`: the four terms of (q + a)^T R_(-D) (k + b) (docs/formulas.md §5; article 9577).

#include "core/attention/bias_families.hpp"
#include "core/attention/bias_vectors.hpp"
#include "core/attention/file_vectors.hpp"
#include "core/attention/pair_moments.hpp"
#include "core/attention/random_angles.hpp"
#include "core/attention/sampled_softmax.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/views/bias_decay/bias_decay_parameters.hpp"
#include "core/views/claims_of_9577.hpp"
#include "core/views/envelope.hpp"
#include "core/views/model_layer.hpp"
#include "core/views/view_of.hpp"

namespace poslab::bias_decay {

/// The parameters with all files read: everything that the terms depend on.
struct Model {
    Rotary rotary;
    RotaryFrequencies frequencies;
    double ripple = 0;  // ripple_spacing() of the frequencies
    std::int64_t dim = 0, length = 0, train_length = 0;
    double scale = 1;  // softmax scale: 1 / sqrt(dim) times the scaling's factor
    QueryKeyBias bias;
    RotatedProduct bias_bias;  // a^T R_(-D) b
    IsotropicDeviations isotropic;
    HeadVectors vectors;                      // from files or a language model; null if isotropic
    std::shared_ptr<const ModelLayer> layer;  // of the language model; null if none
    std::int64_t heads = 1, head = 0;
    std::vector<Message> warnings;

    [[nodiscard]] bool is_synthetic() const { return vectors.queries == nullptr; }
    [[nodiscard]] double attention_factor_squared() const {
        return frequencies.attention_factor * frequencies.attention_factor;
    }
};

/// The results of one pass over the fourth term at every distance below `length`.
struct BiasBiasTerm {
    std::vector<double> values;         // at Prepared::distances
    std::vector<std::int64_t> lengths;  // 1, 2, ... `length`: lengths at which softmaxes are evaluated
    std::vector<double> entropy;        // of the softmax of the fourth term alone, at these lengths
    std::vector<double> weight;         // its mean weight per key in the step before each length, of all keys
    std::array<Envelope, 2> envelopes;  // by AxisChoice
    std::optional<std::int64_t> half, first_negative;
    bool falls = true;  // true if it never exceeds its value at 0
};

struct SampleCache {
    Memo<SoftmaxByLength> softmax;
    Memo<TermMoments> sampled;  // at sampled_distances()
    Memo<AngleHistogram> angles;
};

struct Prepared {
    std::shared_ptr<const Model> model;
    std::vector<std::int64_t> distances;  // thinned: both ends, the trained length, and evenly between
    std::shared_ptr<const BiasBiasTerm> bias_bias;
    std::shared_ptr<const TermMoments> moments;  // from files, at every distance; null if isotropic
    std::optional<double> query_isotropy, key_isotropy;
    std::shared_ptr<const Values9577> claims;
    std::shared_ptr<const SampleCache> cache;
};

using Variant = TypedVariant<Params, Prepared>;
using Showing = ShowingOf<Params, Prepared>;
using Drawing = DrawingOf<Params, Prepared>;
using Reading = ReadingOf<Params, Prepared>;
using Part = PartOf<Params, Prepared>;

/// Returns Sandwich's λ: `lambda`, or 1 / ln(trained length) if initialised by length.
[[nodiscard]] double strength_of(const Params& params);
/// `layer` is the language model's layer that provides queries and keys, or null.
[[nodiscard]] Model make_model(const Params& params, const Job& job, std::shared_ptr<const ModelLayer> layer);
/// Returns the biases a and b of one head, [dim].
[[nodiscard]] QueryKeyBias biases_of_head(const Params& params, const Rotary& rotary, std::int64_t dim,
                                          std::int64_t head);
/// Results that other parameters can reuse.
struct ReusableInput {
    std::shared_ptr<const ModelLayer> layer;  // null if none
};
[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job,
                               const ReusableInput* retained);

/// Returns the builder for the distance steps that figures draw.
[[nodiscard]] EnvelopeBuilder envelope_builder(AxisChoice axis, std::int64_t length);
/// Calls take(first distance, values) with the product at all distances below `length`, in pieces.
void for_each_chunk(const RotatedProduct& product, std::int64_t length, const Engine& engine, const Job& job,
                    const std::function<void(std::int64_t first, std::span<const double> values)>& take);
[[nodiscard]] BiasBiasTerm bias_bias_term(const Model& model, std::span<const std::int64_t> distances,
                                          const Engine& engine, const Job& job);

[[nodiscard]] SampledSoftmaxSpec softmax_spec(const Params& params, const Model& model);
/// Returns the distances of sampled moments: at most 129, logarithmically spaced.
[[nodiscard]] std::vector<std::int64_t> sampled_distances(std::int64_t length);
/// Returns entropies and weights of softmaxes at each of `lengths`, averaged over `samples` queries.
[[nodiscard]] SoftmaxByLength softmax_by_length(const Params& params, const Model& model,
                                                std::span<const std::int64_t> lengths, std::int64_t samples,
                                                const Job& job);

/// Returns the query of the first sample, or the last query of files, [dim].
[[nodiscard]] std::vector<double> first_query(const Params& params, const Model& model);
/// The terms of that query and the key at each distance, as raw inner products.
struct DrawnTerms {
    std::vector<double> distance, content, bias_key, query_bias, total;
};
[[nodiscard]] DrawnTerms make_random_terms(const Params& params, const Model& model,
                                           std::span<const std::int64_t> distances);
/// Returns the distances at which curves of single keys are drawn.
[[nodiscard]] std::vector<std::int64_t> figure_distances(std::int64_t length, AxisChoice axis);

/// The softmax weights of a query on its nearest keys, with and without key bias and rotation.
struct KeyBiasEffect {
    std::vector<double> unrotated, unrotated_with_bias, rotated,
        rotated_with_bias;                            // by distance, 0 ... keys - 1
    double unrotated_change = 0, rotated_change = 0;  // largest difference of a weight
};
[[nodiscard]] KeyBiasEffect key_bias_effect(const Params& params, const Model& model);

[[nodiscard]] Values9577 claim_values(const Params& params, const Model& model);
[[nodiscard]] std::vector<Claim> claims_of(const Variant& variant);

// Shared by the figures (figure.cpp).
[[nodiscard]] std::int64_t length_of(const Variant& variant);
[[nodiscard]] Axis distance_axis(const Showing& showing, const Variant& variant);
/// Returns the nearest step of the distance axis.
[[nodiscard]] std::optional<std::size_t> step_at(const Variant& variant, std::int64_t distance);
/// Returns an axis with room above and below `range`.
[[nodiscard]] Axis roomy_axis(const ValueRange& range);
/// Returns the fixed colour index of a bias family.
[[nodiscard]] std::size_t family_color(std::int32_t family);
/// Returns for example "Sandwich, λ = 1" or "Gaussian, σ = 0.01".
[[nodiscard]] std::string bias_words(const Params& params, Language language);

// The item under the pointer; empty if the pointer is elsewhere.
/// Returns the distance, in a figure over distances.
[[nodiscard]] std::optional<std::int64_t> distance_at(const Showing& showing);
/// Returns the key, in the figure of the nearest keys.
[[nodiscard]] std::optional<std::int64_t> key_at(const Showing& showing);
/// Returns the index of the sampled distance.
[[nodiscard]] std::optional<std::size_t> sample_at(const Showing& showing);

[[nodiscard]] std::string subtitle_of(const Showing& showing);
[[nodiscard]] std::string formula_of_terms(const Showing& showing);
void read_terms(Reading& reading);
void read_softmax(Reading& reading);
void read_isotropy(Reading& reading);
void read_families(Reading& reading);
void read_key_bias(Reading& reading);
void read_heads(Reading& reading);
void read_end_of_training(Reading& reading);

extern const Part angle_part;

}  // namespace poslab::bias_decay
