#pragma once

#include "core/engine/attention_strips/problem.hpp"
#include "gpu/engine/attention_tables.hpp"
#include "gpu/engine/device_memory.hpp"
#include "gpu/engine/kept_vectors.hpp"

namespace poslab::gpu {

/// Queries and keys on the device, rotated by each of their axes, in the layout of attention_strips. If the
/// device splits them, writes their scales to `numbers`.
struct PackedVectors {
    /// `kept`: the cache of rows, or null.
    PackedVectors(Device& device, const attention_strips::Problem& problem, const AttentionTables& tables,
                  const DeviceArray<float>& numbers, KeptVectors* kept, const Job& job);

    DeviceArray<float> queries;  // [rotations, rows, dims]
    DeviceArray<float> keys;     // [rotations, keys, dims]
};

}  // namespace poslab::gpu
