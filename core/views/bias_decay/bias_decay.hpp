#pragma once

// Inside of the view `bias-decay`: the four terms of (q + a)^T R_(-D) (k + b) (docs/formulas.md §5; article 9577).

#include "core/attention/bias_families.hpp"
#include "core/attention/bias_vectors.hpp"
#include "core/attention/file_vectors.hpp"
#include "core/attention/pair_moments.hpp"
#include "core/attention/random_angles.hpp"
#include "core/attention/sampled_softmax.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/views/bias_decay/bias_decay_parameters.hpp"
#include "core/views/claims_of_9577.hpp"
#include "core/views/described.hpp"
#include "core/views/envelope.hpp"
#include "core/views/guides.hpp"
#include "core/views/model_layer.hpp"
#include "core/views/view_of.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>

namespace poslab::bias_decay {

using Variant = TypedVariant<Params>;
using Showing = ShowingOf<Params>;
using Drawing = DrawingOf<Params>;
using Reading = ReadingOf<Params>;
using Part = PartOf<Params>;

/// What the parameters stand for once files have been read: everything that the terms depend on.
struct Model {
    Rotary rotary;
    RotaryFrequencies frequencies;
    std::int64_t dim = 0, length = 0, train_length = 0;
    double scale = 1;  // 1 / sqrt(dim) and what a scaling multiplies the softmax by
    QueryKeyBias bias;
    RotatedProduct fourth;  // a^T R_(-D) b
    IsotropicDeviations isotropic;
    HeadVectors vectors;                      // of files or of a language model; null: isotropic
    std::shared_ptr<const ModelLayer> layer;  // of the language model; null: there is none
    std::int64_t heads = 1, head = 0;
    std::vector<Sentence> warnings;

    [[nodiscard]] bool drawn() const { return vectors.queries == nullptr; }
    [[nodiscard]] double rotary_scale() const { return frequencies.attention_factor * frequencies.attention_factor; }
};

/// The fourth term at every distance below `length`, gone through once.
struct FourthTerm {
    std::vector<double> values;         // at Prepared::distances
    std::vector<std::int64_t> lengths;  // 1, 2, ... `length`: where softmaxes are looked at
    std::vector<double> entropy;        // of the softmax of the fourth term alone, at these lengths
    std::vector<double> weight;         // its mean weight of a key in the step before each of them, among all `length`
    std::array<Envelope, 2> envelopes;  // by AxisChoice
    std::optional<std::int64_t> half, first_negative;
    bool falls = true;  // nowhere above its value at 0
};

/// Something that is worked out once, when it is first asked for.
template <class T>
class Once {
  public:
    template <class Make>
    std::shared_ptr<const T> get(const Make& make) const {
        if (std::shared_ptr<const T> known = found()) return known;
        std::shared_ptr<const T> made = std::make_shared<const T>(make());
        const std::lock_guard lock(mutex_);
        value_ = made;
        return made;
    }
    [[nodiscard]] std::shared_ptr<const T> found() const {
        const std::lock_guard lock(mutex_);
        return value_;
    }

