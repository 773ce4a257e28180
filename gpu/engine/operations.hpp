#pragma once

#include "core/engine/each_operation.hpp"
#include "gpu/device.hpp"
#include "gpu/engine/products.hpp"
#include "gpu/engine/vector_cache.hpp"

namespace poslab::gpu {

/// A device that the caller holds, and its cached data.
struct HeldDevice {
    Device& device;
    Products products = Products::both_parts;
    VectorCache* vector_cache = nullptr;
};

/// The operations of Engine on a device; each is a specialization in the file of its name. All may throw
/// DeviceFailure.
template <class Request>
[[nodiscard]] AnswerTo<Request> on_device(const HeldDevice& on, const Request& request, const Job& job);

}  // namespace poslab::gpu
