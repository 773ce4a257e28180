#pragma once

#include "core/attention/sampled_softmax.hpp"
#include "core/base/random.hpp"

#include <cmath>
#include <vector>

namespace poslab::test {

/// `pairs` frequencies of base 100 (all of them vary within some hundred tokens), gaussian biases of `size`,
/// scale 1 / sqrt(dim).
inline SampledSoftmaxSpec gaussian_biases(std::int64_t dim, std::int64_t pairs, double size) {
    SampledSoftmaxSpec spec;
    for (std::int64_t p = 0; p < pairs; ++p)
        spec.rotary.inverse_frequency.push_back(
            std::pow(100.0, -static_cast<double>(p) / static_cast<double>(pairs)));
    for (std::uint64_t n = 0; n < static_cast<std::uint64_t>(dim); ++n) {
        spec.query_bias.push_back(size * random_normal(5, RandomStream::query_bias, n));
        spec.key_bias.push_back(size * random_normal(5, RandomStream::key_bias, n));
    }
    spec.scale = 1 / std::sqrt(static_cast<double>(dim));
    return spec;
}

/// R_(-D) y by components: (y0, y1) of each pair, rotated by -D theta.
inline std::vector<double> turned_back(std::vector<double> y, const Rotary& rotary, std::int64_t distance) {
    const std::size_t pairs = rotary.inverse_frequency.size();
    for (std::size_t p = 0; p < pairs; ++p) {
        const bool neighbours = rotary.pairing == Pairing::gpt_j;
        double& y0 = y[neighbours ? 2 * p : p];
        double& y1 = y[neighbours ? 2 * p + 1 : p + pairs];
        const long double angle =
            -static_cast<long double>(distance) * static_cast<long double>(rotary.inverse_frequency[p]);
        const auto cosine = static_cast<double>(std::cos(angle)), sine = static_cast<double>(std::sin(angle));
        const double turned = y0 * cosine - y1 * sine;
        y1 = y0 * sine + y1 * cosine;
        y0 = turned;
    }
    return y;
}

/// scale x^T M R_(-D) y.
inline double logit(const SampledSoftmaxSpec& spec, const std::vector<double>& x,
                    const std::vector<double>& y, std::int64_t distance) {
    const std::vector<double> turned = turned_back(y, spec.rotary, distance);
    double sum = 0;
    for (std::size_t n = 0; n < x.size(); ++n)
        sum += (n < 2 * spec.rotary.inverse_frequency.size() ? spec.attention_factor_squared : 1) * x[n] *
               turned[n];
    return spec.scale * sum;
}

inline std::vector<double> sum_of(std::vector<double> x, const std::vector<double>& y) {
    for (std::size_t n = 0; n < x.size(); ++n) x[n] += y[n];
    return x;
}

/// Weights of the first n logits.
inline std::vector<double> softmax(const std::vector<double>& logits, std::size_t n) {
    long double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += std::exp(static_cast<long double>(logits[i]));
    std::vector<double> weights;
    for (std::size_t i = 0; i < n; ++i)
        weights.push_back(static_cast<double>(std::exp(static_cast<long double>(logits[i])) / sum));
    return weights;
}

inline double entropy(const std::vector<double>& logits, std::size_t n) {
    double sum = 0;
    for (const double weight : softmax(logits, n)) sum -= weight > 0 ? weight * std::log(weight) : 0;
    return sum;
}

struct MeanSpread {
    double mean = 0, sd = 0;
};

inline MeanSpread mean_and_sd(const std::vector<double>& numbers) {
    MeanSpread result;
    for (const double number : numbers) result.mean += number / static_cast<double>(numbers.size());
    for (const double number : numbers)
        result.sd += (number - result.mean) * (number - result.mean) / static_cast<double>(numbers.size());
    result.sd = std::sqrt(result.sd);
    return result;
}

}  // namespace poslab::test
