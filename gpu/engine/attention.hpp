#pragma once

#include "core/engine/attention.hpp"
#include "gpu/device.hpp"
#include "gpu/engine/kept_vectors.hpp"

namespace poslab::gpu {

/// How much of queries and keys counts where a device splits them into an upper and a lower 16-bit float.
enum class Products {
    both_parts,  // 22 bits of each number: float32's accuracy
    upper_part   // 11 bits, a third of the work: logits within 1e-3 |q| |k| scale
};

/// Engine::attention on a device: strips of rows against tiles of keys, never a whole row of cells; pooled where they are made.
/// Throws DeviceFailure, too, for a plan with axes that count in different units: only the CPU has those. `kept`: where queries and
/// keys may be already, or null.
[[nodiscard]] AttentionResult attention_on_device(Device& device, const AttentionInput& input, const AttentionRequest& request,
                                                  const Job& job, Products products = Products::both_parts,
                                                  KeptVectors* kept = nullptr);

}  // namespace poslab::gpu
