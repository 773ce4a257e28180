#pragma once

#include "core/engine/flash_attention/attention_accumulator.hpp"
#include "gpu/engine/packed_vectors.hpp"

#include <span>

namespace poslab::gpu {

/// The data left on the device by the first pass over an attention, and the sums of its rows.
struct FirstPass {
    Device& device;
    const flash_attention::AttentionSchedule& schedule;
    const AttentionTables& tables;
    const DeviceArray<std::int32_t>& integers;
    DeviceArray<float>& numbers;
    const PackedVectors& vectors;
    std::span<const flash_attention::RowSums> sums;
    const Job& job;
};

/// Runs the second pass, for results that need weights rather than their sums: weights by distance and
/// outputs.
void add_attention_sums(const FirstPass& first, flash_attention::AttentionAccumulator& accumulator);

}  // namespace poslab::gpu
