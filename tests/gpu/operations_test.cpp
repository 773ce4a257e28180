#include "core/encoding/positions.hpp"
#include "core/engine/each_operation.hpp"
#include "core/engine/legs_scan.hpp"
#include "core/engine/rotation_residual.hpp"
#include "core/hippo/state_extent.hpp"
#include "gpu/cuda/cuda_device.hpp"
#include "gpu/engine/gpu_engine.hpp"
#include "gpu/opengl/opengl_device.hpp"
#include "tests/gpu/host_cuda/host_cuda_device.hpp"
#include "tests/gpu/limited_device.hpp"
#include "tests/support/seed.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <thread>

// Covers what tests/engine cannot: work is split to fit a device's memory without changing a bit of the
// results, and a device that fails reports it and remains usable.
namespace poslab::gpu {
namespace {

using test::LimitedDevice;
using test::Limits;

std::unique_ptr<Device> open_device(const std::string& name) {
    if (name == "opengl") return open_opengl_device();
    return name == "cuda" ? open_cuda_device() : host_cuda::open_host_cuda_device();
}

class OperationsOnDevice : public testing::TestWithParam<std::string> {
  protected:
    void SetUp() override {
        try {
            whole_ = engine(limits_of_whole_);
        } catch (const DeviceFailure& failure) {
            GTEST_SKIP() << GetParam() << ": " << failure.what();
        }
    }

    [[nodiscard]] static std::unique_ptr<const Engine> engine(const std::shared_ptr<Limits>& limits) {
        return make_gpu_engine(GetParam(), std::make_unique<LimitedDevice>(open_device(GetParam()), limits));
    }
    static std::shared_ptr<Limits> buffers_of(std::size_t bytes) {
        auto limits = std::make_shared<Limits>();
        limits->largest_buffer = bytes;
        return limits;
    }
    static int launches(const Limits& limits, Kernel kernel) {
        return limits.launches[static_cast<std::size_t>(kernel)];
    }

