#include "core/engine/rotation_residual.hpp"
#include "cuda_devices.hpp"
#include "gpu/tasks.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <numbers>

using namespace poslab;
using namespace poslab::gpu;

namespace {

class CudaFields : public CudaKernels {};
INSTANTIATE_TEST_SUITE_P(Machine, CudaFields,
                         testing::Values(CudaMachineKind::emulated, CudaMachineKind::real), machine_name);

// A field of irregular size with terms that no double represents exactly, compared with the same cells in 64
// bits of mantissa.
TEST_P(CudaFields, PositionFieldIsItsPiecesAndMaskedElsewhere) {
    constexpr int height = 37;
    constexpr int width = 53;
    constexpr int pieces = 2;
    constexpr std::uint64_t masked = 0x7FF8'6D61'736B'6564;
    std::vector<std::array<int, 2>> runs;
    std::vector<std::array<double, 2>> rows;
    std::vector<std::array<double, 2>> columns;
    const auto term = [](long double x) { return std::array{double(x), double(x - double(x))}; };
    const auto row_term = [](int piece, int a) { return (1e6L * a + piece) / 3; };
    const auto column_term = [](int piece, int b) { return (1e6L * b - piece) / 7; };
    const auto run_of = [](int piece, int a) {
        return piece == 0 ? std::array{0, a} : std::array{a + 3, width - 1};
    };
    for (int piece = 0; piece < pieces; ++piece) {
        for (int a = 0; a < height; ++a) runs.push_back(run_of(piece, a));
        for (int a = 0; a < height; ++a) rows.push_back(term(row_term(piece, a)));
        for (int b = 0; b < width; ++b) columns.push_back(term(column_term(piece, b)));
    }
    const std::vector<std::array<double, 4>> units{{0.5, 1, 1, 0}, {-3, 1, 16, 0}};
    const auto run_buffer = sent(runs);
    const auto row_buffer = sent(rows);
    const auto column_buffer = sent(columns);
    const auto unit_buffer = sent(units);
    const auto out = room<double>(height * width);
    const PositionFieldTask task{height, width, pieces, static_cast<uint>(masked),
                                 static_cast<uint>(masked >> 32U)};
    run(Kernel::position_field, 4, 3, task,
        {run_buffer.get(), row_buffer.get(), column_buffer.get(), unit_buffer.get(), out.get()});
    const std::vector<double> field = received<double>(*out);
    for (int a = 0; a < height; ++a) {
        for (int b = 0; b < width; ++b) {
            const double value = field[static_cast<std::size_t>(a * width + b)];
            const int piece = b < std::min(a, width) ? 0 : (b >= a + 3 && b < width - 1 ? 1 : -1);
            if (piece < 0) {
                EXPECT_EQ(std::bit_cast<std::uint64_t>(value), masked) << a << ' ' << b;
                continue;
            }
            const auto& unit = units[static_cast<std::size_t>(piece)];
            const double difference = static_cast<double>(row_term(piece, a) - column_term(piece, b));
            // Up to one ulp: the difference here is itself rounded to 64 bits.
            const double expected = unit[0] + unit[1] * difference / unit[2];
            EXPECT_NEAR(value, expected, std::abs(expected) * 0x1p-52) << a << ' ' << b;
        }
    }
}

// Phases of positions near 2^32 are exact; sums of 13 cosines are within some 1e-15 of those computed with 64
// bits of mantissa.
TEST_P(CudaFields, CosineProfileIsTheSumOfItsCosines) {
    constexpr uint begin = 4'000'000'123U;
    constexpr uint count = 2500;
    std::vector<std::array<uint, 2>> phases;
    std::vector<std::array<double, 2>> weights;
    std::vector<std::uint64_t> turns;
    for (int p = 0; p < 13; ++p) {
        turns.push_back(0x1234'5678'9ABC'DEF1ULL >> (4 * p));
        phases.push_back({static_cast<uint>(turns.back() >> 32U), static_cast<uint>(turns.back())});
        weights.push_back({1.0 / (p + 1), 0.25 * p - 1});
    }
    const auto phase_buffer = sent(phases);
    const auto weight_buffer = sent(weights);
    const auto out = room<double>(count);
    run(Kernel::cosine_profile, (count + 1023) / 1024, 1, CosineProfileTask{begin, count, 13},
        {phase_buffer.get(), weight_buffer.get(), out.get()});
    const std::vector<double> profile = received<double>(*out);
    for (uint n = 0; n < count; ++n) {
        long double sum = 0;
        for (std::size_t p = 0; p < turns.size(); ++p) {
            const auto turn = static_cast<std::int64_t>(turns[p] * (begin + n));  // modulo whole turns
            const long double angle =
                2 * std::numbers::pi_v<long double> * std::ldexp(static_cast<long double>(turn), -64);
            sum += weights[p][0] * std::cos(angle) + weights[p][1] * std::sin(angle);
        }
        EXPECT_NEAR(profile[n], static_cast<double>(sum), 2e-14)
            << n;  // weights of 22 in all, two units of 1 each
    }
}

std::vector<std::array<double, 2>> exponents_of(const ResidualPlan& plan) {
    std::vector<std::array<double, 2>> numbers;
    for (const AffineExponent* exponent : {&plan.first, &plan.second, &plan.third})
        for (const Skew<DoubleDouble>* part : {&exponent->constant, &exponent->along_x, &exponent->along_y})
            for (const DoubleDouble& entry : {part->a, part->b, part->c, part->d, part->e, part->f})
                numbers.push_back({entry.x[0], entry.x[1]});
    return numbers;
}

// Compared with 4 x 4 matrices in 106 bits; angles of 1e9 rad keep their digits, so the same bound holds.
TEST_P(CudaFields, RotationResidualIsThatOfItsMatrices) {
    for (const double size : {1.0, 1e9}) {
        const auto skew = [](double a, double b, double c, double d, double e, double f) {
            Skew<DoubleDouble> s;
            s.a = DoubleDouble(a), s.b = DoubleDouble(b), s.c = DoubleDouble(c);
            s.d = DoubleDouble(d), s.e = DoubleDouble(e), s.f = DoubleDouble(f);
            return s;
        };
        ResidualPlan plan;
        plan.first = {skew(0.1, 0.2, -0.3, 0.4, 0, 0.7), skew(size, 0, 0, 0.2, 0, 0),
                      skew(0, 0.5, 0, 0, 0, 1)};
        plan.second = {skew(0, 0, 0, 0, 0, 0), skew(1, 2, 3, size, 5, 6), skew(0.1, 0, 0, 0, 0, -1)};
        plan.third = {skew(1, 0, 0, 0, 0, 0.5), skew(0, 0, 0, 0, 0, 0), skew(0.3, 0.1, 0, 0, size, 0)};
        const PlaneWindow window{.left = -2, .right = 3, .bottom = -1, .top = 1.5, .width = 71, .height = 5};
        std::vector<double> x;
        std::vector<double> y;
        for (int column = 0; column < window.width; ++column) x.push_back(window.x(column));
        for (int row = 0; row < window.height; ++row) y.push_back(window.y(row));
        const auto exponent_buffer = sent(exponents_of(plan));
        const auto x_buffer = sent(x);
        const auto y_buffer = sent(y);
        const auto out = room<double>(x.size() * y.size());
        for (const auto& [first, rows] : {std::array{0, 2}, std::array{2, 3}})
            run(Kernel::rotation_residual, 2, static_cast<std::uint32_t>(rows), ResidualTask{71, first, rows},
                {exponent_buffer.get(), x_buffer.get(), y_buffer.get(), out.get()});
        const std::vector<double> residuals = received<double>(*out);
        const Field expected = rotation_residual_by_matrices(plan, window, Job());
        // Sixteen entries within a few ulp of 1.
        for (std::size_t n = 0; n < residuals.size(); ++n)
            EXPECT_NEAR(residuals[n], expected.values[n], 1e-14) << n << ' ' << size;
    }
}

}  // namespace
