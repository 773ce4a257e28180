// Residual of relativity of 2D RoPE over second positions (8397): matrix exponential and quaternions.
#include "app/bench/benchmark.hpp"
#include "app/bench/exponentials.hpp"
#include "app/bench/peak_kernels.hpp"
#include "app/bench/probes.hpp"
#include "core/base/job.hpp"
#include "core/encoding/precision.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/rotation_residual.hpp"
#include "core/geometry/plane_encoding.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <memory>

namespace poslab {
namespace {

/// Two rotations depend on the point; each has two halves, and each half has one angle.
constexpr double angles_a_point = 4;
/// In addition: 18 per rotation that depends on the point, two products and two half distances of
/// quaternions.
constexpr double multiply_adds_a_point = 99;

ResidualPlan plan_of(const PlaneEncoding& encoding) {
    const PlaneGenerators b = generators(encoding);
    const Skew<DoubleDouble> first = exponent_at(encoding, {2, 1});
    const DoubleDouble theta(encoding.theta);
    return {{first, {}, {}},
            {{}, theta * b.x, theta * b.y},
            {DoubleDouble(-1) * first, theta * b.x, theta * b.y}};
}

Probe angles_in_registers(std::size_t parts) {
    constexpr std::size_t turns = 32;
    PeakChains<double> once{};
    const auto run = [parts] {
        oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, parts, 16),
                                  [](const auto& range) {
                                      PeakChains<double> chains{};
                                      static_cast<void>(peak_angles(turns * range.size(), chains));
                                  });
    };
    return {"in registers", static_cast<double>(parts * turns * peak_angles(1, once)), run};
}

Bound angle_bound(double count) {
    constexpr std::size_t block = 1024, min_blocks = 512;
    struct Buffers {
        std::vector<double> in = std::vector<double>(block, 2.5), cosines = in, sines = in;
    };
    const auto buffers = std::make_shared<oneapi::tbb::enumerable_thread_specific<Buffers>>();
    const std::size_t blocks = std::max(min_blocks, static_cast<std::size_t>(count) / block);
    const auto run = [buffers, blocks] {
        oneapi::tbb::parallel_for(
            oneapi::tbb::blocked_range<std::size_t>(0, blocks, 16), [&](const auto& range) {
                Buffers& mine = buffers->local();
                for (std::size_t n = range.begin(); n < range.end(); ++n)
                    unit_exponentials(mine.in.data(), mine.cosines.data(), mine.sines.data(), block);
            });
    };
    return {"angles",
            "sines and cosines",
            {{"vector functions of the C library", static_cast<double>(blocks * block), run},
             angles_in_registers(blocks)}};
}

Trial residual_trial(Precision, std::int64_t side) {
    const PlaneWindow window{-8, 8, -8, 8, side, side};
    const std::vector<double> work{angles_a_point * window.points(), 8 * window.points()};
    const auto subject = [&](const char* name, const PlaneEncoding& encoding) {
        const auto run = [plan = plan_of(encoding), window](const Engine& engine, const Job& job) {
            static_cast<void>(engine.run(operation::RotationResidual{plan, window}, job));
        };
        return Subject{
            name,
            work,
            run,
            false,
            {.float64 = multiply_adds_a_point * window.points(), .angles = work[0], .bytes = work[1]}};
    };
    return {fmt::format("{} x {} points", side, side),
            {subject("matrix-exponential", {Construction::matrix_exponential, 1, 0.5, -1, 0.75}),
             subject("quaternion", {Construction::quaternion})},
            {angle_bound(work[0]), result_bound(8 * side * side)}};
}

}  // namespace

Benchmark residual_benchmark() {
    return {.name = "residual",
            .help =
                "residual of relativity of 2D RoPE over the "
                "second position; the length is points per side",
            .length = 1023,
            .quick_length = 101,
            .rounds = 31,
            .prepare = residual_trial};
}

}  // namespace poslab
