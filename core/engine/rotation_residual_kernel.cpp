#include "core/engine/rotation_residual_kernel.hpp"

// Highway compiles the code below once per instruction set and selects one at run time.
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

HWY_INLINE HWY_ATTR QuaternionLanes lanes_of(const Quaternion& q) {
    return {all(q.w), all(q.x), all(q.y), all(q.z)};
}

HWY_INLINE HWY_ATTR QuaternionLanes conjugate(const QuaternionLanes& q) {
    return {q.w, hn::Neg(q.x), hn::Neg(q.y), hn::Neg(q.z)};
}

HWY_INLINE HWY_ATTR QuaternionLanes product(const QuaternionLanes& p, const QuaternionLanes& q) {
    const auto sum =
        [](Vector a, Vector b, Vector c, Vector d, Vector e, Vector f, Vector g, Vector h)
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

// A row is computed in pieces, and in a piece one half of a rotation after the other. The iterations of these
// short loops overlap in the pipeline; a whole point per iteration would be one long dependency chain with
// more values than registers.
constexpr std::size_t piece = 64;

struct QuaternionPiece {
    HWY_ALIGN double w[piece], x[piece], y[piece], z[piece];

    HWY_INLINE HWY_ATTR void put(std::size_t n, const QuaternionLanes& q) {
        const Tag tag;
        hn::Store(q.w, tag, w + n);
        hn::Store(q.x, tag, x + n);
        hn::Store(q.y, tag, y + n);
        hn::Store(q.z, tag, z + n);
    }
    [[nodiscard]] HWY_INLINE HWY_ATTR QuaternionLanes at(std::size_t n) const {
        const Tag tag;
        return {hn::Load(tag, w + n), hn::Load(tag, x + n), hn::Load(tag, y + n), hn::Load(tag, z + n)};
    }
};

enum class Half { left, right };

struct Pure {
    double x, y, z;
};

Pure half_of(const Skew<double>& s, Half half) {
    if (half == Half::left) return {(s.a + s.f) / 2, (s.b - s.e) / 2, (s.c + s.d) / 2};
    return {(s.a - s.f) / 2, (s.b + s.e) / 2, (s.d - s.c) / 2};
}

/// Computes the exponentials of start + index·step.
HWY_ATTR void exponentials(const Pure& start, const Pure& step, const double* places, std::size_t count,
                           QuaternionPiece& to) {
    const Tag tag;
    const Vector start_x = all(start.x), start_y = all(start.y), start_z = all(start.z);
    const Vector step_x = all(step.x), step_y = all(step.y), step_z = all(step.z);
    for (std::size_t n = 0; n < count; n += hn::Lanes(tag)) {
        const Vector place = hn::Load(tag, places + n);
        to.put(n, unit_exponential(hn::MulAdd(place, step_x, start_x), hn::MulAdd(place, step_y, start_y),
                                   hn::MulAdd(place, step_z, start_z)));
    }
}

/// One half of a RowRotation at the points of a piece, as in skew_exponential().
class HalfPiece {
  public:
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): points are written before they are read
    HWY_ATTR HalfPiece(const RowRotation& of, Half half, const Quaternion& all_along)
        : still_(of.still), start_(half_of(of.start, half)), step_(half_of(of.step, half)) {
        for (std::size_t n = 0; still_ && n < piece; n += hn::Lanes(Tag()))
            points_.put(n, lanes_of(all_along));
    }
    HWY_ATTR void move_to(const double* places, std::size_t count) {
        if (!still_) exponentials(start_, step_, places, count, points_);
    }
    [[nodiscard]] HWY_INLINE HWY_ATTR QuaternionLanes at(std::size_t n) const { return points_.at(n); }

  private:
    bool still_;
    Pure start_, step_;
    QuaternionPiece points_;
};

struct RotationPiece {
    HalfPiece left, right;

    HWY_ATTR explicit RotationPiece(const RowRotation& of)
        : left(of, Half::left, of.halves.left), right(of, Half::right, of.halves.right) {}
    HWY_ATTR void move_to(const double* places, std::size_t count) {
        left.move_to(places, count);
        right.move_to(places, count);
    }
    [[nodiscard]] HWY_INLINE HWY_ATTR HalvesLanes at(std::size_t n) const {
        return {left.at(n), right.at(n)};
    }
};

/// |p − sign·q|²/2.
HWY_INLINE HWY_ATTR Vector half_square(const QuaternionLanes& p, const QuaternionLanes& q, Vector sign) {
    const QuaternionLanes d{hn::NegMulAdd(sign, q.w, p.w), hn::NegMulAdd(sign, q.x, p.x),
                            hn::NegMulAdd(sign, q.y, p.y), hn::NegMulAdd(sign, q.z, p.z)};
    return hn::Mul(all(0.5), dot(d, d));
}

/// Vector version of distance().
HWY_INLINE HWY_ATTR Vector distance_of(const HalvesLanes& a, const HalvesLanes& b) {
    const Tag tag;
    const auto zero = hn::Zero(tag);
    const auto both = hn::And(hn::Lt(dot(a.left, b.left), zero), hn::Lt(dot(a.right, b.right), zero));
    const Vector sign = hn::IfThenElse(both, all(-1), all(1));
    const Vector left = half_square(a.left, b.left, sign), right = half_square(a.right, b.right, sign);
    return hn::Sqrt(hn::Mul(all(8), hn::Max(zero, hn::NegMulAdd(left, right, hn::Add(left, right)))));
}

HWY_ATTR void distances(const RotationPiece& first, const RotationPiece& second, const RotationPiece& third,
                        std::size_t count, double* out) {
    const Tag tag;
    for (std::size_t n = 0; n < count; n += hn::Lanes(tag)) {
        const HalvesLanes a = first.at(n), b = second.at(n);
        const HalvesLanes relative{product(conjugate(a.left), b.left), product(b.right, conjugate(a.right))};
        hn::Store(distance_of(relative, third.at(n)), tag, out + n);
    }
}

HWY_ATTR void compute_row(const ResidualRow& row) {
    const Tag tag;
    const double per_half = 1 / (2 * static_cast<double>(row.count));
    RotationPiece first(row.first), second(row.second), third(row.third);
    HWY_ALIGN double places[piece];
    HWY_ALIGN double values[piece];
    for (std::size_t begin = 0; begin < row.count; begin += piece) {
        const std::size_t count = HWY_MIN(piece, row.count - begin);
        for (std::size_t n = 0; n < count; n += hn::Lanes(tag)) {
            const Vector odd = hn::MulAdd(hn::Iota(tag, static_cast<double>(begin + n)), all(2), all(1));
            hn::Store(hn::MulAdd(all(row.span), hn::Mul(odd, all(per_half)), all(row.left)), tag, places + n);
        }
        for (RotationPiece* rotation : {&first, &second, &third}) rotation->move_to(places, count);
        distances(first, second, third, count, values);
        for (std::size_t n = 0; n < count; ++n) row.out[begin + n] = values[n];
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
