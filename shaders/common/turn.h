// The common C subset of C++, CUDA and GLSL (see plan.h). A sine of doubles, which GLSL lacks; the argument
// is in turns, so that whole turns are removed exactly.

struct UnitVector {
    real cosine;
    real sine;
};

// sin x for |x| <= pi/4, by its series: the first omitted term is below 1e-19.
POSLAB_SHARED real short_sine(real x) {
    real y = x * x;
    real sum = real(1) / real(355687428096000.0);
    sum = real(1) / real(1307674368000.0) - y * sum;
    sum = real(1) / real(6227020800.0) - y * sum;
    sum = real(1) / real(39916800.0) - y * sum;
    sum = real(1) / real(362880.0) - y * sum;
    sum = real(1) / real(5040.0) - y * sum;
    sum = real(1) / real(120.0) - y * sum;
    sum = real(1) / real(6.0) - y * sum;
    return x - x * (y * sum);
}

// cos x for |x| <= pi/4: the first omitted term is below 3e-18.
POSLAB_SHARED real short_cosine(real x) {
    real y = x * x;
    real sum = real(1) / real(20922789888000.0);
    sum = real(1) / real(87178291200.0) - y * sum;
    sum = real(1) / real(479001600.0) - y * sum;
    sum = real(1) / real(3628800.0) - y * sum;
    sum = real(1) / real(40320.0) - y * sum;
    sum = real(1) / real(720.0) - y * sum;
    sum = real(1) / real(24.0) - y * sum;
    sum = real(0.5) - y * sum;
    return real(1) - y * sum;
}

// (cos, sin) of 2 pi turn, -1 <= turn <= 1, within two units in the last place of 1.
POSLAB_SHARED UnitVector unit_vector(real turn) {
    real quarter = floor(real(4) * turn + real(0.5));
    real x = (turn - real(0.25) * quarter) * real(6.28318530717958647692);
    real c = short_cosine(x);
    real s = short_sine(x);
    int octant = int(quarter) & 3;
    UnitVector v;  // NOLINT(cppcoreguidelines-pro-type-member-init): GLSL has no initialiser lists
    v.cosine = octant == 0 ? c : (octant == 1 ? -s : (octant == 2 ? -c : s));
    v.sine = octant == 0 ? s : (octant == 1 ? c : (octant == 2 ? -s : -c));
    return v;
}