    std::shared_ptr<Limits> limits_of_whole_ = std::make_shared<Limits>();
    std::unique_ptr<const Engine> whole_;
};

std::vector<double> normals(std::size_t count, unsigned stream) {
    std::mt19937_64 random(poslab::test::test_seed(stream));
    std::normal_distribution<double> normal;
    std::vector<double> values(count);
    for (double& value : values) value = normal(random);
    return values;
}

// NaN and masked values are compared by their bits.
void expect_same_bits(std::span<const double> actual, std::span<const double> expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t n = 0; n < actual.size(); ++n)
        ASSERT_EQ(std::memcmp(&actual[n], &expected[n], sizeof(double)), 0)
            << n << ": " << actual[n] << ", " << expected[n];
}

PositionPlan rerope() {
    PositionMapSpec spec;
    spec.map = "rerope";
    spec.w = 40;
    return position_plan(spec);
}

TEST_P(OperationsOnDevice, FieldsAreMadeInBandsThatFit) {
    const FieldWindow window{{0, 4000}, {100, 3900}, 300, 190, Pool::mean};
    const auto limits = buffers_of(190 * 50 * sizeof(double));
    const Field field = engine(limits)->run(operation::PositionField{rerope(), window}, Job{});
    expect_same_bits(field.values, whole_->run(operation::PositionField{rerope(), window}, Job{}).values);
    EXPECT_GE(launches(*limits, Kernel::position_field), 6);

    ResidualPlan plan;
    plan.first.along_x.a = 0.7;
    plan.second.along_y.b = 1.3;
    plan.third.constant.f = 0.2;
    const PlaneWindow plane{-3, 5, -2, 7, 31, 200};
    const auto limits_of_plane = buffers_of(31 * 40 * sizeof(double));
    const Field residuals = engine(limits_of_plane)->run(operation::RotationResidual{plan, plane}, Job{});
    expect_same_bits(residuals.values, whole_->run(operation::RotationResidual{plan, plane}, Job{}).values);
    EXPECT_GE(launches(*limits_of_plane, Kernel::rotation_residual), 5);
}

TEST_P(OperationsOnDevice, ProfilesAreMadeInPiecesThatFit) {
    const CosineSum sum{{1, 0.1, 0.01}, {1, 2, 3}, {0.5, -1, 0.25}};
    const auto limits = buffers_of(2048 * sizeof(double));
    const IndexRange distances{123, 20123};
    expect_same_bits(engine(limits)->run(operation::CosineProfile{sum, distances}, Job{}),
                     whole_->run(operation::CosineProfile{sum, distances}, Job{}));
    EXPECT_GE(launches(*limits, Kernel::cosine_profile), 10);
}

// Buffers for the states of 33 channels, with one recorded state at a time; and for all channels, with three.
TEST_P(OperationsOnDevice, ScansAreMadeInBlocksOfChannelsThatFit) {
    constexpr std::int64_t order = 8, channels = 100, samples = 60;
    const std::vector<double> signal = normals(channels * samples, 1), state = normals(order * channels, 2);
    const std::vector<std::int64_t> times{5, 5, 6, 7, 20, 21, 21, 22, 65};
    const LegsScanInput input{order, channels, Method::bilinear, 0.5, 5, state, signal};
    const RecordedStates<double> expected = whole_->run(operation::LegsScan{input, times}, Job{});
    for (const std::size_t bytes : {33 * order * sizeof(double), 3 * channels * order * sizeof(double)}) {
        const auto limits = buffers_of(bytes);
        double last = 0;
        const Job job({}, [&](double fraction) {
            EXPECT_GE(fraction, last);
            last = fraction;
        });
        const RecordedStates<double> recorded = engine(limits)->run(operation::LegsScan{input, times}, job);
        EXPECT_EQ(last, 1);
        expect_same_bits(recorded.states, expected.states);
        EXPECT_EQ(recorded.extent.peak_state, expected.extent.peak_state);
        EXPECT_EQ(recorded.extent.largest_input, expected.extent.largest_input);
    }
}

// Channel 90 is lost with the first sample, in a different block from channel 3, which is lost later.
TEST_P(OperationsOnDevice, BlocksOfChannelsAreLostTogether) {
    constexpr std::int64_t order = 2, channels = 100, samples = 20;
    std::vector<double> signal(channels * samples, 1.0);
    std::vector<double> state(order * channels, 1.0);
    state[90] = 1.7e308;  // lost with the first sample
    signal[90] = -1.7e308;
    signal[6 * channels + 3] = 1.7e308;  // lost with this or the next sample, after intermediate results
    signal[7 * channels + 3] = -1.7e308;
    const std::vector<std::int64_t> times{5, 6, 7, 8, 9, 25};
    const LegsScanInput input{order, channels, Method::bilinear, 0.5, 5, state, signal};
    const RecordedStates<double> expected = cpu_engine().run(operation::LegsScan{input, times}, Job{});
    ASSERT_TRUE(expected.extent.lost());
    for (const std::size_t bytes : {33 * order * sizeof(double), std::size_t{1} << 24}) {
        const RecordedStates<double> recorded =
            engine(buffers_of(bytes))->run(operation::LegsScan{input, times}, Job{});
        EXPECT_TRUE(recorded.extent.lost());
        ASSERT_EQ(recorded.states.size(), expected.states.size());
        for (std::size_t n = 0; n < recorded.states.size(); ++n)
            ASSERT_EQ(std::isnan(recorded.states[n]), std::isnan(expected.states[n])) << n;
    }
}

TEST_P(OperationsOnDevice, AFailureNamesWhatItWasForAndLeavesTheDeviceUsable) {
    const auto limits = std::make_shared<Limits>();
    const std::unique_ptr<const Engine> failing = engine(limits);
    const CosineSum sum{{1, 0.1}, {1, 2}, {}};
    for (int at = 1; at <= 3; ++at) {
        limits->fail_at = at;
        try {
            (void)failing->run(operation::CosineProfile{sum, {0, 100}}, Job{});
            FAIL() << at;
        } catch (const DeviceFailure& failure) {
            EXPECT_NE(std::string(failure.what()).find("profile"), std::string::npos) << failure.what();
        }
        EXPECT_EQ(failing->run(operation::CosineProfile{sum, {0, 100}}, Job{})[0], 3);
    }
}

TEST_P(OperationsOnDevice, ThreadsTakeTurns) {
    const CosineSum sum{{1, 0.1}, {1, 2}, {}};
    const FieldWindow window{{0, 400}, {0, 400}, 40, 40, Pool::mean};
    const NumberBuffer profile = whole_->run(operation::CosineProfile{sum, {0, 5000}}, Job{});
    const NumberBuffer field = whole_->run(operation::PositionField{rerope(), window}, Job{}).values;
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            for (int turn = 0; turn < 5; ++turn) {
                if (thread % 2 == 0) {
                    EXPECT_EQ(whole_->run(operation::CosineProfile{sum, {0, 5000}}, Job{}), profile);
                } else {
                    expect_same_bits(whole_->run(operation::PositionField{rerope(), window}, Job{}).values,
                                     field);
                }
            }
        });
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, OperationsOnDevice, testing::Values("opengl", "cuda", "cuda_on_host"),
                         [](const auto& device) { return device.param; });

}  // namespace
}  // namespace poslab::gpu
