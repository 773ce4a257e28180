#include "core/encoding/frequencies.hpp"
#include "core/encoding/positions.hpp"
#include "core/engine/each_operation.hpp"
#include "gpu/cuda/cuda_device.hpp"
#include "gpu/engine/gpu_engine.hpp"
#include "gpu/fake_driver/fake_driver.hpp"
#include "host_cuda/host_cuda_device.hpp"
#include "limited_device.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>

// The whole engine on the CUDA device, with a driver that delays everything as long as possible and kernels
// that run on the emulated machine. Memory that is read too early, or overwritten before it is read, gives
// results different from the cpu's.
namespace poslab::gpu {
namespace {

constexpr std::int64_t tokens = 500, dim = 128;

std::shared_ptr<const TokenVectors> waves(double start) {
    std::vector<float> numbers(static_cast<std::size_t>(tokens * dim));
    for (std::size_t n = 0; n < numbers.size(); ++n)
        numbers[n] = static_cast<float>(
            std::sin(start + 0.37 * static_cast<double>(n) + 1e-4 * static_cast<double>(n * n % 9973)));
    return std::make_shared<const TokenVectors>(std::move(numbers), dim);
}

AttentionInput input_of(std::int64_t w, std::shared_ptr<const TokenVectors> queries,
                        std::shared_ptr<const TokenVectors> keys) {
    AttentionInput input;
    input.plan.positions = position_plan({.map = "rerope", .w = w});
    RotarySpec rotary;
    rotary.dim = dim;
    input.plan.inverse_frequency = rotary_frequencies(rotary).inverse_frequency;
    input.plan.scale = 1 / std::sqrt(static_cast<double>(dim));
    input.queries = std::move(queries);
    input.keys = std::move(keys);
    return input;
}

class LateDriver : public testing::Test {
  protected:
    LateDriver() {
        fake_cuda::machine() = {};
        for (std::size_t n = 0; n < kernel_count; ++n) {
            const auto kernel = static_cast<Kernel>(n);
            const host_cuda::HostKernel* const host = host_cuda::find_kernel(kernel);
            if (host == nullptr) continue;
            kernels_[std::string(kernel_name(kernel))] = host;
            fake_cuda::machine().arguments[std::string(kernel_name(kernel))] = {host->task_bytes,
                                                                                host->buffers};
        }
        fake_cuda::machine().multiprocessors = 2;
        fake_cuda::machine().launch = [this](const fake_cuda::Launched& launched) { run(launched); };
        // one request needs several launches
        const auto slow = std::make_shared<test::Limits>(test::Limits{.software = true});
        engine_ = make_gpu_engine("cuda", std::make_unique<test::LimitedDevice>(open_cuda_device(), slow));
    }
    ~LateDriver() override {
        engine_.reset();
        EXPECT_EQ(fake_cuda::machine().used, 0U);
        EXPECT_EQ(fake_cuda::machine().events, 0);
        EXPECT_EQ(fake_cuda::machine().staging, 0);
    }

    void run(const fake_cuda::Launched& launched) {
        ++launches_[launched.kernel];
        const host_cuda::HostKernel& kernel = *kernels_.at(launched.kernel);
        std::vector<std::byte*> places(kernel.buffers);
        for (std::size_t n = 0; n < places.size(); ++n)
            std::memcpy(&places[n], launched.arguments[n + 1], sizeof(std::byte*));
        const std::span task(static_cast<const std::byte*>(launched.arguments[0]), kernel.task_bytes);
        host_cuda::run_grid({static_cast<int>(launched.groups_x), static_cast<int>(launched.groups_y),
                             static_cast<int>(launched.threads), launched.shared_bytes},
                            [&] { kernel.call(task, places); });
    }

