#include "cuda_devices.hpp"
#include "gpu/tasks.hpp"

#include <Eigen/Core>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

using namespace poslab;
using namespace poslab::gpu;

namespace {

class CudaPacking : public CudaKernels {
  protected:
    struct Packed {
        std::vector<std::byte> out;
        std::vector<float> scales;
    };

    // Packs the rows of `raw`, preceded by `before` other rows.
    Packed packed(const PackTask& task, const std::vector<float>& raw, int all_rows) {
        const auto rows = static_cast<std::size_t>(task.rows);
        std::vector<int> tokens;
        std::vector<std::array<float, 2>> factors;
        for (int row = 0; row < task.rows; ++row) {
            tokens.push_back(token(row));
            factors.push_back({factor(row, 0), factor(row, 1)});
        }
        std::vector<std::array<uint, 4>> phases;
        std::vector<float> decays;
        for (int p = 0; p < task.pairs; ++p) {
            phases.push_back({static_cast<uint>(offset(p) >> 32U), static_cast<uint>(offset(p)),
                              static_cast<uint>(step(p) >> 32U), static_cast<uint>(step(p))});
            decays.push_back(decay(p));
        }
        std::vector<float> biases;
        for (int d = 0; d < task.dim; ++d) biases.push_back(bias(d));
        const auto raw_buffer = sent(raw);
        const auto token_buffer = sent(tokens);
        const auto factor_buffer = sent(factors);
        const auto bias_buffer = sent(biases);
        const auto phase_buffer = sent(phases);
        const auto decay_buffer = sent(decays);
        const auto out = room<float>(static_cast<std::size_t>(all_rows * task.padded));
        const auto scales = room<float>(static_cast<std::size_t>(task.scale_first_row) + rows);
        run(Kernel::pack_vectors, static_cast<std::uint32_t>(task.rows), 1, task,
            {raw_buffer.get(), token_buffer.get(), factor_buffer.get(), bias_buffer.get(), phase_buffer.get(),
             decay_buffer.get(), out.get(), scales.get()});
        return {received<std::byte>(*out), received<float>(*scales)};
    }

