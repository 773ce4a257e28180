#include "gpu/cuda/kernels/legs_extent.cuh"

namespace legs_channels {

constexpr int threads = 64;
constexpr int held = 8;  // numbers that are read together, to hide memory latency

struct Sums {
    double sum;     // sqrt(2k+1) y_k over k <= n
    double before;  // S_(n-1) of the solve
};

// Number n of the next state.
__device__ __forceinline__ double advanced(double n, double root, double y, const Double4& step, double u,
                                           Sums& sums) {
    sums.sum += root * y;
    const double v = in_double::legs_product(n, root, y, sums.sum, step.x, step.z * u);
    const double inverse = in_double::legs_inverse(n, step.y);
    const double z = in_double::legs_solved(root, v, sums.before, step.y, inverse);
    sums.before =
        in_double::legs_keep(n, step.y, inverse) * sums.before + in_double::legs_gain(root, inverse) * v;
    return z;
}

}  // namespace legs_channels

// One thread per channel; the state stays in memory, where the threads of a warp read adjacent numbers.
extern "C" __global__ void __launch_bounds__(legs_channels::threads)
    legs_scan_channels(LegsScanTask task, const Double4* coefficients, const double* roots,
                       const double* signal, const int* slots, double* state, double* records,
                       double2* extents) {
    using legs_channels::held;
    const int channel = group_index_x() * legs_channels::threads + thread_index();
    if (channel >= task.channels) return;
    const size_t stride = static_cast<size_t>(task.channels);
    LegsExtent extent = {0, -1};
    for (int sample = 0; sample < task.samples; ++sample) {
        const Double4 step = coefficients[sample];  // product, solve, excess
        const double u = signal[static_cast<size_t>(sample) * stride + channel];
        const int slot = slots[sample];
        double* record =
            slot < 0 ? nullptr : records + static_cast<size_t>(slot) * task.order * stride + channel;
        legs_channels::Sums sums = {0, 0};
        for (int first = 0; first < task.order; first += held) {
            double x[held];
            double root[held];
#pragma unroll
            for (int i = 0; i < held; ++i) {
                const int n = min(first + i, task.order - 1);
                x[i] = state[static_cast<size_t>(n) * stride + channel];
                root[i] = roots[n];
            }
            if (first == 0) x[0] -= u;
#pragma unroll
            for (int i = 0; i < held; ++i) {
                const int n = first + i;
                if (n >= task.order) break;
                double z = legs_channels::advanced(n, root[i], x[i], step, u, sums);
                if (n == 0) z += u;
                include_number(extent, z, sample);
                state[static_cast<size_t>(n) * stride + channel] = z;
                if (record != nullptr) record[static_cast<size_t>(n) * stride] = z;
            }
        }
    }
    extents[channel] = extent_of_channel(extent, extents[channel]);
}
