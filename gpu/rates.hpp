#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace poslab::gpu {

/// One kind of work and nothing else, as fast as a device can.
struct DeviceProbe {
    std::string name;           // "copies of 1 GB"
    double work = 0;            // what one run does
    std::function<void()> run;  // waits until it is done; holds its device
};

/// What the floor of an operation on a graphics processor is measured with. One that is absent is not known, and so is the floor.
struct DeviceProbes {
    std::optional<DeviceProbe> copy;     // bytes of its memory read and written
    std::optional<DeviceProbe> product;  // multiply-adds of a matrix product as accurate as attention's
};

/// Of the device of the engine with that name, which is opened once more for them; none where it is no device's. Throws
/// DeviceFailure.
[[nodiscard]] DeviceProbes device_probes(std::string_view engine);

}  // namespace poslab::gpu
