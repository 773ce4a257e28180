#pragma once

#include "core/engine/token_vectors.hpp"
#include "gpu/engine/device_memory.hpp"

#include <memory>
#include <vector>

namespace poslab::gpu {

/// Cache of queries and keys on a device while others own them, too: successive requests often use the same
/// ones under different maps. Used while the device is held.
class VectorCache {
  public:
    /// Returns all rows [tokens, dim] on the device, uploading them if `requested` rows justify it. Null if
    /// they are not stored in float32, exceed `max_bytes`, or do not fit. Valid until the next call.
    [[nodiscard]] const DeviceArray<float>* find_or_send(Device& device,
                                                         const std::shared_ptr<const TokenVectors>& vectors,
                                                         std::size_t requested);

    static constexpr std::size_t max_bytes = std::size_t{32} << 20U;  // as much as one upload sends anyway

  private:
    struct Entry {
        std::weak_ptr<const TokenVectors> vectors;
        std::unique_ptr<const DeviceArray<float>> rows;
    };

    std::vector<Entry> entries_;  // most recently used last
};

}  // namespace poslab::gpu
