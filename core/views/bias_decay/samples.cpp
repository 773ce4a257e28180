// Results from random samples or files: softmaxes over lengths, one query with its keys, the effect of a key
// bias.

#include "core/base/random.hpp"
#include "core/views/bias_decay/bias_decay.hpp"
#include "core/views/thinning.hpp"

namespace poslab::bias_decay {
namespace {

constexpr std::int64_t figure_points = 256;
constexpr std::int64_t sampled_points = 128;
constexpr std::int64_t nearest_keys = 64;

/// Returns about `points` of 0 ... length - 1, spread evenly on the given axis.
std::vector<std::int64_t> spread_distances(std::int64_t length, std::int64_t points, AxisChoice axis) {
    if (axis == AxisChoice::linear) return thinned_indices(length, points, {});
    std::vector<std::int64_t> distances{0};
    const double last = std::log(static_cast<double>(std::max<std::int64_t>(length - 1, 1)));
    for (std::int64_t n = 0; n < points; ++n) {
        const double position = last * static_cast<double>(n) / static_cast<double>(points - 1);
        const auto distance = std::min<std::int64_t>(std::llround(std::exp(position)), length - 1);
        if (distance > distances.back()) distances.push_back(distance);
    }
    return distances;
}

std::vector<double> normals(std::int64_t seed, RandomStream stream, std::int64_t row, std::int64_t dim) {
    std::vector<double> vector(static_cast<std::size_t>(dim));
    const auto first = static_cast<std::uint64_t>(row * dim);
    for (std::size_t n = 0; n < vector.size(); ++n)
        vector[n] = random_normal(static_cast<std::uint64_t>(seed), stream, first + n);
    return vector;
}

std::vector<double> row_of(const TokenVectors& vectors, std::int64_t token) {
    std::vector<double> row(static_cast<std::size_t>(vectors.dim()));
    vectors.read({token, token + 1}, row);
    return row;
}

/// Returns the key at a distance from the first query.
std::vector<double> key_at(const Params& params, const Model& model, std::int64_t distance) {
    return model.is_synthetic() ? normals(params.bias.seed, RandomStream::keys, distance, model.dim)
                                : row_of(*model.vectors.keys, model.length - 1 - distance);
}

double product(std::span<const double> x, std::span<const double> y) {
    double sum = 0;
    for (std::size_t n = 0; n < x.size(); ++n) sum += x[n] * y[n];
    return sum;
}

double largest_difference(const std::vector<double>& x, const std::vector<double>& y) {
    double largest = 0;
    for (std::size_t n = 0; n < x.size(); ++n) largest = std::max(largest, std::abs(x[n] - y[n]));
    return largest;
}

}  // namespace

std::vector<double> first_query(const Params& params, const Model& model) {
    return model.is_synthetic() ? normals(params.bias.seed, RandomStream::queries, 0, model.dim)
                                : row_of(*model.vectors.queries, model.length - 1);
}

SampledSoftmaxSpec softmax_spec(const Params& params, const Model& model) {
    return {.rotary = model.rotary,
            .query_bias = model.bias.query,
            .key_bias = model.bias.key,
            .attention_factor_squared = model.attention_factor_squared(),
            .scale = model.scale,
            .samples = params.bias.samples,
            .seed = params.bias.seed};
}

SoftmaxByLength softmax_by_length(const Params& params, const Model& model,
                                  std::span<const std::int64_t> lengths, std::int64_t samples,
                                  const Job& job) {
    SampledSoftmaxSpec spec = softmax_spec(params, model);
    spec.samples = samples;
    return model.is_synthetic()
               ? sampled_softmax(spec, lengths, job)
               : softmax_of_vectors(*model.vectors.queries, *model.vectors.keys, spec, lengths, job);
}

std::vector<std::int64_t> sampled_distances(std::int64_t length) {
    return spread_distances(length, sampled_points, AxisChoice::log);
}

std::vector<std::int64_t> figure_distances(std::int64_t length, AxisChoice axis) {
    return spread_distances(length, figure_points, axis);
}

DrawnTerms make_random_terms(const Params& params, const Model& model,
                             std::span<const std::int64_t> distances) {
    const std::vector<double> query = first_query(params, model);
    const Rotary& rotary = model.rotary;
    DrawnTerms terms;
    for (const std::int64_t distance : distances) {
        const auto turned = [&](std::span<const double> x) {
            return rotated(x, static_cast<double>(distance), rotary.inverse_frequency, rotary.pairing,
                           rotary.rope_dims);
        };
        const std::vector<double> key = key_at(params, model, distance);
        const std::vector<double> turned_query = turned(query), turned_bias = turned(model.bias.query);
        terms.distance.push_back(static_cast<double>(distance));
        terms.content.push_back(product(turned_query, key));
        terms.bias_key.push_back(product(turned_bias, key));
        terms.query_bias.push_back(product(turned_query, model.bias.key));
        terms.total.push_back(terms.content.back() + terms.bias_key.back() + terms.query_bias.back() +
                              product(turned_bias, model.bias.key));
    }
    return terms;
}

KeyBiasEffect key_bias_effect(const Params& params, const Model& model) {
    const std::vector<double> query = first_query(params, model);
    const std::int64_t count = std::min(nearest_keys, model.length);
    std::vector<double> keys;
    for (std::int64_t distance = 0; distance < count; ++distance) {
        const std::vector<double> key = key_at(params, model, distance);
        keys.insert(keys.end(), key.begin(), key.end());
    }
    const std::vector<double> zeros(query.size(), 0.0);
    const QueryKeyBias none{zeros, zeros}, key_alone{zeros, model.bias.key};
    const Rotary unrotated{{}, model.rotary.pairing, model.rotary.rope_dims};
    KeyBiasEffect effect;
    effect.unrotated = weights_of_query(query, keys, none, unrotated, model.scale);
    effect.unrotated_with_bias = weights_of_query(query, keys, key_alone, unrotated, model.scale);
    effect.rotated = weights_of_query(query, keys, none, model.rotary, model.scale);
    effect.rotated_with_bias = weights_of_query(query, keys, key_alone, model.rotary, model.scale);
    effect.unrotated_change = largest_difference(effect.unrotated, effect.unrotated_with_bias);
    effect.rotated_change = largest_difference(effect.rotated, effect.rotated_with_bias);
    return effect;
}

}  // namespace poslab::bias_decay
