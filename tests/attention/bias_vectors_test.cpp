#include "core/attention/bias_vectors.hpp"

#include "core/base/random.hpp"
#include "core/encoding/frequencies.hpp"
#include "tests/attention/plain_rotations.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace poslab::test {
namespace {

std::vector<double> normal_vector(std::size_t dim, std::uint64_t seed) {
    std::vector<double> x(dim);
    for (std::size_t n = 0; n < dim; ++n) x[n] = random_normal(seed, RandomStream::signal, n);
    return x;
}

double dot(std::span<const double> x, std::span<const double> y) {
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

double value_at(const RotatedProduct& product, long double distance) {
    long double value = product.constant;
    for (std::size_t p = 0; p < product.sum.frequencies.size(); ++p) {
        const long double angle = distance * static_cast<long double>(product.sum.frequencies[p]);
        value +=
            product.sum.cosine_weights[p] * std::cos(angle) + product.sum.sine_weight(p) * std::sin(angle);
    }
    return static_cast<double>(value);
}

std::vector<double> pair_thetas(std::int64_t dim) {
    RotarySpec spec;
    spec.dim = dim;
    return rotary_frequencies(spec).inverse_frequency;
}

// (R_i a)^T (R_j b) with both matrices written out, for a gaussian pair, in both pairings and with unrotated
// dimensions; only rounding differs.
TEST(BiasVectors, TheFourthTermIsThatOfRotationMatrices) {
    for (const Pairing pairing : {Pairing::gpt_j, Pairing::gpt_neox})
        for (const std::size_t pairs : {std::size_t{6}, std::size_t{4}}) {
            Rotary rotary{pair_thetas(static_cast<std::int64_t>(2 * pairs)), pairing};
            const QueryKeyBias bias = bias_vectors(
                {.bias = SyntheticBias::gaussian, .scale = 0.7, .seed = 3, .head = 2, .dim = 12}, rotary);
            const RotatedProduct product_of_both = rotated_product(bias.query, bias.key, rotary);
            for (const auto& [i, j] : {std::pair{0, 0}, std::pair{5, 2}, std::pair{40, 39},
                                       std::pair{1000, 3}, std::pair{7, 900}}) {
                const double expected = dot(product(plain_rotation(12, rotary, i), bias.query),
                                            product(plain_rotation(12, rotary, j), bias.key));
                EXPECT_NEAR(value_at(product_of_both, i - j), expected, 1e-11)
                    << i << " " << j << " " << pairs;
            }
            EXPECT_NEAR(product_of_both.at_zero(), dot(bias.query, bias.key), 1e-13);
        }
}

TEST(BiasVectors, SandwichIsASumOfCosines) {
    for (const Pairing pairing : {Pairing::gpt_j, Pairing::gpt_neox}) {
        const Rotary rotary{{0.1, 0.01}, pairing};
        const QueryKeyBias bias =
            bias_vectors({.bias = SyntheticBias::sandwich, .lambda = 1, .dim = 4}, rotary);
        const RotatedProduct fourth = rotated_product(bias.query, bias.key, rotary);
        // The expected values are cos 0 + cos 0, cos 1 + cos 0.1, cos 5 + cos 0.5 and cos 10 + cos 1.
        EXPECT_NEAR(value_at(fourth, 0), 2, 1e-15);
        EXPECT_NEAR(value_at(fourth, 10), 1.5353, 5e-5);
        EXPECT_NEAR(value_at(fourth, 50), 1.1612, 5e-5);
        EXPECT_NEAR(value_at(fourth, 100), -0.2988, 5e-5);
    }
}

TEST(BiasVectors, DrawsAreNumberedByHead) {
    const Rotary rotary{pair_thetas(8), Pairing::gpt_j};
    const QueryKeyBias bias =
        bias_vectors({.bias = SyntheticBias::gaussian, .scale = 2, .seed = 5, .head = 3, .dim = 8}, rotary);
    for (std::size_t c = 0; c < 8; ++c) {
        EXPECT_EQ(bias.query[c], 2 * random_normal(5, RandomStream::query_bias, 24 + c));
        EXPECT_EQ(bias.key[c], 2 * random_normal(5, RandomStream::key_bias, 24 + c));
    }
    const QueryKeyBias ones = bias_vectors({.bias = SyntheticBias::constant, .scale = 0.5, .dim = 8}, rotary);
    EXPECT_EQ(ones.query, std::vector<double>(8, 0.5));
    EXPECT_EQ(bias_vectors({.bias = SyntheticBias::zero, .dim = 8}, rotary).key, std::vector<double>(8, 0.0));
}

// Central differences of a linear function are exact up to rounding: eps |s| / step = 1e-12.
TEST(BiasVectors, TheGradientIsThatOfFiniteDifferences) {
    const Rotary rotary{pair_thetas(6), Pairing::gpt_neox};
    const std::vector<double> x = normal_vector(8, 1), k = normal_vector(8, 2);
    const auto score = [&](const std::vector<double>& b) {
        std::vector<double> y(k);
        for (std::size_t n = 0; n < 8; ++n) y[n] += b[n];
        return dot(product(plain_rotation(8, rotary, 9), x), product(plain_rotation(8, rotary, 4), y));
    };
    const std::vector<double> gradient = key_bias_gradient(x, 5, rotary);
    double off = 0;
    for (std::size_t n = 0; n < 8; ++n) {
        std::vector<double> b(8, 0.0);
        b[n] = 1e-3;
        const double above = score(b);
        b[n] = -1e-3;
        const double numeric = (above - score(b)) / 2e-3;
        EXPECT_NEAR(gradient[n], numeric, 1e-10);
        off = std::max(off, std::abs(key_bias_gradient(x, -5, rotary)[n] - numeric));
    }
    EXPECT_GT(off, 0.1);  // the article's R_m^T R_n (a + q)
}

TEST(BiasVectors, AKeyBiasCancelsWithoutRotationAndNotWithIt) {
    const Rotary rotary{pair_thetas(8), Pairing::gpt_j}, none{{}, Pairing::gpt_j};
    const std::vector<double> q = normal_vector(8, 1), keys = normal_vector(80, 2), zeros(8, 0.0),
                              b = normal_vector(8, 3);
    const auto change = [&](const Rotary& by) {
        const auto without = weights_of_query(q, keys, {zeros, zeros}, by, 1),
                   with = weights_of_query(q, keys, {zeros, b}, by, 1);
        EXPECT_NEAR(std::accumulate(with.begin(), with.end(), 0.0), 1, 1e-14);
        double largest = 0;
        for (std::size_t n = 0; n < without.size(); ++n)
            largest = std::max(largest, std::abs(with[n] - without[n]));
        return largest;
    };
    EXPECT_LT(change(none), 1e-14);
    EXPECT_GT(change(rotary), 0.01);
    // Written out for one key: softmax of scale q^T R^T (k + b).
    const auto weights = weights_of_query(q, keys, {zeros, b}, rotary, 0.5);
    double sum = 0, third = 0;
    for (std::size_t n = 0; n < 10; ++n) {
        std::vector<double> y(keys.begin() + static_cast<std::ptrdiff_t>(8 * n),
                              keys.begin() + static_cast<std::ptrdiff_t>(8 * n + 8));
        for (std::size_t c = 0; c < 8; ++c) y[c] += b[c];
        const double e =
            std::exp(0.5 * dot(product(plain_rotation(8, rotary, static_cast<long double>(n)), q), y));
        sum += e;
        if (n == 3) third = e;
    }
    EXPECT_NEAR(weights[3], third / sum, 1e-13);
}

TEST(BiasVectors, DeviationsAreNorms) {
    const IsotropicDeviations sd = isotropic_deviations({{3, 4, 0, 0}, {0, 0, 0, 12}});
    EXPECT_DOUBLE_EQ(sd.content, 2);
    EXPECT_DOUBLE_EQ(sd.bias_key, 5);
    EXPECT_DOUBLE_EQ(sd.query_bias, 12);
    EXPECT_DOUBLE_EQ(sd.total, std::sqrt(4 + 25 + 144));
}

}  // namespace
}  // namespace poslab::test
