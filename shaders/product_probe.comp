#version 430 core
// See ProductProbeTask in shaders/common/tasks.h.

#define POSLAB_SHARED
#define real float
#include "common/tasks.h"

layout(local_size_x = 256) in;

layout(std140, binding = 0) uniform TaskBlock { ProductProbeTask task; };
layout(std430, binding = 1) writeonly buffer Out { float sums[]; };

// A block of 4 x 4 as in a thread of flash_attention: four numbers of each side at a time.
void main() {
    vec4 sum[4] = vec4[4](vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    vec4 a = vec4(0.5, 0.25, -0.5, -0.25) * float(gl_LocalInvocationID.x);
    vec4 b = vec4(0.125, -0.125, 0.75, -0.75);
    for (int round = 0; round < task.rounds; ++round) {
        for (int step = 0; step < 4; ++step) {
            for (int n = 0; n < 4; ++n) sum[n] = a[n] * b + sum[n];
            a = a.yzwx;
            b = b.wxyz;
        }
    }
    vec4 all = sum[0] + sum[1] + sum[2] + sum[3];
    sums[gl_WorkGroupID.x * 256u + gl_LocalInvocationID.x] = all.x + all.y + all.z + all.w;
}
