#pragma once

#include "core/engine/attention.hpp"
#include "gpu/device.hpp"

namespace poslab::gpu {

/// Engine::attention on a device: strips of rows against tiles of keys, never a whole row of cells; pooled where they are made.
/// Throws DeviceFailure, too, for a plan with axes that count in different units: only the CPU has those.
[[nodiscard]] AttentionResult attention_on_device(Device& device, const AttentionInput& input, const AttentionRequest& request,
                                                  const Job& job);

}  // namespace poslab::gpu
