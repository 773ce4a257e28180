#version 430 core
// See CopyProbeTask in shaders/common/tasks.h.

#define POSLAB_SHARED
#define real float
#include "common/tasks.h"

layout(local_size_x = 256) in;

layout(std140, binding = 0) uniform TaskBlock { CopyProbeTask task; };
layout(std430, binding = 1) readonly buffer From { uvec4 from[]; };
layout(std430, binding = 2) writeonly buffer To { uvec4 to[]; };

void main() {
    uint n = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256u + gl_LocalInvocationID.x;
    if (n < task.count) to[n] = from[n];
}
