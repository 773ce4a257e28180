// The common C subset of C++, CUDA and GLSL (see plan.h), with `real` a double. A number as the unevaluated
// sum of two: 106 bits (Dekker, Numer. Math. 18, 1971; Knuth, TAOCP 2, 4.2.2). POSLAB_EXACT keeps compilers
// from rearranging or fusing operations.
struct WideReal {
    real high;
    real low;
};

POSLAB_SHARED WideReal make_wide(real high, real low) {
    WideReal wide;  // NOLINT(cppcoreguidelines-pro-type-member-init): GLSL has no initialiser lists
    wide.high = high;
    wide.low = low;
    return wide;
}

// a + b exactly.
POSLAB_SHARED WideReal exact_sum(real a, real b) {
    POSLAB_EXACT real sum = a + b;
    POSLAB_EXACT real share = sum - a;
    POSLAB_EXACT real rest = (a - (sum - share)) + (b - share);
    return make_wide(sum, rest);
}

// a b exactly, for |a|, |b| < 2^996 if the product is not subnormal.
POSLAB_SHARED WideReal exact_product(real a, real b) {
    POSLAB_EXACT real product = a * b;
    POSLAB_EXACT real far_a = a * real(134217729.0);
    POSLAB_EXACT real far_b = b * real(134217729.0);
    POSLAB_EXACT real gap_a = far_a - a;
    POSLAB_EXACT real gap_b = far_b - b;
    POSLAB_EXACT real high_a = far_a - gap_a;
    POSLAB_EXACT real high_b = far_b - gap_b;
    POSLAB_EXACT real low_a = a - high_a;
    POSLAB_EXACT real low_b = b - high_b;
    POSLAB_EXACT real first = high_a * high_b - product;
    POSLAB_EXACT real second = first + high_a * low_b;
    POSLAB_EXACT real third = second + low_a * high_b;
    POSLAB_EXACT real rest = third + low_a * low_b;
    return make_wide(product, rest);
}

POSLAB_SHARED WideReal wide_sum(WideReal a, WideReal b) {
    WideReal high = exact_sum(a.high, b.high);
    WideReal low = exact_sum(a.low, b.low);
    POSLAB_EXACT real rest = high.low + low.high;
    high = exact_sum(high.high, rest);
    POSLAB_EXACT real last = high.low + low.low;
    return exact_sum(high.high, last);
}

POSLAB_SHARED WideReal wide_product(WideReal a, WideReal b) {
    WideReal product = exact_product(a.high, b.high);
    POSLAB_EXACT real rest = product.low + (a.high * b.low + a.low * b.high);
    return exact_sum(product.high, rest);
}

// One Newton step from the root of the high part; 0 for 0.
POSLAB_SHARED WideReal wide_root(WideReal a) {
    if (!(a.high > real(0))) return make_wide(real(0), real(0));
    real root = sqrt(a.high);
    WideReal square = exact_product(root, root);
    WideReal gap = wide_sum(a, make_wide(-square.high, -square.low));
    return exact_sum(root, gap.high / (real(2) * root));
}

// The angle a, radians, as a turn in about [-1/2, 1/2]; |a| < 2^54 rad.
POSLAB_SHARED real wide_turn(WideReal a) {
    WideReal turns = wide_product(a, make_wide(real(0.15915494309189534561), real(-9.8393383375912434e-18)));
    POSLAB_EXACT real whole = floor(turns.high + real(0.5));
    POSLAB_EXACT real part = turns.high - whole;
    return part + turns.low;
}
