// The common C subset of C++, CUDA and GLSL: no pointers, references, templates or includes.
// Before including it, a language defines POSLAB_SHARED (function qualifiers) and `real`.
//
// Axis function of a position plan, at token t:
//     offset + scale * a(t) / divisor,   a(t) = min(floor(((t + shift) mod modulus) / group), cap)
// modulus 0 and cap < 0 mean "none". The scale is a quotient so that integer multiples of 1/k are correctly
// rounded.

POSLAB_SHARED int floor_quotient(int t, int group) { return t >= 0 ? t / group : -((-t + group - 1) / group); }

POSLAB_SHARED int axis_integer(int t, int shift, int modulus, int group, int cap) {
    int s = t + shift;
    if (modulus > 0) s = s - modulus * floor_quotient(s, modulus);
    int a = group > 1 ? floor_quotient(s, group) : s;
    return (cap >= 0 && a > cap) ? cap : a;
}

// True if the cell (i, j), with i >= j, lies in [low, high) of the grouped distance floor(i/group) -
// floor(j/group).
POSLAB_SHARED bool distance_within(int i, int j, int group, int low, int high) {
    int distance = group > 1 ? floor_quotient(i, group) - floor_quotient(j, group) : i - j;
    return distance >= low && distance < high;
}
