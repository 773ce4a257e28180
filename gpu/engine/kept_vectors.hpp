#pragma once

#include "core/engine/token_vectors.hpp"
#include "gpu/engine/device_memory.hpp"

#include <memory>
#include <vector>

namespace poslab::gpu {

/// Queries and keys that stay on a device while somebody else holds them, too: what is asked for next often has the same, under
/// another map. Used while the device is held.
class KeptVectors {
  public:
    /// All rows [tokens, dim] on the device, sent there if they were not and `wanted` of them are worth it; null where they are not
    /// held in float32, take more than `most_bytes`, or find no room. Good until the next call.
    [[nodiscard]] const DeviceArray<float>* find_or_send(Device& device, const std::shared_ptr<const TokenVectors>& vectors,
                                                         std::size_t wanted);

    static constexpr std::size_t most_bytes = std::size_t{32} << 20U;  // as much as is sent at once anyway

  private:
    struct Entry {
        std::weak_ptr<const TokenVectors> vectors;
        std::unique_ptr<const DeviceArray<float>> rows;
    };

    std::vector<Entry> entries_;  // the one that was wanted last at the end
};

}  // namespace poslab::gpu
