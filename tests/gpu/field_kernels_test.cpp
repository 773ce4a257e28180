#include "core/engine/rotation_residual.hpp"
#include "gpu/tasks.hpp"
#include "tests/gpu/device_cases.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <random>

namespace poslab::gpu {
namespace {

using Pair = std::array<double, 2>;
using Four = std::array<double, 4>;

class FieldKernels : public EveryDevice {};
INSTANTIATE_TEST_SUITE_P(Devices, FieldKernels, every_device(), device_name);

constexpr std::uint64_t masked_bits = 0x7FF8'1234'5678'9ABCu;

/// Input of position_field, with a window that is no multiple of a group.
struct PositionCase {
    static constexpr int height = 37, width = 53, pieces = 3;
    std::vector<std::array<std::int32_t, 2>> runs;
    std::vector<Pair> rows, columns;
    std::vector<Four> of{{0, 1, 1, 0}, {512.5, 1, 16, 0}, {-0.25, 0.7, 3, 0}};
};

PositionCase position_case() {
    PositionCase made;
    std::mt19937 random(8);
    std::uniform_int_distribution<int> token(0, 1 << 30), begin(-5, 3), size(-1, 10);
    std::uniform_real_distribution<double> part(-1, 1);
    // Integers in the first pieces, other numbers of 106 bits in the last.
    const auto term = [&](int piece) {
        const double high = token(random) + (piece == 2 ? part(random) : 0);
        return Pair{high, piece == 2 ? high * part(random) * 0x1p-54 : 0};
    };
    for (int piece = 0; piece < PositionCase::pieces; ++piece) {
        for (int row = 0; row < PositionCase::height; ++row) {
            // separate, from before the field to beyond it, some of them empty
            const int first = 18 * piece + begin(random);
            made.runs.push_back({first, first + size(random)});
            made.rows.push_back(term(piece));
        }
        for (int column = 0; column < PositionCase::width; ++column) made.columns.push_back(term(piece));
    }
    return made;
}

/// NaN where no piece contains the cell.
double expected_position(const PositionCase& made, int row, int column) {
    for (int piece = 0; piece < PositionCase::pieces; ++piece) {
        const auto at = static_cast<std::size_t>(piece * PositionCase::height + row);
        if (column < made.runs[at][0] || column >= made.runs[at][1]) continue;
        const Pair& a = made.rows[at];
        const Pair& b = made.columns[static_cast<std::size_t>(piece * PositionCase::width + column)];
        const auto& [offset, scale, divisor, unused] = made.of[static_cast<std::size_t>(piece)];
        return offset + scale * ((a[0] - b[0]) + (a[1] - b[1])) / divisor;
    }
    return std::nan("");
}

TEST_P(FieldKernels, PositionsOfPieces) {
    const PositionCase made = position_case();
    const PositionFieldTask task{PositionCase::height, PositionCase::width, PositionCase::pieces,
                                 static_cast<std::uint32_t>(masked_bits), masked_bits >> 32};
    const auto runs = buffer_of(made.runs), rows = buffer_of(made.rows), columns = buffer_of(made.columns),
               of = buffer_of(made.of);
    const auto out = buffer_of(std::vector<double>(PositionCase::height * PositionCase::width + 5, -7.0));
    run(Kernel::position_field, task, 4, 3, {runs.get(), rows.get(), columns.get(), of.get(), out.get()});
    const std::vector<double> found = values_of<double>(*out);
    std::size_t n = 0, masked = 0;
    for (int row = 0; row < PositionCase::height; ++row) {
        for (int column = 0; column < PositionCase::width; ++column, ++n) {
            const double expected = expected_position(made, row, column);
            masked += std::isnan(expected) ? 1 : 0;
            if (std::isnan(expected)) {
                ASSERT_EQ(std::bit_cast<std::uint64_t>(found[n]), masked_bits) << row << " " << column;
            } else {
                // Exact for integers; otherwise the loop's difference is right to 2^-52 of 2^31.
                ASSERT_NEAR(found[n], expected, expected == std::floor(expected * 32) / 32 ? 0 : 0x1p-20)
                    << row << " " << column;
            }
        }
    }
    EXPECT_GT(masked, 100u);
    EXPECT_LT(masked, n - 100);
    for (; n < found.size(); ++n) EXPECT_EQ(found[n], -7.0) << "beyond the field";
}

/// A sum of cosines and sines at one distance, from 64-bit integer phases.
double expected_sum(std::uint64_t distance, const std::vector<std::uint64_t>& frequencies,
                    const std::vector<Pair>& weights) {
    long double sum = 0;
    for (std::size_t p = 0; p < frequencies.size(); ++p) {
        const auto phase = static_cast<std::int64_t>(distance * frequencies[p]);
        const long double angle =
            std::ldexp(2 * std::numbers::pi_v<long double> * static_cast<long double>(phase), -64);
        sum += weights[p][0] * std::cos(angle) + weights[p][1] * std::sin(angle);
    }
    return static_cast<double>(sum);
}

TEST_P(FieldKernels, CosineProfile) {
    // a group and a partial one, far from the origin
    constexpr std::uint32_t begin = 2'147'480'000, count = 1500;
    constexpr std::size_t frequency_count = 37;  // two batches and a partial one
    std::mt19937_64 random(22);
    std::uniform_real_distribution<double> weight(-1, 1);
    std::vector<std::uint64_t> frequencies;
    std::vector<std::array<std::uint32_t, 2>> phases;
    std::vector<Pair> weights;
    double most = 0;
    for (std::size_t p = 0; p < frequency_count; ++p) {
        frequencies.push_back(random() >> p);
        phases.push_back(
            {static_cast<std::uint32_t>(frequencies[p] >> 32), static_cast<std::uint32_t>(frequencies[p])});
        weights.push_back({weight(random), weight(random)});
        most += std::abs(weights[p][0]) + std::abs(weights[p][1]);
    }
    const auto gained = buffer_of(phases), of = buffer_of(weights),
               out = buffer_of(std::vector<double>(count + 3, -7.0));
    run(Kernel::cosine_profile, CosineProfileTask{begin, count, frequency_count}, 2, 1,
        {gained.get(), of.get(), out.get()});
    const std::vector<double> found = values_of<double>(*out);
    // Two rotations, right to two ulp of 1 each, and their products; sums of 37 terms round less than that
    // overall.
    const double allowed = most * 8 * 0x1p-52;
    for (std::uint32_t n = 0; n < count; ++n) {
        ASSERT_NEAR(found[n], expected_sum(begin + n, frequencies, weights), allowed) << n;
    }
    for (std::size_t n = count; n < found.size(); ++n) EXPECT_EQ(found[n], -7.0) << "beyond the profile";
}

/// An exponent of about `size` with numbers of 106 bits.
AffineExponent random_exponent(std::mt19937& random, double size) {
    std::uniform_real_distribution<double> unit(-1, 1);
    const auto number = [&] {
        return DoubleDouble(size * unit(random)) + DoubleDouble(size * unit(random) * 0x1p-60);
    };
    const auto skew = [&] {
        return Skew<DoubleDouble>{number(), number(), number(), number(), number(), number()};
    };
    return {skew(), skew(), skew()};
}

std::vector<Pair> numbers_of(const ResidualPlan& plan) {
    std::vector<Pair> numbers;
    for (const AffineExponent* exponent : {&plan.first, &plan.second, &plan.third}) {
        for (const Skew<DoubleDouble>* of : {&exponent->constant, &exponent->along_x, &exponent->along_y}) {
            for (const DoubleDouble* x : {&of->a, &of->b, &of->c, &of->d, &of->e, &of->f})
                numbers.push_back({x->x[0], x->x[1]});
        }
    }
    return numbers;
}

TEST_P(FieldKernels, ResidualsOfRotations) {
    const PlaneWindow window{.left = -3, .right = 5, .bottom = -2, .top = 7, .width = 67, .height = 21};
    std::mt19937 random(4);
    for (const double size : {0.01, 1.0, 1e5, 1e12}) {
        const ResidualPlan plan{random_exponent(random, size), random_exponent(random, size),
                                random_exponent(random, size)};
        std::vector<double> x, y;
        for (std::int64_t column = 0; column < window.width; ++column) x.push_back(window.x(column));
        for (std::int64_t row = 0; row < window.height; ++row) y.push_back(window.y(row));
        const auto exponents = buffer_of(numbers_of(plan)), across = buffer_of(x), up = buffer_of(y);
        const auto out =
            buffer_of(std::vector<double>(static_cast<std::size_t>(window.width * window.height), -7.0));
        for (const auto& [first, rows] : {std::array{0, 8}, std::array{8, 13}})
            run(Kernel::rotation_residual, ResidualTask{static_cast<int>(window.width), first, rows}, 2,
                static_cast<std::uint32_t>(rows), {exponents.get(), across.get(), up.get(), out.get()});
        const std::vector<double> found = values_of<double>(*out);
        const Field expected = rotation_residual_by_matrices(plan, window, Job());
        // Entries of rotations are right to a few ulp of 1, and sixteen of them make up a residual.
        for (std::size_t n = 0; n < found.size(); ++n)
            ASSERT_NEAR(found[n], expected.values[n], 2e-14) << size << ", " << n;
    }
}

}  // namespace
}  // namespace poslab::gpu