  private:
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const T> value_;
};

struct KeptSamples {
    Once<SoftmaxByLength> softmax;
    Once<TermMoments> sampled;  // at sampled_distances()
    Once<AngleHistogram> angles;
};

struct Prepared {
    std::shared_ptr<const Model> model;
    std::vector<std::int64_t> distances;  // thinned: ends, trained length, evenly between
    std::shared_ptr<const FourthTerm> fourth;
    std::shared_ptr<const TermMoments> moments;  // of files, at every distance; null: isotropic
    std::optional<double> query_isotropy, key_isotropy;
    std::shared_ptr<const Values9577> claims;
    std::shared_ptr<const KeptSamples> kept;
};

/// Of Sandwich: `lambda`, or what the initialisation by length makes of the trained length.
[[nodiscard]] double strength_of(const Params& params);
/// `layer`: of the language model whose queries and keys they are, or null.
[[nodiscard]] Model make_model(const Params& params, const Job& job, std::shared_ptr<const ModelLayer> layer);
/// Biases a, b of one head, [dim].
[[nodiscard]] QueryKeyBias biases_of_head(const Params& params, const Rotary& rotary, std::int64_t dim, std::int64_t head);
/// What other parameters may take over.
struct Kept {
    std::shared_ptr<const ModelLayer> layer;  // null: none
};
[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job, const Kept* kept);

/// Steps of the distance that figures draw.
[[nodiscard]] EnvelopeBuilder envelope_builder(AxisChoice axis, std::int64_t length);
/// Calls take(first distance, values) with the product at all distances below `length`, in pieces.
void go_through(const RotatedProduct& product, std::int64_t length, const Engine& engine, const Job& job,
                const std::function<void(std::int64_t first, std::span<const double> values)>& take);
[[nodiscard]] FourthTerm fourth_term(const Model& model, std::span<const std::int64_t> distances, const Engine& engine,
                                     const Job& job);

[[nodiscard]] SampledSoftmaxSpec softmax_spec(const Params& params, const Model& model);
/// Where sampled moments are looked at: some two hundred distances, evenly or logarithmically.
[[nodiscard]] std::vector<std::int64_t> sampled_distances(std::int64_t length);
/// Softmaxes over samples; from a few of them where `publish` wants a first answer.
[[nodiscard]] SoftmaxByLength softmax_by_length(const Params& params, const Model& model, std::span<const std::int64_t> lengths,
                                                std::int64_t samples, const Job& job);

/// The query of the first sample, or the last one of files. [dim]
[[nodiscard]] std::vector<double> first_query(const Params& params, const Model& model);
/// That query and the key at each of `distances`. Raw inner products.
struct DrawnTerms {
    std::vector<double> distance, content, bias_key, query_bias, total;
};
[[nodiscard]] DrawnTerms drawn_terms(const Params& params, const Model& model, std::span<const std::int64_t> distances);
/// Distances that a curve of single keys is drawn at.
[[nodiscard]] std::vector<std::int64_t> drawn_distances(std::int64_t length, AxisChoice axis);

/// A query and its nearest keys: softmax weights without and with the key bias, without and with the rotation.
struct KeyBiasEffect {
    std::vector<double> unrotated, unrotated_with_bias, rotated, rotated_with_bias;  // by distance, 0 ... keys - 1
    double unrotated_change = 0, rotated_change = 0;                                 // largest difference of a weight
};
[[nodiscard]] KeyBiasEffect key_bias_effect(const Params& params, const Model& model);

[[nodiscard]] Values9577 claim_values(const Params& params, const Model& model);
[[nodiscard]] std::vector<Claim> claims_of(const Variant& variant);

/// What exact values under the pointer are worked out from (Data::detail).
struct Detail {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const FourthTerm> fourth;
    std::shared_ptr<const TermMoments> moments;
    std::shared_ptr<const Values9577> claims;
    std::shared_ptr<const SoftmaxByLength> softmax;  // null: not yet
};
[[nodiscard]] const Detail* detail_of(const Variant& variant);
[[nodiscard]] std::shared_ptr<const Detail> detail_with(const Prepared& prepared, std::shared_ptr<const SoftmaxByLength> softmax);

// What the figures share; figure.cpp.
[[nodiscard]] std::int64_t length_of(const Variant& variant);
[[nodiscard]] Axis distance_axis(const Showing& on, const Variant& variant);
/// The step of the distance axis that a distance lies in.
[[nodiscard]] std::optional<std::size_t> step_at(const Variant& variant, std::int64_t distance);
/// Room above and below what was drawn.
[[nodiscard]] Axis roomy_axis(const ValueRange& range);
/// Colour of a family of biases: always the same one.
[[nodiscard]] std::size_t family_color(std::int32_t family);
/// "Sandwich, λ = 1", "gaussian, σ = 0.01".
[[nodiscard]] std::string bias_words(const Params& params, Language language);

// What the pointer is at; none where it is elsewhere.
/// The distance, in a figure over distances.
[[nodiscard]] std::optional<std::int64_t> distance_at(const Showing& on);
/// The key, in the figure of the nearest ones.
[[nodiscard]] std::optional<std::int64_t> key_at(const Showing& on);
/// The sampled distance, by its place.
[[nodiscard]] std::optional<std::size_t> sample_at(const Showing& on);

[[nodiscard]] std::string subtitle_of(const Showing& on);
[[nodiscard]] std::string formula_of_terms(const Showing& on);
void read_terms(Reading& to);
void read_softmax(Reading& to);
void read_isotropy(Reading& to);
void read_families(Reading& to);
void read_key_bias(Reading& to);
void read_heads(Reading& to);
void read_end_of_training(Reading& to);

extern const Part angle_part;

}  // namespace poslab::bias_decay
