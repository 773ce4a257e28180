#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace poslab::gpu {

/// A benchmark of one kind of work at the device's full speed.
struct DeviceProbe {
    std::string name;           // "copies of 1 GB"
    double work = 0;            // work per run
    std::function<void()> run;  // waits for completion; holds its device
};

/// The benchmarks from which the minimal time of an operation on a graphics processor is derived. If one is
/// missing, that time is unknown.
struct DeviceProbes {
    std::optional<DeviceProbe> copy;     // bytes of device memory read and written
    std::optional<DeviceProbe> product;  // multiply-adds of a matrix product as accurate as attention's
};

/// Returns the probes for the device of the engine with that name, which is opened a second time for them;
/// empty if the engine has no device. Throws DeviceFailure.
[[nodiscard]] DeviceProbes device_probes(std::string_view engine);

}  // namespace poslab::gpu
