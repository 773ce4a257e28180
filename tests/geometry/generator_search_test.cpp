#include "core/geometry/generator_search.hpp"

#include "tests/geometry/rotation_cases.hpp"

#include <gtest/gtest.h>

#include <cmath>

// The residual is a length that falls in proportion to the distance from its zero, and its entries are right
// to 1e-15. So a search that ends where the residual stops falling ends within about 1e-15 over the slope of
// the zero; the slope is above 0.01 here.
namespace poslab {
namespace {

TEST(GeneratorSearch, EndsAtTheArticlesSolution) {
    test::Uniform random;
    double farthest = 0, residual = 0;
    std::int64_t evaluations = 0;
    for (int n = 0; n < 200; ++n) {
        PlaneEncoding of{Construction::matrix_exponential, random(0.1, 1.5), random(2), random(2), random(2)};
        if (n % 2 == 1) {  // from another start than its default
            of.d = random(2);
            of.e = random(2);
        }
        const GeneratorSearch found = search_second_generator(of, static_cast<std::uint64_t>(n));
        farthest =
            std::max({farthest, std::abs(found.first - of.c * of.f), std::abs(found.second + of.b * of.f)});
        residual = std::max(residual, found.residual);
        evaluations = std::max(evaluations, found.evaluations);
        EXPECT_NEAR(found.first, of.c * of.f, 1e-9) << of.theta << ' ' << of.b << ' ' << of.c << ' ' << of.f;
        EXPECT_NEAR(found.second, -of.b * of.f, 1e-9)
            << of.theta << ' ' << of.b << ' ' << of.c << ' ' << of.f;
    }
    EXPECT_LT(residual, 1e-12);
    RecordProperty("farthest", std::to_string(farthest * 1e15) + "e-15");
    RecordProperty("residual", std::to_string(residual * 1e15) + "e-15");
    RecordProperty("evaluations", std::to_string(evaluations));
}

TEST(GeneratorSearch, IsTheSameForTheSameSeed) {
    PlaneEncoding of{Construction::matrix_exponential, 0.8, 0.6, -1.1, 1.4};
    const GeneratorSearch once = search_second_generator(of, 7), again = search_second_generator(of, 7);
    EXPECT_EQ(once.first, again.first);
    EXPECT_EQ(once.second, again.second);
    EXPECT_GT(once.evaluations, 5) << "it looks for it";
    of.d = 0;
    of.e = 0;
    EXPECT_NEAR(search_second_generator(of).first, -1.1 * 1.4, 1e-9);
}

TEST(GeneratorSearch, EndsWithoutRotations) {
    const GeneratorSearch found = search_second_generator({Construction::matrix_exponential, 0, 1, 1, 1});
    EXPECT_EQ(found.residual, 0);
    EXPECT_TRUE(std::isfinite(found.first));
}

TEST(GeneratorSearch, FindsOnlyZeroForThreeByThree) {
    test::Uniform random(2);
    double farthest = 0;
    for (int n = 0; n < 50; ++n) {
        const GeneratorSearch found =
            search_three_by_three({Construction::three_by_three, random(0.1, 1.5), random(2), random(2)},
                                  static_cast<std::uint64_t>(n));
        farthest = std::max(farthest, std::hypot(found.first, found.second));
        EXPECT_LT(found.residual, 1e-9);
    }
    EXPECT_LT(farthest, 1e-6);
    RecordProperty("farthest", std::to_string(farthest * 1e15) + "e-15");
    EXPECT_LT(std::abs(search_three_by_three({Construction::three_by_three, 1, 0, 0}).first), 1e-6)
        << "starts next to it";
}

// √2 · size in every direction. The residual falls with size and is at least a fixed fraction of it
// everywhere, so it has no other zero.
TEST(GeneratorSearch, DirectionsOfThreeByThreeAreAllAlike) {
    for (const double theta : {0.3, 1.0, 1.5}) {
        double last_size = 0, last_least = 0, last_most = 0;
        for (const double size : {0.01, 0.03, 0.1, 0.3, 1.0}) {
            const DirectionSearch found = search_directions(theta, size, 72);
            EXPECT_NEAR(found.min_commutator / size, std::sqrt(2), 1e-14);
            EXPECT_NEAR(found.max_commutator / size, std::sqrt(2), 1e-14);
            EXPECT_LE(found.min_residual, found.max_residual);
            EXPECT_GT(found.min_residual, 0.05 * size) << theta;
            EXPECT_GT(found.min_residual, last_least);
            EXPECT_GT(found.max_residual, last_most);
            if (last_size > 0) {
                EXPECT_NEAR((found.max_residual / size) / (last_most / last_size), 1, 0.2) << "in proportion";
            }
            last_size = size;
            last_least = found.min_residual;
            last_most = found.max_residual;
        }
    }
    EXPECT_LT(search_directions(1, 0, 8).max_residual, 1e-15) << "B2 itself vanishes";
}

}  // namespace
}  // namespace poslab
