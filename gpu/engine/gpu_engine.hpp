#pragma once

#include "core/engine/engine.hpp"
#include "gpu/device.hpp"
#include "gpu/engine/products.hpp"

#include <memory>
#include <string>

namespace poslab::gpu {

/// The operations of Engine on a device, by its kernels: the same for every kind of device.
[[nodiscard]] std::unique_ptr<const Engine> make_gpu_engine(std::string name, std::unique_ptr<Device> device,
                                                            Products products = Products::both_parts);

}  // namespace poslab::gpu