    // Weights are within 1e-5, as for every engine (Engine::attention).
    void expect_attention(const AttentionInput& input) {
        AttentionRequest request;
        request.window = {{0, tokens}, {0, tokens}, 125, 125, Pool::mean};
        request.rows = {0, tokens};
        const AttentionResult ours = engine_->run(operation::Attention{input, request}, Job{});
        const AttentionResult expected = cpu_engine().run(operation::Attention{input, request}, Job{});
        ASSERT_EQ(ours.field.values.size(), expected.field.values.size());
        for (std::size_t n = 0; n < ours.field.values.size(); ++n) {
            if (is_masked(expected.field.values[n]))
                ASSERT_TRUE(is_masked(ours.field.values[n])) << n;
            else
                ASSERT_NEAR(ours.field.values[n], expected.field.values[n], 1e-5) << n;
        }
        for (std::size_t n = 0; n < ours.rows.entropy.size(); ++n)
            ASSERT_NEAR(ours.rows.entropy[n], expected.rows.entropy[n], 1e-4) << n;
    }

    std::map<std::string, const host_cuda::HostKernel*> kernels_;
    std::map<std::string, int> launches_;
    std::unique_ptr<const Engine> engine_;
};

TEST_F(LateDriver, AttentionIsThatOfTheCpu) {
    expect_attention(input_of(100, waves(0), waves(1)));
    EXPECT_GE(launches_["flash_attention"], 2) << "else no download overlaps with a launch";
}

// Queries and keys remain on the device as long as they exist here; others at the same address are not
// mistaken for them.
TEST_F(LateDriver, VectorsThatStayAreSentOnce) {
    const auto uploaded = [&](const AttentionInput& input) {
        return engine_->device_work([&] { expect_attention(input); })->uploaded;
    };
    std::shared_ptr<const TokenVectors> queries = waves(0), keys = waves(1);
    constexpr std::int64_t both = 2 * tokens * dim * 4;
    const std::int64_t first = uploaded(input_of(100, queries, keys));
    EXPECT_EQ(first - uploaded(input_of(200, queries, keys)), both) << "tables go again, vectors do not";
    EXPECT_EQ(first - uploaded(input_of(100, waves(2), keys)), both / 2);
    queries.reset();
    keys.reset();
    // earlier memory is reused
    for (int n = 0; n < 3; ++n) (void)uploaded(input_of(100, waves(n), waves(n + 0.5)));
}

TEST_F(LateDriver, AProfileInSeveralPiecesIsThatOfTheCpu) {
    CosineSum sum;
    for (int p = 0; p < 3; ++p) {
        sum.frequencies.push_back(std::pow(0.1, p));
        sum.cosine_weights.push_back(1 + p);
    }
    constexpr IndexRange distances{0, 400'000};
    const NumberBuffer ours = engine_->run(operation::CosineProfile{sum, distances}, Job{});
    const NumberBuffer expected = cpu_engine().run(operation::CosineProfile{sum, distances}, Job{});
    EXPECT_GE(launches_["cosine_profile"], 2);
    for (std::size_t n = 0; n < ours.size(); ++n) ASSERT_NEAR(ours[n], expected[n], 1e-13 * 6) << n;
}

// Interiors of blocks are computed on the device, edges on the cpu: bitwise equal.
TEST_F(LateDriver, APositionFieldInSeveralBandsIsThatOfTheCpu) {
    const PositionPlan plan = position_plan({.map = "leaky-rerope", .w = 4096, .k = 16});
    const FieldWindow window{{0, 100'000}, {0, 100'000}, 500, 400, Pool::mean};
    const Field ours = engine_->run(operation::PositionField{plan, window}, Job{}),
                expected = cpu_engine().run(operation::PositionField{plan, window}, Job{});
    EXPECT_GE(launches_["position_field"], 2);
    for (std::size_t n = 0; n < ours.values.size(); ++n) {
        ASSERT_EQ(is_masked(ours.values[n]), is_masked(expected.values[n])) << n;
        if (is_masked(ours.values[n])) continue;
        ASSERT_NEAR(ours.values[n], expected.values[n], 1e-14 * expected.values[n]) << n;
    }
}

}  // namespace
}  // namespace poslab::gpu
