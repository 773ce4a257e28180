#include "core/encoding/frequencies.hpp"
#include "core/encoding/positions.hpp"
#include "gpu/engine/operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

// Measures the device memory that attention requires, on a device that only counts: its buffers are empty and
// its kernels do nothing.
namespace poslab::gpu {
namespace {

class CountedBuffer final : public DeviceBuffer {
  public:
    CountedBuffer(std::size_t bytes, std::size_t& held) : DeviceBuffer(bytes), held_(held) { held_ += bytes; }
    ~CountedBuffer() override { held_ -= bytes(); }
    CountedBuffer(const CountedBuffer&) = delete;
    CountedBuffer& operator=(const CountedBuffer&) = delete;

  private:
    std::size_t& held_;
};

class CountingDevice final : public Device {
  public:
    CountingDevice() {
        info_.name = "a device that counts";
        info_.multiprocessors = 132;  // an H200
        info_.strip_rows = 128;
        info_.split_keys = true;
        info_.chunk_dims = 128;
        info_.largest_buffer = std::size_t{1} << 37U;
    }
    [[nodiscard]] const DeviceInfo& info() const override { return info_; }
    [[nodiscard]] std::unique_ptr<Hold> hold() override { return std::make_unique<Hold>(); }
    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes,
                                                         std::string_view /*what*/) override {
        auto buffer = std::make_unique<CountedBuffer>(bytes, held_);
        most_ = std::max(most_, held_);
        return buffer;
    }
    void upload(DeviceBuffer& /*to*/, std::span<const std::byte> /*bytes*/, std::size_t /*offset*/) override {
    }
    void download(const DeviceBuffer& /*from*/, std::span<std::byte> bytes, std::size_t /*offset*/) override {
        std::fill(bytes.begin(), bytes.end(), std::byte{0});
    }
    void clear(DeviceBuffer& /*buffer*/) override {}
    void run(const Launch& /*launch*/) override { ++launches_; }
    void finish() override {}
    void start_clock() override {}
    [[nodiscard]] DeviceTimes stop_clock() override { return {}; }

    [[nodiscard]] std::size_t held() const { return held_; }
    [[nodiscard]] std::size_t most() const { return most_; }
    [[nodiscard]] int launches() const { return launches_; }

  private:
    DeviceInfo info_;
    std::size_t held_ = 0, most_ = 0;
    int launches_ = 0;
};

AttentionInput rerope_plan(std::int64_t tokens, std::int64_t dim) {
    AttentionInput input;
    PositionMapSpec map;
    map.map = "rerope";
    map.w = tokens / 4;
    input.plan.positions = position_plan(map);
    RotarySpec rotary;
    rotary.dim = dim;
    input.plan.inverse_frequency = rotary_frequencies(rotary).inverse_frequency;
    input.plan.scale = 1 / std::sqrt(static_cast<double>(dim));
    input.queries = input.keys =
        std::make_shared<TokenVectors>(std::vector<float>(static_cast<std::size_t>(tokens * dim)), dim);
    return input;
}

std::size_t max_bytes(std::int64_t tokens, bool statistics) {
    CountingDevice device;
    AttentionRequest request;
    request.window = {{0, tokens}, {0, tokens}, 2048, 2048, Pool::mean};
    if (statistics) request.rows = {0, tokens};
    (void)on_device({device}, operation::Attention{rerope_plan(tokens, 128), request}, Job{});
    EXPECT_GT(device.launches(), 0);
    EXPECT_EQ(device.held(), 0U) << "something is not freed";
    return device.most();
}

// The requirement is less than 2 GB for 131,072 tokens. Unavoidable are queries and keys, both rotated for
// two axes at 4 bytes per number, 268 MB, and the columns of 132 concurrent strips, 138 MB. The matrix itself
// would have 69 GB.
TEST(AttentionMemory, OfAVeryLongSequenceIsFarFromTheMatrix) {
    for (const bool statistics : {false, true}) {
        const std::size_t most = max_bytes(131072, statistics);
        EXPECT_LT(most, std::size_t{600'000'000});
        EXPECT_GT(most, std::size_t{268'000'000 + 138'000'000}) << "the count misses something";
    }
}

// Except for queries, keys and staged transfers, memory does not grow with the length.
TEST(AttentionMemory, GrowsWithTheLengthNotWithItsSquare) {
    const auto growth = static_cast<double>(max_bytes(131072, true) - max_bytes(65536, true)) / 65536;
    // bytes per token: queries and keys for two axes, tables, statistics
    EXPECT_LT(growth, 2 * 2 * 128 * 4 + 600);
}

}  // namespace
}  // namespace poslab::gpu
