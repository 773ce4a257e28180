#pragma once

#include "gpu/device.hpp"

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace poslab::gpu::test {

/// The properties that a test reads and sets of a device inside an engine.
struct Limits {
    double memory = 0;               // as in DeviceInfo
    std::size_t largest_buffer = 0;  // 0: the device's own
    bool software = false;           // slow, so launches are small
    int groups_at_once = 0;          // for every kernel; 0: the device's own
    int fail_at = 0;                 // counts allocations down and fails at 1; 0: never
    std::array<int, kernel_count> launches{};
};

/// Wraps a device, reports the properties set by the test, counts launches and fails on request.
class LimitedDevice final : public Device {
  public:
    LimitedDevice(std::unique_ptr<Device> device, std::shared_ptr<Limits> limits)
        : device_(std::move(device)), limits_(std::move(limits)), info_(device_->info()) {
        info_.memory = limits_->memory;
        info_.software = info_.software || limits_->software;
        if (limits_->largest_buffer > 0) info_.largest_buffer = limits_->largest_buffer;
    }

    [[nodiscard]] const DeviceInfo& info() const override { return info_; }
    [[nodiscard]] std::unique_ptr<Hold> hold() override { return device_->hold(); }
    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes, std::string_view what) override {
        if (limits_->fail_at > 0 && --limits_->fail_at == 0)
            throw DeviceFailure(std::string(what) + " need " + std::to_string(bytes) + " bytes");
        return device_->allocate(bytes, what);
    }
    void upload(DeviceBuffer& to, std::span<const std::byte> bytes, std::size_t offset) override {
        device_->upload(to, bytes, offset);
    }
    void download(const DeviceBuffer& from, std::span<std::byte> bytes, std::size_t offset) override {
        device_->download(from, bytes, offset);
    }
    void clear(DeviceBuffer& buffer) override { device_->clear(buffer); }
    [[nodiscard]] int groups_at_once(Kernel kernel, std::span<const std::byte> task) override {
        return limits_->groups_at_once > 0 ? limits_->groups_at_once : device_->groups_at_once(kernel, task);
    }
    void run(const Launch& launch) override {
        ++limits_->launches[static_cast<std::size_t>(launch.kernel)];
        device_->run(launch);
    }
    void finish() override { device_->finish(); }
    [[nodiscard]] std::unique_ptr<Download> start_download(const DeviceBuffer& from,
                                                           const DownloadParts& parts) override {
        return device_->start_download(from, parts);
    }
    void start_clock() override { device_->start_clock(); }
    [[nodiscard]] DeviceTimes stop_clock() override { return device_->stop_clock(); }

  private:
    std::unique_ptr<Device> device_;
    std::shared_ptr<Limits> limits_;
    DeviceInfo info_;
};

}  // namespace poslab::gpu::test
