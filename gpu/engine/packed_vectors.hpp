#pragma once

#include "core/engine/attention_strips/problem.hpp"
#include "gpu/engine/attention_tables.hpp"
#include "gpu/engine/device_memory.hpp"

namespace poslab::gpu {

/// Queries and keys on the device, turned by each of their axes, as attention_strips reads them. Fills `numbers` with their
/// scales where the device splits them.
struct PackedVectors {
    PackedVectors(Device& device, const attention_strips::Problem& problem, const AttentionTables& tables,
                  const DeviceArray<float>& numbers, const Job& job);

    DeviceArray<float> queries;  // [rotations, rows, dims]
    DeviceArray<float> keys;     // [rotations, keys, dims]
};

}  // namespace poslab::gpu
