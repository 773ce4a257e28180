#include "core/engine/rotation_residual_kernel.hpp"

// Highway compiles what follows once for each instruction set and chooses at run time.
#define HWY_TARGET_INCLUDE "core/engine/rotation_residual_kernel.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "core/engine/sine_cosine.hpp"

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = AngleTag;
using Vector = Angle;

struct QuaternionLanes {
    Vector w, x, y, z;
};
struct HalvesLanes {
    QuaternionLanes left, right;
};

HWY_INLINE HWY_ATTR Vector all(double value) { return hn::Set(Tag(), value); }

HWY_INLINE HWY_ATTR QuaternionLanes lanes_of(const Quaternion& q) { return {all(q.w), all(q.x), all(q.y), all(q.z)}; }

HWY_INLINE HWY_ATTR QuaternionLanes conjugate(const QuaternionLanes& q) { return {q.w, hn::Neg(q.x), hn::Neg(q.y), hn::Neg(q.z)}; }

HWY_INLINE HWY_ATTR QuaternionLanes product(const QuaternionLanes& p, const QuaternionLanes& q) {
    const auto sum = [](Vector a, Vector b, Vector c, Vector d, Vector e, Vector f, Vector g, Vector h)
                         HWY_ATTR { return hn::MulAdd(a, b, hn::MulAdd(c, d, hn::MulAdd(e, f, hn::Mul(g, h)))); };
    const Vector x = hn::Neg(p.x), y = hn::Neg(p.y), z = hn::Neg(p.z);
    return {sum(p.w, q.w, x, q.x, y, q.y, z, q.z), sum(p.w, q.x, p.x, q.w, p.y, q.z, z, q.y),
            sum(p.w, q.y, x, q.z, p.y, q.w, p.z, q.x), sum(p.w, q.z, p.x, q.y, y, q.x, p.z, q.w)};
}

HWY_INLINE HWY_ATTR Vector dot(const QuaternionLanes& p, const QuaternionLanes& q) {
    return hn::MulAdd(p.w, q.w, hn::MulAdd(p.x, q.x, hn::MulAdd(p.y, q.y, hn::Mul(p.z, q.z))));
}

/// e^(xi + yj + zk).
HWY_INLINE HWY_ATTR QuaternionLanes unit_exponential(Vector x, Vector y, Vector z) {
    const Tag tag;
    const Vector r = hn::Sqrt(hn::MulAdd(x, x, hn::MulAdd(y, y, hn::Mul(z, z))));
    const SineCosine of_r = sine_cosine(r);
    const Vector share = hn::IfThenElse(hn::Gt(r, hn::Zero(tag)), hn::Div(of_r.sine, r), all(1));
    return {of_r.cosine, hn::Mul(x, share), hn::Mul(y, share), hn::Mul(z, share)};
}

/// A half of an exponent along a row: start + place·step.
struct HalfLanes {
    Vector start[3], step[3];

    [[nodiscard]] HWY_INLINE HWY_ATTR QuaternionLanes at(Vector place) const {
        return unit_exponential(hn::MulAdd(place, step[0], start[0]), hn::MulAdd(place, step[1], start[1]),
                                hn::MulAdd(place, step[2], start[2]));
    }
};

/// RowRotation in vectors: made once a row, because the compiler cannot know that what is written leaves the row as it is.
struct RotationLanes {
    HalfLanes left, right;
    bool still;
    HalvesLanes halves;

    HWY_INLINE HWY_ATTR explicit RotationLanes(const RowRotation& of)
        : still(of.still), halves{lanes_of(of.halves.left), lanes_of(of.halves.right)} {
        const auto put = [](const Skew<double>& s, Vector* of_left, Vector* of_right) HWY_ATTR {
            of_left[0] = all((s.a + s.f) / 2);
            of_left[1] = all((s.b - s.e) / 2);
            of_left[2] = all((s.c + s.d) / 2);
            of_right[0] = all((s.a - s.f) / 2);
            of_right[1] = all((s.b + s.e) / 2);
            of_right[2] = all((s.d - s.c) / 2);
        };
        put(of.start, left.start, right.start);
        put(of.step, left.step, right.step);
    }

    /// As skew_exponential().
    [[nodiscard]] HWY_INLINE HWY_ATTR HalvesLanes at(Vector place) const {
        if (still) return halves;
        return {left.at(place), right.at(place)};
    }
};

/// |p − sign·q|²/2.
HWY_INLINE HWY_ATTR Vector half_square(const QuaternionLanes& p, const QuaternionLanes& q, Vector sign) {
    const QuaternionLanes d{hn::NegMulAdd(sign, q.w, p.w), hn::NegMulAdd(sign, q.x, p.x), hn::NegMulAdd(sign, q.y, p.y),
                            hn::NegMulAdd(sign, q.z, p.z)};
    return hn::Mul(all(0.5), dot(d, d));
}

/// As distance().
HWY_INLINE HWY_ATTR Vector distance_of(const HalvesLanes& a, const HalvesLanes& b) {
    const Tag tag;
    const auto zero = hn::Zero(tag);
    const auto both = hn::And(hn::Lt(dot(a.left, b.left), zero), hn::Lt(dot(a.right, b.right), zero));
    const Vector sign = hn::IfThenElse(both, all(-1), all(1));
    const Vector left = half_square(a.left, b.left, sign), right = half_square(a.right, b.right, sign);
    return hn::Sqrt(hn::Mul(all(8), hn::Max(zero, hn::NegMulAdd(left, right, hn::Add(left, right)))));
}

HWY_ATTR void compute_row(const ResidualRow& row) {
    const Tag tag;
    const std::size_t lanes = hn::Lanes(tag);
    const double twice = 2 * static_cast<double>(row.count);
    const RotationLanes of_first(row.first), of_second(row.second), of_third(row.third);
    HWY_ALIGN double tail[8];
    for (std::size_t n = 0; n < row.count; n += lanes) {
        const Vector odd = hn::MulAdd(hn::Iota(tag, static_cast<double>(n)), all(2), all(1));
        const Vector place = hn::MulAdd(all(row.span), hn::Div(odd, all(twice)), all(row.left));
        const HalvesLanes first = of_first.at(place), second = of_second.at(place);
        const HalvesLanes relative{product(conjugate(first.left), second.left), product(second.right, conjugate(first.right))};
        const Vector value = distance_of(relative, of_third.at(place));
        if (n + lanes <= row.count) {
            hn::StoreU(value, tag, row.out + n);
        } else {
            hn::Store(value, tag, tail);
            for (std::size_t left = 0; n + left < row.count; ++left) row.out[n + left] = tail[left];
        }
    }
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace poslab {
namespace {
HWY_EXPORT(compute_row);
}

void rotation_residual_row(const ResidualRow& row) { HWY_DYNAMIC_DISPATCH(compute_row)(row); }

}  // namespace poslab

#endif
