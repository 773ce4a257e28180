#pragma once

#include "core/encoding/branch_region.hpp"

namespace poslab {

__extension__ typedef __int128 Wide;

/// Exact sums over a token range of a(t) and of a(t) * group * floor(t / group).
struct Moments {
    Wide plain = 0;
    Wide weighted = 0;
};

/// Closed form for group 1 and for modulus = group (shift a multiple of it); else one step per chunk of
/// `group`. Tokens must be below 2^31.
[[nodiscard]] Moments axis_moments(const AxisFunction& axis, const IndexRange& tokens, std::int64_t group);

/// Returns the sum of a(t) alone, in closed form.
[[nodiscard]] Wide axis_sum(const AxisFunction& axis, const IndexRange& tokens);

/// Sums over the cells of a region: their number, the sum of a(i) and the sum of b(j).
struct RegionSums {
    Wide count = 0;
    Wide query = 0;
    Wide key = 0;
};

/// Exact, in time independent of the size of the region (see axis_moments). Axes of scale 0 are omitted.
[[nodiscard]] RegionSums region_sums(const Branch& branch, const BranchRegion& region);

/// A branch in the form p = offset + scale * (a - b) / divisor that engines sum. `separable` is false if the
/// axes count in different units; an axis of scale 0 takes the other's unit.
struct CommonUnit {
    bool separable = true;
    bool whole = false;  // offset and scale / divisor are integers, hence p is
    double offset = 0;
    double scale = 0;
    double divisor = 1;
};

[[nodiscard]] CommonUnit common_unit(const Branch& branch);

/// Sum of p over signed pieces of one block, divided once at the end. The integer part is exact.
class PositionSum {
  public:
    /// Adds sign * (sum of p over the cells of `sums`); sign is 1 or -1.
    void add(const Branch& branch, const RegionSums& sums, int sign);
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] double mean() const;

  private:
    Wide count_ = 0;
    Wide whole_ = 0;
    long double rest_ = 0;
};

}  // namespace poslab
