#include "core/attention/bias_vectors.hpp"

#include "core/base/random.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

double squared_norm(std::span<const double> vector) {
    double sum = 0;
    for (const double component : vector) sum += component * component;
    return sum;
}

std::vector<double> sum_of(std::span<const double> x, std::span<const double> y) {
    std::vector<double> sum(x.begin(), x.end());
    for (std::size_t n = 0; n < sum.size(); ++n) sum[n] += y[n];
    return sum;
}

std::vector<double> sandwich_vector(const BiasVectorSpec& spec, const Rotary& rotary) {
    std::vector<double> vector(static_cast<std::size_t>(spec.dim), 0.0);
    const auto pairs = static_cast<std::int64_t>(rotary.inverse_frequency.size());
    const std::int64_t begin = first_rotary_dimension(rotary.rope_dims, spec.dim, 2 * pairs);
    for (std::int64_t pair = 0; pair < pairs; ++pair)
        vector[static_cast<std::size_t>(begin + dimensions_of_pair(rotary.pairing, pair, 2 * pairs).first)] =
            std::sqrt(spec.lambda);
    return vector;
}

std::vector<double> normal_vector(const BiasVectorSpec& spec, RandomStream stream) {
    std::vector<double> vector(static_cast<std::size_t>(spec.dim));
    const std::int64_t first = spec.head * spec.dim;
    for (std::size_t n = 0; n < vector.size(); ++n)
        vector[n] = random_normal(static_cast<std::uint64_t>(spec.seed), stream,
                                  static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(n));
    return vector;
}

std::vector<double> unscaled_vector(const BiasVectorSpec& spec, const Rotary& rotary, RandomStream stream) {
    switch (spec.bias) {
        case SyntheticBias::sandwich:
            return sandwich_vector(spec, rotary);
        case SyntheticBias::constant:
            return std::vector<double>(static_cast<std::size_t>(spec.dim), 1.0);
        case SyntheticBias::gaussian:
            return normal_vector(spec, stream);
        case SyntheticBias::zero:
            break;
    }
    return std::vector<double>(static_cast<std::size_t>(spec.dim), 0.0);
}

}  // namespace

QueryKeyBias bias_vectors(const BiasVectorSpec& spec, const Rotary& rotary) {
    QueryKeyBias bias{unscaled_vector(spec, rotary, RandomStream::query_bias),
                      unscaled_vector(spec, rotary, RandomStream::key_bias)};
    for (double& component : bias.query) component *= spec.scale;
    for (double& component : bias.key) component *= spec.scale;
    return bias;
}

IsotropicDeviations isotropic_deviations(const QueryKeyBias& bias) {
    const auto dim = static_cast<double>(bias.query.size());
    const double a = squared_norm(bias.query), b = squared_norm(bias.key);
    return {std::sqrt(dim), std::sqrt(a), std::sqrt(b), std::sqrt(dim + a + b)};
}

std::vector<double> key_bias_gradient(std::span<const double> x, double distance, const Rotary& rotary) {
    return rotated(x, distance, rotary.inverse_frequency, rotary.pairing, rotary.rope_dims);
}

std::vector<double> weights_of_query(std::span<const double> query, std::span<const double> keys,
                                     const QueryKeyBias& bias, const Rotary& rotary, double scale) {
    const std::size_t dim = query.size();
    const std::vector<double> x = sum_of(query, bias.query);
    std::vector<double> weights;
    for (std::size_t n = 0; n * dim < keys.size(); ++n) {
        const std::vector<double> turned =
            rotated(x, static_cast<double>(n), rotary.inverse_frequency, rotary.pairing, rotary.rope_dims);
        const std::vector<double> y = sum_of(keys.subspan(n * dim, dim), bias.key);
        double logit = 0;
        for (std::size_t c = 0; c < dim; ++c) logit += turned[c] * y[c];
        weights.push_back(scale * logit);
    }
    const double largest = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
    double sum = 0;
    for (double& weight : weights) sum += weight = std::exp(weight - largest);
    for (double& weight : weights) weight /= sum;
    return weights;
}

}  // namespace poslab
