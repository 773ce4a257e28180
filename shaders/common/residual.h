// The common C subset of C++, CUDA and GLSL (see plan.h), with `real` a double; after turn.h and wide_real.h.
// ||exp(first)^T exp(second) - exp(third)|| of four-dimensional skew matrices, by the two unit quaternions of
// each rotation (see core/geometry/rotation_halves.hpp for the formulas).
struct Quaternion4 {
    real w;
    real x;
    real y;
    real z;
};

struct Halves {
    Quaternion4 left;
    Quaternion4 right;
};

POSLAB_SHARED Quaternion4 make_quaternion(real w, real x, real y, real z) {
    Quaternion4 q;  // NOLINT(cppcoreguidelines-pro-type-member-init): GLSL has no initialiser lists
    q.w = w;
    q.x = x;
    q.y = y;
    q.z = z;
    return q;
}

POSLAB_SHARED Quaternion4 quaternion_product(Quaternion4 p, Quaternion4 q) {
    return make_quaternion(p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z, p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                           p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x, p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w);
}

POSLAB_SHARED Quaternion4 conjugate_of(Quaternion4 q) { return make_quaternion(q.w, -q.x, -q.y, -q.z); }

POSLAB_SHARED real quaternion_dot(Quaternion4 p, Quaternion4 q) { return p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z; }

// e^(xi + yj + zk) with whole turns removed in 106 bits.
POSLAB_SHARED Quaternion4 exponential_of(WideReal x, WideReal y, WideReal z) {
    WideReal r = wide_root(wide_sum(wide_product(x, x), wide_sum(wide_product(y, y), wide_product(z, z))));
    UnitVector v = unit_vector(wide_turn(r));
    real share = r.high > real(0) ? v.sine / r.high : real(1);
    return make_quaternion(v.cosine, x.high * share, y.high * share, z.high * share);
}

POSLAB_SHARED WideReal half_sum(WideReal a, WideReal b, real sign) {
    return wide_sum(make_wide(real(0.5) * a.high, real(0.5) * a.low),
                    make_wide(real(0.5) * sign * b.high, real(0.5) * sign * b.low));
}

// exp of the skew matrix with the entries a ... f (core/geometry/skew.hpp).
POSLAB_SHARED Halves halves_of(WideReal a, WideReal b, WideReal c, WideReal d, WideReal e, WideReal f) {
    Halves h;  // NOLINT(cppcoreguidelines-pro-type-member-init): GLSL has no initialiser lists
    h.left = exponential_of(half_sum(a, f, real(1)), half_sum(b, e, real(-1)), half_sum(c, d, real(1)));
    h.right = exponential_of(half_sum(a, f, real(-1)), half_sum(b, e, real(1)), half_sum(d, c, real(-1)));
    return h;
}

// |p - sign q|^2 / 2
POSLAB_SHARED real half_square(Quaternion4 p, Quaternion4 q, real sign) {
    Quaternion4 d = make_quaternion(p.w - sign * q.w, p.x - sign * q.x, p.y - sign * q.y, p.z - sign * q.z);
    return real(0.5) * quaternion_dot(d, d);
}

POSLAB_SHARED real rotation_residual_of(Halves first, Halves second, Halves third) {
    Quaternion4 left = quaternion_product(conjugate_of(first.left), second.left);
    Quaternion4 right = quaternion_product(second.right, conjugate_of(first.right));
    bool both = quaternion_dot(left, third.left) < real(0) && quaternion_dot(right, third.right) < real(0);
    real sign = both ? real(-1) : real(1);
    real a = half_square(left, third.left, sign);
    real b = half_square(right, third.right, sign);
    real square = real(8) * (a + b - a * b);
    return square > real(0) ? sqrt(square) : real(0);
}
