#pragma once

#include "core/base/index_range.hpp"
#include "core/base/job.hpp"
#include "core/encoding/plan.hpp"
#include "core/engine/cosine_sum.hpp"
#include "core/engine/field.hpp"
#include "core/engine/legs_scan.hpp"
#include "core/engine/rotation_residual.hpp"
#include "core/hippo/state_extent.hpp"
#include "gpu/device.hpp"

namespace poslab::gpu {

// The operations of Engine, as they are described there, on a device that the caller holds. All throw DeviceFailure, too.

/// Runs of blocks that lie wholly inside a piece on the device; blocks that edges cross on the processor meanwhile, as the CPU
/// engine has them.
[[nodiscard]] Field position_field_on_device(Device& device, const PositionPlan& plan, const FieldWindow& window, const Job& job);

[[nodiscard]] std::vector<double> cosine_profile_on_device(Device& device, const CosineSum& sum, const IndexRange& distances,
                                                           const Job& job);

/// Many channels: a thread for each. Few, or long states: a group of threads for each, over the numbers of its state.
[[nodiscard]] RecordedStates<double> legs_scan_on_device(Device& device, const LegsScanInput& input,
                                                         std::span<const std::int64_t> times, const Job& job);

[[nodiscard]] Field rotation_residual_on_device(Device& device, const ResidualPlan& plan, const PlaneWindow& window,
                                                const Job& job);

}  // namespace poslab::gpu
