#pragma once

#include "gpu/cuda/cuda_device.hpp"
#include "gpu/opengl/opengl_device.hpp"
#include "tests/gpu/host_cuda/host_cuda_device.hpp"
#include "tests/gpu/test_of_device.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace poslab::gpu {

struct DeviceCase {
    std::string name;
    std::function<std::unique_ptr<Device>()> open;
};

inline void PrintTo(const DeviceCase& of, std::ostream* out) { *out << of.name; }

/// A test of every kind of device, held by the test's thread. If there is no such device, the test is skipped
/// with the device's name and the reason.
class EveryDevice : public TestOfDevice<testing::TestWithParam<DeviceCase>> {
  protected:
    void SetUp() override {
        open(GetParam().name, GetParam().open);
        if (device_) held_ = device_->hold();
    }

    template <typename Task>
    void run(Kernel kernel, const Task& task, std::uint32_t groups_x, std::uint32_t groups_y,
             const std::vector<const DeviceBuffer*>& buffers) const {
        device_->run({kernel, groups_x, groups_y, std::as_bytes(std::span(&task, 1)), buffers});
    }

  private:
    std::unique_ptr<Device::Hold> held_;
};

inline auto every_device() {
    return testing::Values(DeviceCase{"opengl", [] { return open_opengl_device(); }},
                           DeviceCase{"cuda", [] { return open_cuda_device(); }},
                           DeviceCase{"cuda_on_host", [] { return host_cuda::open_host_cuda_device(); }});
}

inline std::string device_name(const testing::TestParamInfo<DeviceCase>& of) { return of.param.name; }

}  // namespace poslab::gpu
