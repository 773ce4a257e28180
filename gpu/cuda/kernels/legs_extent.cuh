#pragma once
#include "gpu/cuda/kernels/machine.cuh"

// The extent of a channel's numbers: the largest size, and the first sample after which a number was not
// finite, or -1.
struct LegsExtent {
    double largest;
    int lost_at;
};

__device__ __forceinline__ void include_number(LegsExtent& extent, double x, int sample) {
    const double size = fabs(x);
    if (size <= 1.7976931348623157e308) {
        extent.largest = max(extent.largest, size);
    } else if (extent.lost_at < 0) {
        extent.lost_at = sample;
    }
}

__device__ __forceinline__ LegsExtent both_extents(LegsExtent a, LegsExtent b) {
    LegsExtent both;
    both.largest = max(a.largest, b.largest);
    both.lost_at = a.lost_at < 0 ? b.lost_at : (b.lost_at < 0 ? a.lost_at : min(a.lost_at, b.lost_at));
    return both;
}

// The value of `extents` for a channel, as described at LegsScanTask, including `before` from an earlier
// launch.
__device__ __forceinline__ double2 extent_of_channel(LegsExtent extent, double2 before) {
    const bool lost = extent.lost_at >= 0;
    const double largest = lost ? static_cast<double>(INFINITY) : max(extent.largest, before.x);
    return make_double2(largest, static_cast<double>(extent.lost_at));
}
