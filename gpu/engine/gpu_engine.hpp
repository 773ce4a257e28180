#pragma once

#include "core/engine/engine.hpp"
#include "gpu/device.hpp"
#include "gpu/engine/products.hpp"

#include <memory>
#include <string>

namespace poslab::gpu {

/// The operations of Engine by a device's kernels, identical for all kinds of devices.
[[nodiscard]] std::unique_ptr<const Engine> make_gpu_engine(std::string name, std::unique_ptr<Device> device,
                                                            Products products = Products::both_parts);

}  // namespace poslab::gpu
