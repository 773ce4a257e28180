#include "core/base/errors.hpp"
#include "core/hippo/legendre.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab::test {
namespace {

std::vector<double> rests(const std::vector<double>& s) {
    std::vector<double> rest;
    for (const double value : s) rest.push_back(1 - value);
    return rest;
}

// √(2n+1) P_n(2s − 1) from the C++ library, in extended precision.
double by_library(unsigned n, double s) {
    const auto point = static_cast<long double>(s);
    return static_cast<double>(std::sqrt(2.0L * n + 1) * std::legendre(n, 2 * point - 1));
}

TEST(Legendre, IsThatOfTheLibrary) {
    const std::vector<double> s{0, 1e-6, 0.01, 0.2, 0.499, 0.5, 0.6, 0.87, 1 - 1e-6, 1};
    LegendreSweep sweep(s, rests(s));
    for (unsigned n = 0; n <= 128; ++n, sweep.advance()) {
        for (std::size_t i = 0; i < s.size(); ++i) {
            // n roundings, each of up to √(2n+1): 128 · 1.1e-16 · 16 = 2e-13; their signs vary, so a tenth of
            // that is observed.
            EXPECT_NEAR(sweep.values()[i], by_library(n, s[i]), 1e-13) << "n " << n << ", s " << s[i];
        }
    }
}

// Expected values with 40 digits, by the three-term recurrence in Python's mpmath.
TEST(Legendre, Holds4096Degrees) {
    const std::vector<double> s{1e-9, 1e-7, 0.3, 0.5, 0.75, 0.999999};
    const std::vector<double> expected{89.002589096101296, -8.3715087363453295,  -0.36439729499089589,
                                       1.1283791628929988, -0.85739785838116403, 11.225579896952944};
    LegendreSweep sweep(s, rests(s));
    for (int n = 0; n < 4096; ++n) sweep.advance();
    // The header promises 1e-12 √(2n+1); rounding 2s − 1 to a double would cost 1e-9 of that at s = 1e-7.
    for (std::size_t i = 0; i < s.size(); ++i)
        EXPECT_NEAR(sweep.values()[i], expected[i], 9e-11) << "s " << s[i];
    LegendreSweep ends(std::vector<double>{0, 1}, std::vector<double>{1, 0});
    for (int n = 0; n < 4095; ++n) ends.advance();
    EXPECT_DOUBLE_EQ(ends.values()[0], -std::sqrt(8191.0));
    EXPECT_DOUBLE_EQ(ends.values()[1], std::sqrt(8191.0));
}

TEST(Legendre, RefusesPointsElsewhere) {
    const std::vector<double> one{0.5}, two{0.5, 0.5}, beyond{1.5}, below{-0.5}, unknown{NAN};
    EXPECT_THROW(LegendreSweep(one, two), UsageError);
    EXPECT_THROW(LegendreSweep(beyond, below), UsageError);
    EXPECT_THROW(LegendreSweep(below, beyond), UsageError);
    EXPECT_THROW(LegendreSweep(unknown, one), UsageError);
    EXPECT_THROW(LegendreSweep(one, beyond), UsageError);
}

struct ReferenceNode {
    std::int64_t order;
    std::size_t index;
    double node, weight;
};

// Expected values with 40 digits, by Newton's method in x = 2s − 1 in Python's mpmath.
TEST(Quadrature, NodesAndWeightsAreThoseOf40Digits) {
    constexpr double tolerance = 4.5e-16;  // two ulp: rounding to double and a node next to the nearest
    for (const ReferenceNode& reference :
         {ReferenceNode{4096, 0, 8.6155148089575814343e-8, 2.2110192569547433626e-7},
          ReferenceNode{4096, 1, 4.5394628750761256242e-7, 5.1468307020756645746e-7},
          ReferenceNode{4096, 1000, 0.1401658839305616392, 0.00026623515621819011265},
          ReferenceNode{4096, 2047, 0.49980827581147304437, 0.00038344835826076520234},
          ReferenceNode{1000, 499, 0.49921499475995840309, 0.0015700091900914338935},
          ReferenceNode{101, 0, 0.0001403302351148621158, 0.00036011585320093185088},
          ReferenceNode{101, 50, 0.5, 0.015475638119878273234},
          ReferenceNode{10, 0, 0.013046735741414139961, 0.033335672154344068797}}) {
        const Quadrature rule = gauss_legendre(reference.order);
        const std::size_t i = reference.index, mirrored = rule.nodes.size() - 1 - i;
        EXPECT_NEAR(rule.nodes[i] / reference.node, 1, tolerance) << reference.order << ", " << i;
        EXPECT_NEAR(rule.weights[i] / reference.weight, 1, tolerance) << reference.order << ", " << i;
        EXPECT_DOUBLE_EQ(rule.nodes[mirrored], 1 - reference.node);
        EXPECT_EQ(rule.weights[mirrored], rule.weights[i]);
    }
}

TEST(Quadrature, NodesRise) {
    for (const std::int64_t order : {1, 2, 3, 4, 5, 37, 64, 1023, 4096}) {
        const Quadrature rule = gauss_legendre(order);
        EXPECT_EQ(std::adjacent_find(rule.nodes.begin(), rule.nodes.end(), std::greater_equal<>()),
                  rule.nodes.end())
            << order;
        EXPECT_GT(rule.nodes.front(), 0);
        EXPECT_LT(rule.nodes.back(), 1);
        EXPECT_NEAR(std::accumulate(rule.weights.begin(), rule.weights.end(), 0.0), 1, 1e-13) << order;
    }
}

// ∫ s^d ds = 1/(d + 1). A rounding error in a node is multiplied by d in its power.
TEST(Quadrature, IsExactToDegree2NMinus1AndNoFurther) {
    for (const std::int64_t order : {1, 2, 3, 5, 8, 16, 33, 64, 256}) {
        const Quadrature rule = gauss_legendre(order);
        const auto integral = [&](std::int64_t degree) {
            double sum = 0;
            for (std::size_t i = 0; i < rule.nodes.size(); ++i)
                sum += rule.weights[i] * std::pow(rule.nodes[i], static_cast<double>(degree));
            return sum * static_cast<double>(degree + 1);
        };
        for (std::int64_t degree = 0; degree < 2 * order; ++degree) {
            EXPECT_NEAR(integral(degree), 1, 2e-16 * static_cast<double>(degree + 4))
                << order << ", degree " << degree;
        }
        if (order <= 8) {  // it misses s^2N by N!^4 / ((2N+1) (2N)!²): 4.6e-10 of the integral at 8
            EXPECT_GT(1 - integral(2 * order), 1e-10) << order;
        }
    }
}

TEST(Quadrature, RefusesOtherOrders) {
    EXPECT_THROW((void)gauss_legendre(0), UsageError);
    EXPECT_THROW((void)gauss_legendre(-1), UsageError);
    EXPECT_THROW((void)gauss_legendre(4097), UsageError);
    try {
        (void)gauss_legendre(5000);
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(), "--order 5000: must be from 1 to 4096");
    }
}

}  // namespace
}  // namespace poslab::test
