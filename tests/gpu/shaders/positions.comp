#version 430 core
// The formulas of positions and phases, one line of input per thread. A test also runs it with `real` defined
// as float.

#define POSLAB_SHARED
#define real double
#include "common/plan.h"
#include "common/phase.h"
#include "common/turn.h"

layout(local_size_x = 64) in;

struct Given {
    int t;
    int shift;
    int modulus;
    int group;
    int cap;
    int key;
    int low;
    int high;
    uint position;
    uint frequency_high;
    uint frequency_low;
    int signed_position;
};
struct Integers {
    int axis;
    int quotient;
    int within;
    uint phase_high;
    uint phase_low;
    uint signed_high;
    uint signed_low;
    int unused;
};

layout(std140, binding = 0) uniform TaskBlock { int count; };
layout(std430, binding = 1) readonly buffer In { Given given[]; };
layout(std430, binding = 2) writeonly buffer OutIntegers { Integers integers[]; };
layout(std430, binding = 3) writeonly buffer OutReals { real reals[]; };

void main() {
    int n = int(gl_GlobalInvocationID.x);
    if (n >= count) return;
    Given of = given[n];
    Phase frequency = make_phase(of.frequency_high, of.frequency_low);
    Phase phase = phase_at(of.position, frequency);
    Phase either = phase_of_signed(of.signed_position, frequency);
    Integers result;
    result.axis = axis_integer(of.t, of.shift, of.modulus, of.group, of.cap);
    result.quotient = floor_quotient(of.t, of.group);
    result.within = distance_within(of.t, of.key, of.group, of.low, of.high) ? 1 : 0;
    result.phase_high = phase.high;
    result.phase_low = phase.low;
    result.signed_high = either.high;
    result.signed_low = either.low;
    result.unused = 0;
    integers[n] = result;
    real turn = signed_turn(phase);
    UnitVector v = unit_vector(turn);
    reals[3 * n] = turn;
    reals[3 * n + 1] = v.cosine;
    reals[3 * n + 2] = v.sine;
}
