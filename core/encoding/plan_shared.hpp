#pragma once

#include "core/encoding/plan.hpp"

#include <cstdint>

#define POSLAB_SHARED inline
namespace poslab {
using real = double;
#include "shaders/common/plan.h"
}  // namespace poslab
#undef POSLAB_SHARED

namespace poslab {

/// floor(t / divisor) for divisor >= 1 and any t: `floor_quotient` for 64 bits.
inline std::int64_t floor_quotient(std::int64_t t, std::int64_t divisor) {
    return t >= 0 ? t / divisor : -((-t + divisor - 1) / divisor);
}

/// a(t) of an axis: `axis_integer` for 64 bits.
inline std::int64_t axis_integer(const AxisFunction& axis, std::int64_t t) {
    std::int64_t s = t + axis.shift;
    if (axis.modulus > 0) s -= axis.modulus * floor_quotient(s, std::int64_t{axis.modulus});
    const std::int64_t a = axis.group > 1 ? floor_quotient(s, std::int64_t{axis.group}) : s;
    return (axis.cap >= 0 && a > axis.cap) ? axis.cap : a;
}

/// True if both axes count in the same unit, so that a(i) - b(j) can be computed in integers.
inline bool same_unit(const Branch& branch) {
    return branch.query.scale == branch.key.scale && branch.query.divisor == branch.key.divisor;
}

/// Returns p = u - v of a branch from the integers a = a(i), b = b(j), by the evaluation rule common to all
/// engines. If both axes have the same unit: (offset_u - offset_v) + scale * (a - b) / divisor, the integer
/// difference first and each operation rounded once; otherwise u and v are computed separately.
inline double branch_value(const Branch& branch, std::int64_t a, std::int64_t b) {
    const AxisFunction& u = branch.query;
    const AxisFunction& v = branch.key;
    if (same_unit(branch)) return (u.offset - v.offset) + u.scale * static_cast<double>(a - b) / u.divisor;
    return (u.offset + u.scale * static_cast<double>(a) / u.divisor) -
           (v.offset + v.scale * static_cast<double>(b) / v.divisor);
}

}  // namespace poslab
