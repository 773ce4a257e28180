#include "gpu/tasks.hpp"
#include "tests/gpu/device_cases.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <random>

namespace poslab::gpu {
namespace {

/// Rows of vectors, the input of pack_vectors.
struct PackCase {
    std::vector<float> raw, bias, decay;
    std::vector<std::int32_t> tokens;
    std::vector<std::array<float, 2>> factors;
    std::vector<std::array<std::uint32_t, 4>> phases;
};

PackCase pack_case(const PackTask& task) {
    PackCase made;
    std::mt19937 random(6);
    std::uniform_real_distribution<float> unit(-1, 1);
    for (int n = 0; n < task.rows * task.dim; ++n) made.raw.push_back(unit(random));
    for (int n = 0; n < task.dim; ++n) made.bias.push_back(unit(random));
    for (int p = 0; p < std::max(1, task.pairs); ++p) {
        made.decay.push_back(0.01F * unit(random));
        const auto word = [&random] { return static_cast<std::uint32_t>(random()); };
        made.phases.push_back({word(), word(), word(), word()});
    }
    for (int row = 0; row < task.rows; ++row) {
        made.tokens.push_back(static_cast<std::int32_t>(random() >> 2));
        made.factors.push_back({1 + unit(random), 2 + unit(random)});
    }
    return made;
}

long long axis_of(const PackTask& task, long long token) {
    long long s = token + task.shift;
    if (task.modulus > 0) s = ((s % task.modulus) + task.modulus) % task.modulus;
    if (task.group > 1) s = static_cast<long long>(std::floor(static_cast<long double>(s) / task.group));
    return task.cap >= 0 && s > task.cap ? task.cap : s;
}

/// Computed in double, from 64-bit integer phases.
std::vector<double> expected_row(const PackTask& task, const PackCase& made, int row) {
    const auto number = [&](int n) {
        return static_cast<double>(made.raw[static_cast<std::size_t>(row * task.dim + n)]) +
               made.bias[static_cast<std::size_t>(n)];
    };
    const auto joined = [](std::uint32_t high, std::uint32_t low) {
        return (std::uint64_t{high} << 32) | low;
    };
    const auto& [of_pairs, of_rest] = made.factors[static_cast<std::size_t>(row)];
    const auto position =
        static_cast<std::uint64_t>(axis_of(task, made.tokens[static_cast<std::size_t>(row)]));
    std::vector<double> out;
    for (int p = 0; p < task.pairs; ++p) {
        const double x = number(task.interleaved != 0 ? 2 * p : p);
        const double y = number(task.interleaved != 0 ? 2 * p + 1 : p + task.pairs);
        const auto& words = made.phases[static_cast<std::size_t>(p)];
        const auto phase =
            static_cast<std::int64_t>(joined(words[0], words[1]) + position * joined(words[2], words[3]));
        const double angle =
            task.turned != 0 ? 2 * std::numbers::pi * std::ldexp(static_cast<double>(phase), -64) : 0;
        double factor = of_pairs;
        if (task.decay_block != 0)
            factor *= std::exp2(made.decay[static_cast<std::size_t>(p)] * -1.0 *
                                ((task.first_row + row) % task.decay_block));
        out.push_back(factor * (x * std::cos(angle) - y * std::sin(angle)));
        out.push_back(factor * (x * std::sin(angle) + y * std::cos(angle)));
    }
    for (int n = 2 * task.pairs; n < task.padded; ++n) out.push_back(n < task.dim ? number(n) * of_rest : 0);
    return out;
}

class PackKernel : public EveryDevice {
  protected:
    void compare(const PackTask& task) const {
        const PackCase made = pack_case(task);
        const auto raw = buffer_of(made.raw), tokens = buffer_of(made.tokens),
                   factors = buffer_of(made.factors), bias = buffer_of(made.bias),
                   phases = buffer_of(made.phases), decay = buffer_of(made.decay),
                   scales = buffer_of(std::vector<float>(1));
        const auto all_rows = static_cast<std::size_t>(task.first_row + task.rows + 1);
        const auto out =
            buffer_of(std::vector<float>(all_rows * static_cast<std::size_t>(task.padded), -7.0F));
        run(Kernel::pack_vectors, task, static_cast<std::uint32_t>(task.rows), 1,
            {raw.get(), tokens.get(), factors.get(), bias.get(), phases.get(), decay.get(), out.get(),
             scales.get()});
        const std::vector<float> found = values_of<float>(*out);
        for (std::size_t n = 0; n < found.size(); ++n) {
            const int row = static_cast<int>(n) / task.padded - task.first_row;
            if (row < 0 || row >= task.rows) {
                ASSERT_EQ(found[n], -7.0F) << "beyond the rows";
                continue;
            }
            // Numbers are at most 4; a turn is right to 2^-25, which is 2e-7 of an angle, and sums of floats
            // round.
            ASSERT_NEAR(found[n], expected_row(task, made, row)[n % static_cast<std::size_t>(task.padded)],
                        4e-6)
                << row << " " << n;
        }
    }
};
INSTANTIATE_TEST_SUITE_P(Devices, PackKernel, every_device(), device_name);

PackTask plain_task() {
    PackTask task{};
    task.rows = 5, task.first_row = 3, task.dim = 83, task.pairs = 40, task.padded = 96;
    task.turned = 1, task.group = 1, task.cap = -1;
    return task;
}

TEST_P(PackKernel, PairsByHalves) { compare(plain_task()); }

TEST_P(PackKernel, PairsSideBySide) {
    PackTask task = plain_task();
    task.interleaved = 1;
    compare(task);
}

TEST_P(PackKernel, PairsThatAreNotTurned) {
    PackTask task = plain_task();
    task.turned = 0;
    compare(task);
}

TEST_P(PackKernel, NoPairs) {
    PackTask task = plain_task();
    task.pairs = 0;
    compare(task);
}

TEST_P(PackKernel, AxesOfEveryKind) {
    PackTask task = plain_task();
    for (const auto& [shift, modulus, group, cap] :
         {std::array{-(1 << 30), 0, 1, -1}, std::array{17, 4096, 1, -1}, std::array{-5, 0, 7, -1},
          std::array{0, 0, 16, 100}}) {
        task.shift = shift, task.modulus = modulus, task.group = group, task.cap = cap;
        compare(task);
    }
}

TEST_P(PackKernel, Decays) {
    PackTask task = plain_task();
    task.decay_block = 4;  // restarts within the rows
    compare(task);
}

}  // namespace
}  // namespace poslab::gpu
