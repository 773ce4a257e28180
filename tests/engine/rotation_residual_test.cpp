#include "core/engine/rotation_residual.hpp"
#include "core/base/errors.hpp"
#include "core/base/job.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/field.hpp"
#include "core/geometry/plane_encoding.hpp"
#include "tests/support/engine_cases.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>
#include <unsupported/Eigen/MatrixFunctions>

#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <random>
#include <string>
#include <vector>

// Each number is within 2e-13 of the exact one; engines differ by at most twice that, in practice by less
// than 2e-13. Against Eigen's matrix exponential of exponents of norm 20: 1e-12, from its squarings.
namespace poslab {
namespace {

class RotationResidualOfEngine : public test::EngineTest {
  protected:
    [[nodiscard]] static Field residual(const ResidualPlan& plan, const PlaneWindow& window) {
        return engine().run(operation::RotationResidual{plan, window}, Job{});
    }
};

class RandomSkews {
  public:
    explicit RandomSkews(std::uint64_t seed) : random_(test::test_seed(seed)) {}
    Skew<DoubleDouble> operator()() {
        const auto next = [&] { return DoubleDouble(number_(random_)); };
        return {next(), next(), next(), next(), next(), next()};
    }

  private:
    std::mt19937_64 random_;
    std::uniform_real_distribution<double> number_{-1, 1};
};

Eigen::Matrix4d written(const AffineExponent& exponent, double x, double y) {
    const auto matrix = [](const Skew<DoubleDouble>& of) { return skew_matrix(narrow(of)); };
    return matrix(exponent.constant) + x * matrix(exponent.along_x) + y * matrix(exponent.along_y);
}

Skew<DoubleDouble> negative(const Skew<DoubleDouble>& of) { return DoubleDouble(-1) * of; }

/// Relativity from a first position: constant, second = x θ B1 + y θ B2, third = second − first.
ResidualPlan relativity_plan(const PlaneEncoding& of, PlanePosition first) {
    const PlaneGenerators b = generators(of);
    const AffineExponent second{{}, DoubleDouble(of.theta) * b.x, DoubleDouble(of.theta) * b.y};
    const Skew<DoubleDouble> start = exponent_at(of, first);
    return {{start, {}, {}}, second, {negative(start), second.along_x, second.along_y}};
}

PlaneWindow around(double x, double y, double half, std::int64_t width, std::int64_t height) {
    return {x - half, x + half, y - half, y + half, width, height};
}

TEST_P(RotationResidualOfEngine, IsThatOfMatrixExponentials) {
    RandomSkews random(1);
    double largest = 0;
    for (int n = 0; n < 10; ++n) {
        const ResidualPlan plan{
            {random(), random(), random()}, {random(), random(), random()}, {random(), random(), random()}};
        const PlaneWindow window{-3, 2, -1, 4, 9, 7};
        const Field field = residual(plan, window);
        ASSERT_EQ(field.width, 9);
        ASSERT_EQ(field.height, 7);
        ASSERT_EQ(field.values.size(), 63U);
        for (std::int64_t row = 0; row < 7; ++row) {
            for (std::int64_t column = 0; column < 9; ++column) {
                // Centres of the cells, row 0 at the top.
                const double x = -3 + 5 * (static_cast<double>(column) + 0.5) / 9,
                             y = 4 - 5 * (static_cast<double>(row) + 0.5) / 7;
                const Eigen::Matrix4d first = written(plan.first, x, y).exp(),
                                      second = written(plan.second, x, y).exp(),
                                      third = written(plan.third, x, y).exp();
                const double expected = (first.transpose() * second - third).norm();
                largest = std::max(
                    largest, std::abs(field.values[static_cast<std::size_t>(row * 9 + column)] - expected));
            }
        }
    }
    EXPECT_LT(largest, 1e-12);
    RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

TEST_P(RotationResidualOfEngine, IsTheRelativityOfEncodings) {
    PlaneEncoding free{Construction::matrix_exponential, 0.8, 0.7, -0.4, 1.2};
    free.d = 0.3;
    free.e = 0.2;
    for (const PlaneEncoding& of :
         {PlaneEncoding{}, PlaneEncoding{Construction::matrix_exponential, 1.5, 0.7, -2, -1.2}, free,
          PlaneEncoding{Construction::quaternion, 0.9},
          PlaneEncoding{Construction::three_by_three, 1, 0.6, 0.8}, PlaneEncoding{Construction::sum, 0.3}}) {
        for (const double at : {0.0, 1e4}) {
            const PlanePosition first{at + 1.25, at - 2.5};
            const PlaneWindow window = around(at, -at, 4, 8, 6);
            const Field field = residual(relativity_plan(of, first), window);
            for (std::int64_t row = 0; row < window.height; ++row) {
                for (std::int64_t column = 0; column < window.width; ++column) {
                    const double expected = relativity_residual(of, first, {window.x(column), window.y(row)});
                    EXPECT_NEAR(field.values[static_cast<std::size_t>(row * window.width + column)], expected,
                                2e-13);
                }
            }
        }
    }
}

// The residual is zero for commuting generators; by matrices, 16 roundings remain.
TEST_P(RotationResidualOfEngine, OfCommutingGeneratorsIsNothing) {
    const PlaneEncoding of{Construction::matrix_exponential, 1.5, 2, -2, 1.9};
    for (const double centre : {0.0, 50.0, 1e3, 1e9, 1e12, 1e15}) {
        const PlaneWindow window = around(centre, 0.5 * centre, 100, 20, 20);
        double largest = 0;
        for (const double value : residual(relativity_plan(of, {3.5, centre}), window).values)
            largest = std::max(largest, value);
        EXPECT_LT(largest, 2e-13) << centre;
    }
}

// The angle of the sum is small where x = −y, however large both are: it must be computed without
// cancellation.
TEST_P(RotationResidualOfEngine, LargeTermsThatCancelLoseNothing) {
    const PlaneEncoding of{Construction::sum, 0.1};
    const PlaneWindow window = around(0, 0, 2, 9, 9);
    const PlaneWindow far{1e9 - 2, 1e9 + 2, -1e9 - 2, -1e9 + 2, 9, 9};
    for (const double value : residual(relativity_plan(of, {1e9 + 1, -1e9}), far).values)
        EXPECT_LT(value, 2e-13);
    // Two exponents that differ by a rotation of 0.25 everywhere: ‖R(0.25) − I‖ = √8 sin(1/8).
    const Skew<DoubleDouble> large{0.3e9};
    const ResidualPlan plan{{negative(large), {0.1}, {}}, {{DoubleDouble(-0.3e9) + 0.25}, {0.1}, {}}, {}};
    const PlaneWindow where{3e9 - 1, 3e9 + 1, -1, 1, 8, 3};
    for (const double value : residual(plan, where).values)
        EXPECT_NEAR(value, std::sqrt(8.0) * std::sin(0.125), 2e-13);
    for (const double value : residual(relativity_plan(of, {0, 0}), window).values) EXPECT_LT(value, 2e-13);
}

TEST_P(RotationResidualOfEngine, PutsTheTopFirst) {
    // A rotation of one plane by x + 10 y, compared with the identity.
    const ResidualPlan plan{{}, {{}, {DoubleDouble(0.01)}, {DoubleDouble(0.1)}}, {}};
    const Field field = residual(plan, {0, 4, 0, 2, 4, 2});
    const double rows[2]{1.5, 0.5}, columns[4]{0.5, 1.5, 2.5, 3.5};
    for (std::size_t row = 0; row < 2; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
            const double angle = 0.01 * columns[column] + 0.1 * rows[row];
            EXPECT_NEAR(field.values[row * 4 + column], std::sqrt(8.0) * std::sin(angle / 2), 1e-15);
        }
    }
}

TEST_P(RotationResidualOfEngine, CoversOnePointAndLines) {
    const PlaneEncoding of{Construction::quaternion, 0.9};
    const ResidualPlan plan = relativity_plan(of, {1, 0.5});
    const Field point = residual(plan, {1, 3, -2, 0, 1, 1});
    ASSERT_EQ(point.values.size(), 1U);
    EXPECT_NEAR(point.values[0], relativity_residual(of, {1, 0.5}, {2, -1}), 2e-13);
    const Field row = residual(plan, {0, 7, -2, 0, 7, 1}), column = residual(plan, {2, 4, -7, 0, 1, 7});
    for (std::size_t n = 0; n < 7; ++n) {
        const auto step = static_cast<double>(n) + 0.5;
        EXPECT_NEAR(row.values[n], relativity_residual(of, {1, 0.5}, {step, -1}), 2e-13);
        EXPECT_NEAR(column.values[n], relativity_residual(of, {1, 0.5}, {3, -step}), 2e-13);
    }
}

TEST_P(RotationResidualOfEngine, OfNothingIsExactlyNothing) {
    for (const double value : residual({}, {-1, 1, -1, 1, 3, 3}).values) EXPECT_EQ(value, 0);
}

TEST_P(RotationResidualOfEngine, RefusesWindowsThatAreNone) {
    for (const auto& [width, height] : {std::pair(0, 1), std::pair(1, 0), std::pair(-1, -1)}) {
        EXPECT_THROW((void)residual({}, {-1, 1, -1, 1, width, height}), UsageError);
    }
    for (const double end : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL}) {
        EXPECT_THROW((void)residual({}, {end, 1, -1, 1, 2, 2}), UsageError);
        EXPECT_THROW((void)residual({}, {-1, end, -1, 1, 2, 2}), UsageError);
        EXPECT_THROW((void)residual({}, {-1, 1, end, 1, 2, 2}), UsageError);
        EXPECT_THROW((void)residual({}, {-1, 1, -1, end, 2, 2}), UsageError);
    }
    EXPECT_THROW((void)residual({}, {-1, 1, -1, 1, 4097, 4096}), TooLarge);
    EXPECT_THROW((void)residual({}, {-1, 1, -1, 1, std::int64_t{1} << 62, std::int64_t{1} << 62}), TooLarge);
    EXPECT_TRUE(engine().unsupported_reason(Operation::rotation_residual, 1e4).empty());
}

TEST_P(RotationResidualOfEngine, StopsWhenAsked) {
    const ResidualPlan plan = relativity_plan({Construction::quaternion, 0.9}, {1, 0.5});
    std::stop_source stop;
    std::atomic<int> reports{0};
    const Job job(stop.get_token(), [&](double fraction) {
        EXPECT_GE(fraction, 0.0);
        EXPECT_LE(fraction, 1.0);
        if (++reports == 2) stop.request_stop();  // a device reports piece by piece
    });
    const PlaneWindow window{-9, 9, -9, 9, 4, 20000};
    EXPECT_THROW((void)engine().run(operation::RotationResidual{plan, window}, job), Cancelled);
    EXPECT_LT(reports, 1000);
    EXPECT_THROW((void)engine().run(operation::RotationResidual{plan, window}, job), Cancelled)
        << "from the start";
}

TEST_P(RotationResidualOfEngine, ReportsItsProgressToTheEnd) {
    std::mutex mutex;
    double largest = 0;
    const Job job({}, [&](double fraction) {
        const std::lock_guard lock(mutex);
        largest = std::max(largest, fraction);
    });
    (void)engine().run(operation::RotationResidual{{}, {-1, 1, -1, 1, 3, 37}}, job);
    EXPECT_EQ(largest, 1);
}

// Angles just below and above the switch to 106 bits in the CPU engine, and far from the origin.
TEST_P(RotationResidualOfEngine, AgreesWithTheReferenceAnywhere) {
    RandomSkews random(2);
    double largest = 0;
    for (const double centre : {0.0, 10.0, 100.0, 150.0, 1e4, 1e9, 1e12}) {
        for (int n = 0; n < 5; ++n) {
            const ResidualPlan plan{{random(), random(), random()},
                                    {random(), random(), random()},
                                    {random(), random(), random()}};
            const PlaneWindow window = around(centre, -0.3 * centre, 5, 12, 11);
            const Field expected = reference_engine().run(operation::RotationResidual{plan, window}, Job{}),
                        actual = residual(plan, window);
            for (std::size_t at = 0; at < expected.values.size(); ++at)
                largest = std::max(largest, std::abs(expected.values[at] - actual.values[at]));
        }
    }
    EXPECT_LT(largest, 2e-13);
    RecordProperty("largest", std::to_string(largest * 1e15) + "e-15");
}

INSTANTIATE_TEST_SUITE_P(Engines, RotationResidualOfEngine, testing::ValuesIn(test::all_engines()),
                         test::engine_name);

}  // namespace
}  // namespace poslab
