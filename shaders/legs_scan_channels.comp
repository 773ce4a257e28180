#version 430 core
// See LegsScanTask in shaders/common/tasks.h.

#define POSLAB_SHARED
#define real double
#include "common/legs.h"
#include "common/tasks.h"

layout(local_size_x = 64) in;

layout(std140, binding = 0) uniform TaskBlock { LegsScanTask task; };
layout(std430, binding = 1) readonly buffer Coefficients { dvec4 coefficients[]; };
layout(std430, binding = 2) readonly buffer Root { double roots[]; };
layout(std430, binding = 3) readonly buffer Signal { double signal[]; };
layout(std430, binding = 4) readonly buffer Slots { int slots[]; };
layout(std430, binding = 5) buffer State { double state[]; };
layout(std430, binding = 6) writeonly buffer Records { double records[]; };
layout(std430, binding = 7) buffer Extents { dvec2 extents[]; };

bool is_finite(double x) { return (unpackDouble2x32(x).y & 0x7FF00000u) != 0x7FF00000u; }

// Returns the largest number of the state after the step, infinite if one is not finite.
double take_step(int channel, dvec4 of, double u) {
    double sum = 0.0;
    double solved_sum = 0.0;
    double largest = 0.0;
    bool finite = true;
    for (int n = 0; n < task.order; ++n) {
        double number = double(n);
        double root = roots[n];
        int place = n * task.channels + channel;
        double y = n == 0 ? state[place] - u : state[place];
        sum += root * y;
        double v = legs_product(number, root, y, sum, of.x, of.z * u);
        double inverse = legs_inverse(number, of.y);
        double x = legs_solved(root, v, solved_sum, of.y, inverse);
        solved_sum = legs_keep(number, of.y, inverse) * solved_sum + legs_gain(root, inverse) * v;
        if (n == 0) x += u;
        state[place] = x;
        largest = max(largest, abs(x));
        finite = finite && is_finite(x);
    }
    return finite ? largest : packDouble2x32(uvec2(0u, 0x7FF00000u));
}

void main() {
    int channel = int(gl_GlobalInvocationID.x);
    if (channel >= task.channels) return;
    dvec2 extent = extents[channel];
    for (int k = 0; k < task.samples; ++k) {
        double largest = take_step(channel, coefficients[k], signal[k * task.channels + channel]);
        if (!is_finite(largest) && is_finite(extent.x)) extent.y = double(k);
        extent.x = max(extent.x, largest);
        if (slots[k] >= 0) {
            for (int n = 0; n < task.order; ++n)
                records[(slots[k] * task.order + n) * task.channels + channel] = state[n * task.channels + channel];
        }
    }
    extents[channel] = extent;
}
