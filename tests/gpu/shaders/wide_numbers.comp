#version 430 core
// The 106-bit arithmetic, one pair of numbers per thread.

#define POSLAB_SHARED
#define POSLAB_EXACT precise
#define real double
#include "common/wide_real.h"

layout(local_size_x = 64) in;

layout(std140, binding = 0) uniform TaskBlock { int count; };
layout(std430, binding = 1) readonly buffer In { dvec4 given[]; };
layout(std430, binding = 2) writeonly buffer Out { dvec2 results[]; };

void main() {
    int n = int(gl_GlobalInvocationID.x);
    if (n >= count) return;
    WideReal a = make_wide(given[n].x, given[n].y);
    WideReal b = make_wide(given[n].z, given[n].w);
    WideReal sum = wide_sum(a, b);
    WideReal product = wide_product(a, b);
    WideReal root = wide_root(a);
    results[4 * n] = dvec2(sum.high, sum.low);
    results[4 * n + 1] = dvec2(product.high, product.low);
    results[4 * n + 2] = dvec2(root.high, root.low);
    results[4 * n + 3] = dvec2(wide_turn(a), 0.0);
}
