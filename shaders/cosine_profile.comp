#version 430 core
// See CosineProfileTask in shaders/common/tasks.h.

#define POSLAB_SHARED
#define real double
#include "common/phase.h"
#include "common/turn.h"
#include "common/tasks.h"

layout(local_size_x = 256) in;

layout(std140, binding = 0) uniform TaskBlock { CosineProfileTask task; };
layout(std430, binding = 1) readonly buffer Frequencies { uvec2 gained[]; };
layout(std430, binding = 2) readonly buffer Weights { dvec2 weights[]; };
layout(std430, binding = 3) writeonly buffer Out { double sums[]; };

const uint side = 32u;   // centres, and offsets from each
const uint batch = 16u;  // frequencies in the tables at a time

shared dvec2 centers[batch * side];  // (w C + s S, s C - w S)
shared dvec2 offsets[batch * side];  // (cos m theta, sin m theta)

dvec2 rotation_at(uint distance, uvec2 frequency) {
    UnitVector v = unit_vector(signed_turn(phase_at(distance, make_phase(frequency.x, frequency.y))));
    return dvec2(v.cosine, v.sine);
}

void tabulate(uint first, uint count, uint start) {
    for (uint n = gl_LocalInvocationIndex; n < count * side; n += gl_WorkGroupSize.x) {
        uint p = first + n / side;
        uint m = n % side;
        dvec2 w = weights[p];
        dvec2 c = rotation_at(start + side * m, gained[p]);
        centers[n] = dvec2(w.x * c.x + w.y * c.y, w.y * c.x - w.x * c.y);
        offsets[n] = rotation_at(m, gained[p]);
    }
}

// A thread computes two centres by two offsets, each 16 apart.
void main() {
    uint start = 1024u * gl_WorkGroupID.x;
    uint near = gl_LocalInvocationIndex % 16u;
    uint far = gl_LocalInvocationIndex / 16u;
    double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
    for (uint first = 0u; first < task.frequencies; first += batch) {
        uint count = min(batch, task.frequencies - first);
        tabulate(first, count, task.begin + start);
        barrier();
        for (uint p = 0u; p < count; ++p) {
            dvec2 one = centers[p * side + far];
            dvec2 two = centers[p * side + far + 16u];
            dvec2 left = offsets[p * side + near];
            dvec2 right = offsets[p * side + near + 16u];
            a += one.x * left.x + one.y * left.y;
            b += one.x * right.x + one.y * right.y;
            c += two.x * left.x + two.y * left.y;
            d += two.x * right.x + two.y * right.y;
        }
        barrier();
    }
    uint at = start + side * far + near;
    if (at < task.count) sums[at] = a;
    if (at + 16u < task.count) sums[at + 16u] = b;
    if (at + 512u < task.count) sums[at + 512u] = c;
    if (at + 528u < task.count) sums[at + 528u] = d;
}
