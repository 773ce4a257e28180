#include "gpu/cuda/kernels/halves.cuh"

namespace pack {

constexpr int threads = 64;

__device__ __forceinline__ in_single::UnitVector rotation(const PackTask& task, int token, uint4 phases) {
    const int steps = in_single::axis_integer(token, task.shift, task.modulus, task.group, task.cap);
    const in_single::Phase gained =
        in_single::phase_of_signed(steps, in_single::make_phase(phases.z, phases.w));
    return in_single::unit_vector(
        in_single::signed_turn(in_single::add_phases(in_single::make_phase(phases.x, phases.y), gained)));
}

// Computes the packed row of queries or keys in shared memory.
__device__ __forceinline__ void turn_row(const PackTask& task, int token, int number, float2 factors,
                                         const float* raw, const float* bias, const uint4* phases,
                                         const float* decay, SharedPointer<float> row) {
    for (int p = thread_index(); p < task.pairs; p += threads) {
        const int one = task.rotated_from + (task.interleaved != 0 ? 2 * p : p);
        const int two = task.interleaved != 0 ? one + 1 : one + task.pairs;
        const float a = raw[one] + bias[one];
        const float b = raw[two] + bias[two];
        float factor = factors.x;
        if (task.decay_block != 0) factor *= exp2f(-decay[p] * static_cast<float>(number % task.decay_block));
        in_single::UnitVector v = {1, 0};
        if (task.turned != 0) v = rotation(task, token, phases[p]);
        row[2 * p] = (a * v.cosine - b * v.sine) * factor;
        row[2 * p + 1] = (a * v.sine + b * v.cosine) * factor;
    }
    const int shift = task.rotated_from > 0 ? -2 * task.pairs : 0;
    for (int d = 2 * task.pairs + thread_index(); d < task.padded; d += threads)
        row[d] = d < task.dim ? (raw[d + shift] + bias[d + shift]) * factors.y : 0.0f;
}

// The larger of two sizes; NaN is larger than any number.
__device__ __forceinline__ float larger(float a, float b) { return isnan(a) || a >= b ? a : b; }

// `warps` has room for one number per warp.
__device__ __forceinline__ float largest_of_row(const PackTask& task, SharedPointer<float> row,
                                                SharedPointer<float> warps) {
    float largest = 0;
    for (int d = thread_index(); d < task.padded; d += threads) largest = larger(largest, fabsf(row[d]));
    for (int by = 16; by > 0; by /= 2) largest = larger(largest, shuffle_xor(largest, by));
    if (lane_index() == 0) warps[warp_index()] = largest;
    group_barrier();
    return larger(warps[0], warps[1]);
}

// The power of two that scales the largest size to [1, 2); 1 for a row of zeros or with a number that is not
// finite.
__device__ __forceinline__ float scale_of(float largest) {
    if (!(largest > 0) || isinf(largest)) return 1;
    int exponent = 0;
    (void)frexpf(largest, &exponent);
    return ldexpf(1.0f, exponent - 1);
}

}  // namespace pack

extern "C" __global__ void __launch_bounds__(pack::threads)
    pack_vectors(PackTask task, const float* raw, const int* tokens, const float2* factors, const float* bias,
                 const uint4* phases, const float* decay, float* out, float* scales) {
    const SharedPointer<float> packed = dynamic_shared<float>();  // `padded` numbers, and two more
    const int row = group_index_x();
    const int number = task.first_row + row;
    const int raw_row = task.by_token != 0 ? tokens[row] : row;
    pack::turn_row(task, tokens[row], number, factors[row], raw + static_cast<size_t>(raw_row) * task.dim,
                   bias, phases, decay, packed);
    group_barrier();
    float* to = out + static_cast<size_t>(number) * task.padded;
    if (task.split == 0) {
        for (int d = thread_index(); d < task.padded; d += pack::threads) to[d] = packed[d];
        return;
    }
    const float scale = pack::scale_of(pack::largest_of_row(task, packed, packed + task.padded));
    auto* translate = reinterpret_cast<uint32_t*>(to);
    for (int d = 2 * thread_index(); d < task.padded; d += 2 * pack::threads) {
        const uint2 parts = halves::split_pair(packed[d] / scale, packed[d + 1] / scale);
        translate[d / 2] = parts.x;
        translate[(task.padded + d) / 2] = parts.y;
    }
    if (thread_index() == 0) scales[task.scale_first_row + row] = scale;
}
