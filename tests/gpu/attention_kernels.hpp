#pragma once

#include "gpu/device.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <string>

namespace poslab::gpu {

/// A kind of device; `open` throws DeviceFailure where there is none.
struct DeviceKind {
    std::string name;
    std::unique_ptr<Device> (*open)();
};
inline void PrintTo(const DeviceKind& kind, std::ostream* out) { *out << kind.name; }
inline std::string name_of(const testing::TestParamInfo<DeviceKind>& info) { return info.param.name; }

/// The attention kernels of a device against loops in float64. Further devices: INSTANTIATE_TEST_SUITE_P in a file of its own.
class AttentionKernels : public testing::TestWithParam<DeviceKind> {
  protected:
    void SetUp() override {
        try {
            device_ = GetParam().open();
        } catch (const DeviceFailure& failure) {
            GTEST_SKIP() << GetParam().name << ": " << failure.what();
        }
    }
    [[nodiscard]] Device& device() const { return *device_; }

  private:
    std::unique_ptr<Device> device_;
};

}  // namespace poslab::gpu
