#include "gpu/cuda/kernels/legs_extent.cuh"

namespace legs_order {

constexpr int threads = 256;
constexpr int warps = threads / 32;

// S -> keep S + gain
struct Affine {
    double keep, gain;
};

__device__ __forceinline__ Affine after(Affine first, Affine second) {
    Affine both;
    both.keep = first.keep * second.keep;
    both.gain = second.keep * first.gain + second.gain;
    return both;
}

// One number per warp.
struct Totals {
    SharedPointer<double> sums;
    SharedPointer<Affine> maps;
    SharedPointer<double> largest;
    SharedPointer<int> lost_at;
};

__device__ __forceinline__ Totals totals_in_shared() {
    Totals totals;
    totals.sums = dynamic_shared<double>();
    totals.maps = shared_as<Affine>(totals.sums + warps);
    totals.largest = shared_as<double>(totals.maps + warps);
    totals.lost_at = shared_as<int>(totals.largest + warps);
    return totals;
}

// The sum over the threads before this one.
__device__ __forceinline__ double sum_before(double own, SharedPointer<double> totals) {
    double sum = own;
    for (unsigned int by = 1; by < 32; by *= 2) {
        const double other = shuffle_up(sum, by);
        if (lane_index() >= static_cast<int>(by)) sum += other;
    }
    if (lane_index() == 31) totals[warp_index()] = sum;
    const double in_warp = shuffle_up(sum, 1u);
    group_barrier();
    double before = 0;
    for (int warp = 0; warp < warp_index(); ++warp) before += totals[warp];
    return lane_index() == 0 ? before : before + in_warp;
}

// S before this thread's first number: the maps of all threads before it, composed and applied to 0.
__device__ __forceinline__ double image_before(Affine own, SharedPointer<Affine> totals) {
    Affine map = own;
    for (unsigned int by = 1; by < 32; by *= 2) {
        Affine other;
        other.keep = shuffle_up(map.keep, by);
        other.gain = shuffle_up(map.gain, by);
        if (lane_index() >= static_cast<int>(by)) map = after(other, map);
    }
    if (lane_index() == 31) totals[warp_index()] = map;
    Affine in_warp;
    in_warp.keep = shuffle_up(map.keep, 1u);
    in_warp.gain = shuffle_up(map.gain, 1u);
    group_barrier();
    double before = 0;
    for (int warp = 0; warp < warp_index(); ++warp) {
        const Affine total = totals[warp];
        before = total.keep * before + total.gain;
    }
    return lane_index() == 0 ? before : in_warp.keep * before + in_warp.gain;
}

struct Buffers {
    const Double4* coefficients;
    const double* roots;
    const double* signal;
    const int* slots;
    double* state;
    double* records;
    double2* extents;
};

__device__ __forceinline__ void leave_extent(LegsExtent own, const Totals& shared, double2* place) {
    for (int by = 16; by > 0; by /= 2) {
        LegsExtent other;
        other.largest = shuffle_xor(own.largest, by);
        other.lost_at = shuffle_xor(own.lost_at, by);
        own = both_extents(own, other);
    }
    if (lane_index() == 0) {
        shared.largest[warp_index()] = own.largest;
        shared.lost_at[warp_index()] = own.lost_at;
    }
    group_barrier();
    if (thread_index() != 0) return;
    for (int warp = 1; warp < warps; ++warp) {
        LegsExtent other;
        other.largest = shared.largest[warp];
        other.lost_at = shared.lost_at[warp];
        own = both_extents(own, other);
    }
    *place = extent_of_channel(own, *place);
}

// Thread t has the numbers n = t each ... t each + each - 1 in registers; beyond the order they stay zero. A
// sample has two barriers; totals read after one are overwritten only after the other, which no thread passes
// while reading.
template <int each>
__device__ void scan(const LegsScanTask& task, const Buffers& of, const Totals& shared) {
    const int channel = group_index_x();
    const int first = thread_index() * each;
    const size_t stride = static_cast<size_t>(task.channels);
    double x[each];
    double root[each];
#pragma unroll
    for (int i = 0; i < each; ++i) {
        const bool exists = first + i < task.order;
        x[i] = exists ? of.state[static_cast<size_t>(first + i) * stride + channel] : 0;
        root[i] = exists ? of.roots[first + i] : 0;
    }
    LegsExtent extent = {0, -1};
    Double4 next = of.coefficients[0];
    double next_u = of.signal[channel];
    for (int sample = 0; sample < task.samples; ++sample) {
        const Double4 step = next;  // product, solve, excess
        const double u = next_u;
        if (sample + 1 < task.samples) {  // loaded while this step is processed
            next = of.coefficients[sample + 1];
            next_u = of.signal[static_cast<size_t>(sample + 1) * stride + channel];
        }
        if (first == 0) x[0] -= u;
        double own = 0;
#pragma unroll
        for (int i = 0; i < each; ++i) own += root[i] * x[i];
        double sum = sum_before(own, shared.sums);
        Affine map = {1, 0};
#pragma unroll
        for (int i = 0; i < each; ++i) {
            const double n = first + i;
            sum += root[i] * x[i];
            x[i] = in_double::legs_product(n, root[i], x[i], sum, step.x, step.z * u);
            const double inverse = in_double::legs_inverse(n, step.y);
            Affine one;
            one.keep = in_double::legs_keep(n, step.y, inverse);
            one.gain = in_double::legs_gain(root[i], inverse) * x[i];
            map = after(map, one);
        }
        double before = image_before(map, shared.maps);
#pragma unroll
        for (int i = 0; i < each; ++i) {
            const double n = first + i;
            const double v = x[i];
            const double inverse = in_double::legs_inverse(n, step.y);
            x[i] = in_double::legs_solved(root[i], v, before, step.y, inverse);
            before = in_double::legs_keep(n, step.y, inverse) * before +
                     in_double::legs_gain(root[i], inverse) * v;
        }
        if (first == 0) x[0] += u;
        const int slot = of.slots[sample];
#pragma unroll
        for (int i = 0; i < each; ++i) {
            if (first + i >= task.order) continue;
            include_number(extent, x[i], sample);
            if (slot >= 0)
                of.records[(static_cast<size_t>(slot) * task.order + (first + i)) * stride + channel] = x[i];
        }
    }
#pragma unroll
    for (int i = 0; i < each; ++i) {
        if (first + i < task.order) of.state[static_cast<size_t>(first + i) * stride + channel] = x[i];
    }
    leave_extent(extent, shared, of.extents + channel);
}

}  // namespace legs_order

// Up to 4096 numbers of one channel: a prefix sum and a prefix of affine maps per sample.
extern "C" __global__ void __launch_bounds__(legs_order::threads)
    legs_scan_order(LegsScanTask task, const Double4* coefficients, const double* roots, const double* signal,
                    const int* slots, double* state, double* records, double2* extents) {
    const legs_order::Totals shared = legs_order::totals_in_shared();
    const legs_order::Buffers of = {coefficients, roots, signal, slots, state, records, extents};
    if (task.order <= legs_order::threads) {
        legs_order::scan<1>(task, of, shared);
    } else if (task.order <= 2 * legs_order::threads) {
        legs_order::scan<2>(task, of, shared);
    } else if (task.order <= 4 * legs_order::threads) {
        legs_order::scan<4>(task, of, shared);
    } else if (task.order <= 8 * legs_order::threads) {
        legs_order::scan<8>(task, of, shared);
    } else {
        legs_order::scan<16>(task, of, shared);
    }
}
