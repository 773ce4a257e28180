#pragma once

#include "core/engine/flash_attention/attention_schedule.hpp"
#include "gpu/engine/attention_tables.hpp"
#include "gpu/engine/device_memory.hpp"
#include "gpu/engine/vector_cache.hpp"

namespace poslab::gpu {

/// Queries and keys on the device, rotated by each of their axes, in the layout of flash_attention. If the
/// device splits them, writes their scales to `numbers`.
struct PackedVectors {
    /// `retained`: the cache of rows, or null.
    PackedVectors(Device& device, const flash_attention::AttentionSchedule& schedule,
                  const AttentionTables& tables, const DeviceArray<float>& numbers, VectorCache* retained,
                  const Job& job);

    DeviceArray<float> queries;  // [rotations, rows, dims]
    DeviceArray<float> keys;     // [rotations, keys, dims]
};

}  // namespace poslab::gpu
