#pragma once

#include "core/encoding/branch_region.hpp"

#include <cstdint>
#include <optional>

namespace poslab {

enum class Extreme { least, greatest };

/// Returns the least or greatest a(t) of the axis over a nonempty range; O(1).
[[nodiscard]] std::int64_t axis_extreme(const AxisFunction& axis, const IndexRange& tokens, Extreme which);

/// Returns the common period of the axes and the condition of a branch (1: none); nullopt if they have
/// several.
[[nodiscard]] std::optional<std::int64_t> common_period(const Branch& branch);

/// Returns the least or greatest p of a branch (scales >= 0) over a region; nullopt if it has no cells. O(1)
/// for branches with a common period, else one step per row. Tokens up to 2^53.
[[nodiscard]] std::optional<double> region_extreme(const Branch& branch, const BranchRegion& region,
                                                   Extreme which);

}  // namespace poslab