    static int token(int row) { return 16'777'000 - 31 * row; }
    static float factor(int row, int which) { return 0.25F + 0.125F * static_cast<float>(row % 5 + which); }
    static float bias(int d) { return 0.01F * static_cast<float>(d % 7); }
    static float decay(int p) { return -0.001F * static_cast<float>(p + 1); }
    static std::uint64_t offset(int p) { return 0x0123'4567'89AB'CDEFULL * static_cast<unsigned>(p + 1); }
    static std::uint64_t step(int p) { return 0x28BE'60DB'9391'054AULL >> (p % 20); }

    static std::vector<float> some_rows(int rows, int dim) {
        std::vector<float> raw;
        for (int n = 0; n < rows * dim; ++n)
            raw.push_back(static_cast<float>(std::sin(0.7 * n) * std::pow(10.0, n / dim % 7 - 3)));
        return raw;
    }

    // The row that the kernel must write, in double.
    static std::vector<double> expected_row(const PackTask& task, const std::vector<float>& raw, int row) {
        std::vector<double> packed(static_cast<std::size_t>(task.padded));
        const auto biased = [&](int d) {
            return static_cast<double>(raw[static_cast<std::size_t>(row * task.dim + d)]) +
                   static_cast<double>(bias(d));
        };
        for (int p = 0; p < task.pairs; ++p) {
            const double a = biased(task.interleaved != 0 ? 2 * p : p);
            const double b = biased(task.interleaved != 0 ? 2 * p + 1 : p + task.pairs);
            const int axis = std::min((token(row) + task.shift) % task.modulus / task.group, task.cap);
            const std::uint64_t turn = offset(p) + static_cast<std::uint64_t>(axis) * step(p);
            const double angle = task.turned != 0
                                     ? std::ldexp(static_cast<double>(static_cast<std::int64_t>(turn)), -64) *
                                           2 * std::numbers::pi
                                     : 0;
            double scale = factor(row, 0);
            if (task.decay_block != 0)
                scale *=
                    std::exp2(-static_cast<double>(decay(p)) * ((task.first_row + row) % task.decay_block));
            packed[static_cast<std::size_t>(2 * p)] = (a * std::cos(angle) - b * std::sin(angle)) * scale;
            packed[static_cast<std::size_t>(2 * p + 1)] = (a * std::sin(angle) + b * std::cos(angle)) * scale;
        }
        for (int d = 2 * task.pairs; d < task.dim; ++d)
            packed[static_cast<std::size_t>(d)] = biased(d) * static_cast<double>(factor(row, 1));
        return packed;
    }

    // Rows from 3 to the end of 20, with an axis that has every feature.
    static PackTask some_task() {
        PackTask task{};
        task.rows = 11;
        task.first_row = 3;
        task.dim = 90;
        task.pairs = 41;
        task.interleaved = 1;
        task.padded = 96;
        task.turned = 1;
        task.shift = 5;
        task.modulus = 9000;
        task.group = 3;
        task.cap = 2500;
        task.decay_block = 8;
        task.scale_first_row = 7;
        return task;
    }
};
INSTANTIATE_TEST_SUITE_P(Machine, CudaPacking,
                         testing::Values(CudaMachineKind::emulated, CudaMachineKind::real), machine_name);

double half_at(const std::vector<std::byte>& bytes, std::size_t index) {
    std::array<std::byte, 2> two{bytes[2 * index], bytes[2 * index + 1]};
    return static_cast<double>(std::bit_cast<Eigen::half>(two));
}

TEST_P(CudaPacking, RowsAreTurnedAndScaled) {
    for (const int interleaved : {0, 1}) {
        for (const int turned : {0, 1}) {
            PackTask task = some_task();
            task.interleaved = interleaved;
            task.turned = turned;
            task.decay_block = 8 * turned;
            const std::vector<float> raw = some_rows(task.rows, task.dim);
            const Packed found = packed(task, raw, 20);
            for (int row = 0; row < task.rows; ++row) {
                const std::vector<double> expected = expected_row(task, raw, row);
                double size = 0;
                for (const double x : expected) size = std::max(size, std::abs(x));
                for (std::size_t d = 0; d < expected.size(); ++d) {
                    float value = 0;
                    std::memcpy(&value,
                                found.out.data() +
                                    4 * (static_cast<std::size_t>((task.first_row + row) * task.padded) + d),
                                4);
                    // float32 angles are right to 2^-25 of a turn (2e-7 rad), plus a few roundings.
                    EXPECT_NEAR(value, expected[d], 1e-6 * size) << row << ' ' << d;
                }
            }
        }
    }
}

TEST_P(CudaPacking, SplitRowsAddUpToTwentyTwoBits) {
    PackTask task = some_task();
    task.split = 1;
    std::vector<float> raw = some_rows(task.rows, task.dim);
    const Packed found = packed(task, raw, 20);
    for (int row = 0; row < task.rows; ++row) {
        const std::vector<double> expected = expected_row(task, raw, row);
        double size = 0;
        for (const double x : expected) size = std::max(size, std::abs(x));
        const double scale = found.scales[static_cast<std::size_t>(task.scale_first_row + row)];
        EXPECT_EQ(scale, std::exp2(std::floor(std::log2(size)))) << row;
        const std::size_t first = 2 * static_cast<std::size_t>((task.first_row + row) * task.padded);
        for (std::size_t d = 0; d < expected.size(); ++d) {
            const double upper = half_at(found.out, first + d);
            const double lower = half_at(found.out, first + static_cast<std::size_t>(task.padded) + d);
            EXPECT_NEAR((upper + lower / 2048) * scale, expected[d], 1.3e-6 * size) << row << ' ' << d;
            // The upper part is the nearest half: the remainder is at most half an ulp of it, which is 2^-10
            // in [1, 2).
            EXPECT_LE(std::abs(lower), 1.0) << row << ' ' << d;
            EXPECT_LT(std::abs(upper), 2.001) << row << ' ' << d;
        }
    }
}

TEST_P(CudaPacking, RowsOfZerosAndWithoutNumbersHaveScaleOne) {
    PackTask task{};
    task.rows = 3;
    task.dim = 16;
    task.padded = 16;
    task.split = 1;
    std::vector<float> raw(48);
    for (int d = 0; d < 16; ++d) raw[static_cast<std::size_t>(d)] = -bias(d);
    for (int row = 0; row < 3; ++row)
        for (int d = 0; d < 16; ++d) raw[static_cast<std::size_t>(16 * row + d)] = row == 0 ? -bias(d) : 5;
    raw[16 + 9] = std::numeric_limits<float>::quiet_NaN();
    raw[32 + 9] = std::numeric_limits<float>::infinity();
    const Packed found = packed(task, raw, 3);
    EXPECT_EQ(found.scales, (std::vector<float>{1, 1, 1}));
    EXPECT_EQ(half_at(found.out, 3), 0);
    EXPECT_TRUE(std::isnan(half_at(found.out, 32 + 9)));
    EXPECT_EQ(half_at(found.out, 32 + 16 + 9), 0) << "no lower part";
    EXPECT_EQ(half_at(found.out, 64 + 9), std::numeric_limits<double>::infinity());
    EXPECT_EQ(half_at(found.out, 64 + 16 + 9), 0) << "no lower part";
    EXPECT_NEAR(half_at(found.out, 64 + 8) + half_at(found.out, 64 + 16 + 8) / 2048, (5.0 + 0.01) * 0.625,
                1e-6);
}

}  // namespace
