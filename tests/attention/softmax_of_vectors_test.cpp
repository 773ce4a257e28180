#include "core/attention/pair_moments.hpp"
#include "core/base/random.hpp"
#include "core/encoding/frequencies.hpp"
#include "tests/attention/plain_rotations.hpp"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <cmath>

namespace poslab {
namespace {

using test::Rows;

struct Sequence {
    Rows queries, keys;

    Sequence(std::size_t tokens, std::size_t dim) : queries(tokens, std::vector<double>(dim)), keys(queries) {
        for (std::size_t n = 0; n < tokens * dim; ++n) {
            queries[n / dim][n % dim] = random_normal(2, RandomStream::queries, n);
            keys[n / dim][n % dim] = random_normal(2, RandomStream::keys, n);
        }
    }
    static TokenVectors vectors(const Rows& rows) {
        std::vector<double> numbers;
        for (const auto& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
        return {numbers, static_cast<std::int64_t>(rows.front().size())};
    }
    [[nodiscard]] SoftmaxByLength softmax(const SampledSoftmaxSpec& spec,
                                          const std::vector<std::int64_t>& lengths) const {
        return softmax_of_vectors(vectors(queries), vectors(keys), spec, lengths, {});
    }
};

SampledSoftmaxSpec spec_of(std::size_t dim, std::int64_t pairs, Pairing pairing = Pairing::gpt_j) {
    RotarySpec rotary;
    rotary.dim = 2 * pairs;
    SampledSoftmaxSpec spec;
    if (pairs > 0) spec.rotary = {rotary_frequencies(rotary).inverse_frequency, pairing};
    spec.query_bias.assign(dim, 0);
    spec.key_bias.assign(dim, 0);
    spec.scale = 1 / std::sqrt(static_cast<double>(dim));
    return spec;
}

/// Softmax weights of query i over its nearest `length` keys, by distance; q^T M R_(-D) k written out.
std::vector<double> weights_of(const Sequence& sequence, const SampledSoftmaxSpec& spec, std::size_t i,
                               std::size_t length, bool biased) {
    const std::size_t dim = spec.query_bias.size(), rotating = 2 * spec.rotary.inverse_frequency.size();
    std::vector<double> weights;
    double sum = 0;
    for (std::size_t distance = 0; distance < length; ++distance) {
        std::vector<double> x = sequence.queries[i], y = sequence.keys[i - distance];
        for (std::size_t n = 0; n < dim; ++n) {
            if (biased) x[n] += spec.query_bias[n];
            if (biased) y[n] += spec.key_bias[n];
            if (n < rotating) x[n] *= spec.attention_factor_squared;
        }
        const std::vector<double> turned =
            test::product(test::plain_rotation(dim, spec.rotary, -static_cast<double>(distance)), y);
        double logit = 0;
        for (std::size_t n = 0; n < dim; ++n) logit += spec.scale * x[n] * turned[n];
        weights.push_back(std::exp(logit));
        sum += weights.back();
    }
    for (double& weight : weights) weight /= sum;
    return weights;
}

double entropy_of(const std::vector<double>& weights) {
    double entropy = 0;
    for (const double weight : weights) entropy -= weight * std::log(weight);
    return entropy;
}

struct MeanAndDeviation {
    double mean = 0, sd = 0;
    explicit MeanAndDeviation(const std::vector<double>& values) {
        const auto count = static_cast<double>(values.size());
        for (const double value : values) mean += value / count;
        for (const double value : values) sd += (value - mean) * (value - mean) / count;
        sd = std::sqrt(sd);
    }
};

// Queries at 6, 13, 20, ... 130 of 131 tokens. Logits (some tens here) are right to 2e-6 of |q||k| scale,
// entropies of a few nats to a small multiple of that.
void expect_written_out(const Sequence& sequence, const SampledSoftmaxSpec& spec,
                        const std::vector<std::int64_t>& lengths) {
    const SoftmaxByLength found = sequence.softmax(spec, lengths);
    const std::size_t tokens = sequence.queries.size();
    const auto samples = static_cast<std::size_t>(found.samples);
    EXPECT_EQ(found.samples, std::min(spec.samples, static_cast<std::int64_t>(tokens)));
    for (std::size_t n = 0; n < lengths.size(); ++n) {
        const auto length = static_cast<std::size_t>(lengths[n]),
                   before = n == 0 ? 0 : static_cast<std::size_t>(lengths[n - 1]);
        std::vector<double> plain, bias, weight;
        for (std::size_t s = 1; s <= samples; ++s) {
            const std::size_t keys = s * tokens / samples;
            if (keys >= length)
                plain.push_back(entropy_of(weights_of(sequence, spec, keys - 1, length, false)));
            if (keys >= length)
                bias.push_back(entropy_of(weights_of(sequence, spec, keys - 1, length, true)));
            if (keys < static_cast<std::size_t>(lengths.back())) continue;
            const auto all =
                weights_of(sequence, spec, keys - 1, static_cast<std::size_t>(lengths.back()), true);
            double sum = 0;
            for (std::size_t distance = before; distance < length; ++distance) sum += all[distance];
            weight.push_back(sum / static_cast<double>(length - before));
        }
        SCOPED_TRACE("length " + std::to_string(length));
        EXPECT_NEAR(found.entropy_plain[n], MeanAndDeviation(plain).mean, 1e-4);
        EXPECT_NEAR(found.entropy_plain_sd[n], MeanAndDeviation(plain).sd, 1e-4);
        EXPECT_NEAR(found.entropy_bias[n], MeanAndDeviation(bias).mean, 1e-4);
        EXPECT_NEAR(found.entropy_bias_sd[n], MeanAndDeviation(bias).sd, 1e-4);
        EXPECT_NEAR(found.weight_bias[n] / MeanAndDeviation(weight).mean, 1, 1e-4);
    }
}

TEST(SoftmaxOfVectors, IsThatOfLogitsWrittenOut) {
    const Sequence sequence(131, 12);
    for (const Pairing pairing : {Pairing::gpt_j, Pairing::gpt_neox})
        for (const int biases : {0, 1, 2, 3}) {
            SampledSoftmaxSpec spec = spec_of(12, 4, pairing);
            spec.samples = 19;
            spec.attention_factor_squared = 1.3;
            for (std::size_t n = 0; n < 12 && biases % 2 == 1; ++n)
                spec.query_bias[n] = 2 - 0.3 * static_cast<double>(n);
            for (std::size_t n = 0; n < 12 && biases / 2 == 1; ++n)
                spec.key_bias[n] = 0.2 * static_cast<double>(n);
            for (const auto& lengths :
                 {std::vector<std::int64_t>{1, 2, 5, 40, 100}, {7}, {131}, {1, 130, 131}}) {
                expect_written_out(sequence, spec, lengths);
            }
        }
}

TEST(SoftmaxOfVectors, MoreSamplesThanTokensAreThoseThatThereAre) {
    SampledSoftmaxSpec spec = spec_of(6, 3);
    spec.key_bias[2] = 5;
    expect_written_out(Sequence(70, 6), spec, {1, 3, 64, 70});
}

// With equal keys and no rotation, every key has the same weight, however large the logits (64,000 here).
TEST(SoftmaxOfVectors, OfConstantVectorsIsUniform) {
    Sequence sequence(1000, 64);
    for (auto* rows : {&sequence.queries, &sequence.keys}) rows->assign(1000, std::vector<double>(64, 25));
    SampledSoftmaxSpec spec = spec_of(64, 0);
    spec.key_bias.assign(64, 15);
    spec.samples = 50;
    spec.scale = 1;
    const std::vector<std::int64_t> lengths{1, 10, 333, 1000};
    const SoftmaxByLength softmax = sequence.softmax(spec, lengths);
    for (std::size_t n = 0; n < lengths.size(); ++n) {
        EXPECT_NEAR(softmax.entropy_plain[n], std::log(static_cast<double>(lengths[n])), 1e-12);
        EXPECT_NEAR(softmax.entropy_bias[n], std::log(static_cast<double>(lengths[n])), 1e-12);
        EXPECT_NEAR(softmax.entropy_bias_sd[n], 0, 1e-12);
        EXPECT_NEAR(softmax.weight_bias[n], 1e-3, 1e-15);
    }
}

// One key is far above the others, whose weights are below the range of exp: nothing overflows, and the bins
// lose no digits.
TEST(SoftmaxOfVectors, OfAPeakHasNoEntropyAndKeepsTheFarWeights) {
    Sequence sequence(300, 1);
    for (std::size_t n = 0; n < 300; ++n) {
        sequence.queries[n] = {1};
        sequence.keys[n] = {n == 299 ? 1000.0 : n >= 100 ? 900.0 : 0.0};
    }
    SampledSoftmaxSpec spec = spec_of(1, 0);
    spec.samples = 1;
    const SoftmaxByLength softmax = sequence.softmax(spec, {{1, 200, 300}});
    EXPECT_EQ(softmax.samples, 1);
    EXPECT_NEAR(softmax.entropy_plain[2], 0, 1e-15);
    EXPECT_GE(softmax.entropy_plain[2], 0);
    EXPECT_EQ(softmax.weight_bias[0], 1);
    EXPECT_NEAR(softmax.weight_bias[1] / std::exp(-100), 1, 1e-12);
    EXPECT_EQ(softmax.weight_bias[2], 0);
}

TEST(SoftmaxOfVectors, IsNaNAtTheLengthsThatIncludeANaN) {
    Sequence sequence(100, 4);
    sequence.keys[90][1] = std::nan("");
    SampledSoftmaxSpec spec = spec_of(4, 2);
    spec.samples = 1;
    const SoftmaxByLength softmax = sequence.softmax(spec, {{9, 10, 100}});
    EXPECT_FALSE(std::isnan(softmax.entropy_plain[0]));
    EXPECT_TRUE(std::isnan(softmax.entropy_plain[1]));
    EXPECT_TRUE(std::isnan(softmax.entropy_plain[2]));
}

TEST(SoftmaxOfVectors, DoesNotDependOnThreads) {
    const Sequence sequence(800, 8);
    SampledSoftmaxSpec spec = spec_of(8, 4);
    spec.query_bias.assign(8, 1);
    spec.samples = 400;
    const oneapi::tbb::global_control allowed(oneapi::tbb::global_control::max_allowed_parallelism, 4);
    const auto entropies = [&](int threads) {
        oneapi::tbb::task_arena arena(threads);
        return arena.execute([&] { return sequence.softmax(spec, {{100, 700}}).entropy_bias; });
    };
    EXPECT_EQ(entropies(1), entropies(4));
}

}  // namespace
}  // namespace poslab
