#version 430 core
// The colour scales, one value per thread.

#define POSLAB_SHARED
#define real float
#include "common/heat_map.h"

layout(local_size_x = 64) in;

layout(std140, binding = 0) uniform TaskBlock { int count; };
layout(std430, binding = 1) readonly buffer In { vec4 given[]; };  // value, low, middle, high
layout(std430, binding = 2) writeonly buffer Out { float places[]; };

void main() {
    int n = int(gl_GlobalInvocationID.x);
    if (n < count) places[n] = scale_position(given[n].x, n % 6, given[n].y, given[n].z, given[n].w);
}
