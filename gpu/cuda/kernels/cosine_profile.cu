#include "gpu/cuda/kernels/machine.cuh"

namespace profile {

constexpr int side = 32;  // a group has this many centres and offsets
constexpr int batch = 8;  // frequencies that are tabulated together
constexpr int threads = 256;

__device__ __forceinline__ double2 rotation(uint position, uint2 frequency) {
    const in_double::Phase phase =
        in_double::phase_at(position, in_double::make_phase(frequency.x, frequency.y));
    const in_double::UnitVector v = in_double::unit_vector(in_double::signed_turn(phase));
    return make_double2(v.cosine, v.sine);
}

}  // namespace profile

// A thread has offset t % 32 of centres t / 32, t / 32 + 8 ...
extern "C" __global__ void __launch_bounds__(profile::threads)
    cosine_profile(CosineProfileTask task, const uint2* phases, const double2* weights, double* out) {
    constexpr int rows = profile::threads / profile::side;
    constexpr int retained = profile::side / rows;
    // [batch, side]: even, odd part
    const SharedPointer<double2> centres = dynamic_shared<double2>();
    // likewise: cosine and sine of m theta
    const SharedPointer<double2> offsets = centres + profile::batch * profile::side;
    const uint offset = static_cast<uint>(thread_index() % profile::side);
    const int row = thread_index() / profile::side;
    const uint first = static_cast<uint>(group_index_x()) * (profile::side * profile::side);
    double sums[retained] = {};
    for (uint begin = 0; begin < task.frequencies; begin += profile::batch) {
        group_barrier();
        const uint p = begin + static_cast<uint>(row);  // one row of threads per frequency
        double2 centre = make_double2(0, 0);
        double2 turned = make_double2(0, 0);
        if (p < task.frequencies) {
            const double2 c = profile::rotation(task.begin + first + offset * profile::side, phases[p]);
            const double2 w = weights[p];
            centre = make_double2(w.x * c.x + w.y * c.y, w.y * c.x - w.x * c.y);
            turned = profile::rotation(offset, phases[p]);
        }
        centres[row * profile::side + static_cast<int>(offset)] = centre;
        offsets[row * profile::side + static_cast<int>(offset)] = turned;
        group_barrier();
        for (int n = 0; n < profile::batch; ++n) {
            const double2 m = offsets[n * profile::side + static_cast<int>(offset)];
#pragma unroll
            for (int k = 0; k < retained; ++k) {
                const double2 c = centres[n * profile::side + row + k * rows];
                sums[k] += c.x * m.x + c.y * m.y;
            }
        }
    }
#pragma unroll
    for (int k = 0; k < retained; ++k) {
        const uint index = first + static_cast<uint>(row + k * rows) * profile::side + offset;
        if (index < task.count) out[index] = sums[k];
    }
}
