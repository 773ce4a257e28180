#include "gpu/cuda/kernels/legs_extent.cuh"

// A thread has a channel; the state stays in memory, where the threads of a warp read next to each other.
extern "C" __global__ void __launch_bounds__(64)
    legs_scan_channels(LegsScanTask task, const Double4* coefficients, const double* roots, const double* signal, const int* slots,
                       double* state, double* records, double2* extents) {
    const int channel = group_index_x() * 64 + thread_index();
    if (channel >= task.channels) return;
    const size_t stride = static_cast<size_t>(task.channels);
    LegsExtent extent = {0, -1};
    for (int sample = 0; sample < task.samples; ++sample) {
        const Double4 of = coefficients[sample];  // product, solve, excess
        const double u = signal[static_cast<size_t>(sample) * stride + channel];
        const int slot = slots[sample];
        double* record = slot < 0 ? nullptr : records + static_cast<size_t>(slot) * task.order * stride + channel;
        double* x = state + channel;
        double sum = 0;
        double before = 0;
        for (int n = 0; n < task.order; ++n) {
            const double root = roots[n];
            const double y = n == 0 ? *x - u : *x;
            sum += root * y;
            const double v = in_double::legs_product(n, root, y, sum, of.x, of.z * u);
            const double inverse = in_double::legs_inverse(n, of.y);
            const double z = in_double::legs_solved(root, v, before, of.y, inverse);
            before = in_double::legs_keep(n, of.y, inverse) * before + in_double::legs_gain(root, inverse) * v;
            const double next = n == 0 ? z + u : z;
            include_number(extent, next, sample);
            *x = next;
            x += stride;
            if (record != nullptr) {
                *record = next;
                record += stride;
            }
        }
    }
    extents[channel] = extent_of_channel(extent, extents[channel]);
}
