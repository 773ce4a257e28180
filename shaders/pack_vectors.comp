#version 430 core
// See PackTask in shaders/common/tasks.h; `split` is not supported here.

#define POSLAB_SHARED
#define real float
#include "common/plan.h"
#include "common/phase.h"
#include "common/turn.h"
#include "common/tasks.h"

layout(local_size_x = 64) in;

layout(std140, binding = 0) uniform TaskBlock { PackTask task; };
layout(std430, binding = 1) readonly buffer Raw { float raw[]; };
layout(std430, binding = 2) readonly buffer Tokens { int tokens[]; };
layout(std430, binding = 3) readonly buffer Factors { vec2 factors[]; };
layout(std430, binding = 4) readonly buffer Bias { float bias[]; };
layout(std430, binding = 5) readonly buffer Phases { uvec4 phases[]; };
layout(std430, binding = 6) readonly buffer Decay { float decay[]; };
layout(std430, binding = 7) writeonly buffer Out { float packed_rows[]; };

vec2 turned(vec2 pair, int p, int position) {
    uvec4 of = phases[p];
    Phase phase = add_phases(make_phase(of.x, of.y), phase_of_signed(position, make_phase(of.z, of.w)));
    UnitVector v = unit_vector(signed_turn(phase));
    return vec2(pair.x * v.cosine - pair.y * v.sine, pair.x * v.sine + pair.y * v.cosine);
}

void main() {
    int row = int(gl_WorkGroupID.x);
    int thread = int(gl_LocalInvocationIndex);
    int number = task.first_row + row;
    int from = (task.by_token != 0 ? tokens[row] : row) * task.dim;
    int to = number * task.padded;
    int position = axis_integer(tokens[row], task.shift, task.modulus, task.group, task.cap);
    for (int p = thread; p < task.pairs; p += 64) {
        int one = task.rotated_from + (task.interleaved != 0 ? 2 * p : p);
        int two = task.interleaved != 0 ? one + 1 : one + task.pairs;
        vec2 pair = vec2(raw[from + one] + bias[one], raw[from + two] + bias[two]);
        if (task.turned != 0) pair = turned(pair, p, position);
        float factor = factors[row].x;
        if (task.decay_block != 0) factor *= exp2(-decay[p] * float(number % task.decay_block));
        packed_rows[to + 2 * p] = pair.x * factor;
        packed_rows[to + 2 * p + 1] = pair.y * factor;
    }
    int shift = task.rotated_from > 0 ? -2 * task.pairs : 0;
    for (int n = 2 * task.pairs + thread; n < task.padded; n += 64)
        packed_rows[to + n] = n < task.dim ? (raw[from + n + shift] + bias[n + shift]) * factors[row].y : 0.0;
}
