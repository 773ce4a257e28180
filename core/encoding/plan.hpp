#pragma once

#include "core/base/index_range.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace poslab {

/// One axis of a branch, a function of the token t (docs/formulas.md §2.2):
///     u(t) = offset + scale * a(t) / divisor,   a(t) = min(floor(((t + shift) mod modulus) / group), cap)
/// `modulus` 0 and `cap` -1 mean none; scale 0 makes a constant.
/// The scale is a quotient because (i - j) / k is rounded only once, (i - j) * (1 / k) twice.
struct AxisFunction {
    double offset = 0;
    double scale = 1;
    double divisor = 1;
    std::int32_t shift = 0;
    std::int32_t modulus = 0;
    std::int32_t group = 1;
    std::int32_t cap = -1;

    bool operator==(const AxisFunction&) const = default;
};

/// The longest sequence: 2^24 tokens, so that products of two positions and sums over a matrix are exact in
/// 128 bits.
inline constexpr std::int32_t max_tokens = 1 << 24;

inline constexpr std::int32_t unbounded = std::numeric_limits<std::int32_t>::max();

/// The cells of a branch: query i in `queries`, key j in `keys`, and
/// floor(i / group) - floor(j / group) in `distances` (group 1: the distance i - j itself).
struct Condition {
    IndexRange queries{0, unbounded};
    IndexRange keys{0, unbounded};
    std::int32_t group = 1;
    IndexRange distances{0, unbounded};

    bool operator==(const Condition&) const = default;
};

struct Branch {
    AxisFunction query;
    AxisFunction key;
    Condition condition;

    bool operator==(const Branch&) const = default;
};

/// A position map in the form that engines evaluate (docs/formulas.md §2.3): p(i, j) = u(i) - v(j) on the
/// cells i >= j of each branch. Branches are disjoint; a cell with i >= j in no branch is masked. `causal`
/// masks i < j; otherwise those cells have the odd extension p(i, j) = -p(j, i), which is sign(distance) *
/// f(|distance|) for functions of the distance. Tokens are 0 ... 2^24 - 1, i query (row), j key (column).
struct PositionPlan {
    std::vector<Branch> branches;
    bool causal = true;

    bool operator==(const PositionPlan&) const = default;
};

}  // namespace poslab
