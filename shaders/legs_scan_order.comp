#version 430 core
// See LegsScanTask in shaders/common/tasks.h. Each thread owns successive numbers n; both sums over the
// preceding numbers are prefix sums over the threads: of numbers, and of steps S -> keep S + gain.

#define POSLAB_SHARED
#define real double
#include "common/legs.h"
#include "common/tasks.h"

layout(local_size_x = 256) in;

layout(std140, binding = 0) uniform TaskBlock { LegsScanTask task; };
layout(std430, binding = 1) readonly buffer Coefficients { dvec4 coefficients[]; };
layout(std430, binding = 2) readonly buffer Root { double roots[]; };
layout(std430, binding = 3) readonly buffer Signal { double signal[]; };
layout(std430, binding = 4) readonly buffer Slots { int slots[]; };
layout(std430, binding = 5) buffer State { double state[]; };
layout(std430, binding = 6) writeonly buffer Records { double records[]; };
layout(std430, binding = 7) buffer Extents { dvec2 extents[]; };

const int most_owned = 16;  // for order 4096
const int side = 16;        // threads per row of the prefix sums

shared double sums[256];
shared double row_sums[side];
shared dvec2 steps[256];  // keep, gain
shared dvec2 row_steps[side];

bool is_finite(double x) { return (unpackDouble2x32(x).y & 0x7FF00000u) != 0x7FF00000u; }

dvec2 chained(dvec2 first, dvec2 then) { return dvec2(then.x * first.x, then.x * first.y + then.y); }

// The sum over the threads before this one.
double sum_before(int thread, double own) {
    sums[thread] = own;
    barrier();
    double sum = 0.0;
    for (int t = thread - thread % side; t < thread; ++t) sum += sums[t];
    if (thread % side == side - 1) row_sums[thread / side] = sum + own;
    barrier();
    double before = 0.0;
    for (int row = 0; row < thread / side; ++row) before += row_sums[row];
    return before + sum;
}

// S after the threads before this one, from 0.
double solved_before(int thread, dvec2 own) {
    steps[thread] = own;
    barrier();
    dvec2 together = dvec2(1.0, 0.0);
    for (int t = thread - thread % side; t < thread; ++t) together = chained(together, steps[t]);
    if (thread % side == side - 1) row_steps[thread / side] = chained(together, own);
    barrier();
    dvec2 before = dvec2(1.0, 0.0);
    for (int row = 0; row < thread / side; ++row) before = chained(before, row_steps[row]);
    return chained(before, together).y;
}

void main() {
    int channel = int(gl_WorkGroupID.x);
    int thread = int(gl_LocalInvocationIndex);
    int owned = (task.order + 255) / 256;
    int first = min(task.order, owned * thread);
    int count = min(task.order - first, owned);

    double x[most_owned];
    double root[most_owned];
    for (int n = 0; n < count; ++n) {
        x[n] = state[(first + n) * task.channels + channel];
        root[n] = roots[first + n];
    }
    double largest = 0.0;
    int lost = task.samples;

    for (int k = 0; k < task.samples; ++k) {
        dvec4 of = coefficients[k];
        double u = signal[k * task.channels + channel];
        if (thread == 0) x[0] -= u;
        double own = 0.0;
        for (int n = 0; n < count; ++n) own += root[n] * x[n];
        double sum = sum_before(thread, own);
        dvec2 step = dvec2(1.0, 0.0);
        for (int n = 0; n < count; ++n) {
            double number = double(first + n);
            double inverse = legs_inverse(number, of.y);
            sum += root[n] * x[n];
            x[n] = legs_product(number, root[n], x[n], sum, of.x, of.z * u);
            step = chained(step, dvec2(legs_keep(number, of.y, inverse), legs_gain(root[n], inverse) * x[n]));
        }
        double solved = solved_before(thread, step);
        for (int n = 0; n < count; ++n) {
            double number = double(first + n);
            double inverse = legs_inverse(number, of.y);
            double v = x[n];
            x[n] = legs_solved(root[n], v, solved, of.y, inverse);
            solved = legs_keep(number, of.y, inverse) * solved + legs_gain(root[n], inverse) * v;
            if (first + n == 0) x[n] += u;
            largest = max(largest, abs(x[n]));
            if (!is_finite(x[n])) lost = min(lost, k);
        }
        if (slots[k] >= 0) {
            for (int n = 0; n < count; ++n)
                records[(slots[k] * task.order + first + n) * task.channels + channel] = x[n];
        }
    }

    for (int n = 0; n < count; ++n) state[(first + n) * task.channels + channel] = x[n];
    barrier();
    steps[thread] = dvec2(largest, double(lost));
    barrier();
    if (thread != 0) return;
    dvec2 extent = extents[channel];
    dvec2 now = dvec2(0.0, double(task.samples));
    for (int t = 0; t < 256; ++t) now = dvec2(max(now.x, steps[t].x), min(now.y, steps[t].y));
    bool finite = now.y == double(task.samples);
    if (!finite && is_finite(extent.x)) extent.y = now.y;
    extent.x = finite ? max(extent.x, now.x) : packDouble2x32(uvec2(0u, 0x7FF00000u));
    extents[channel] = extent;
}
