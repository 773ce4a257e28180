#pragma once
// Numbers as two 16-bit floats, an upper one and 2^11 times the remainder: 22 bits together. See
// PackTask.split.
#include "gpu/cuda/kernels/machine.cuh"

namespace halves {

constexpr float lower_unit = 1.0f / 2048;

__device__ __forceinline__ bool is_finite(float x) { return x - x == 0.0f; }

/// Numbers that are not finite have no lower part.
__device__ __forceinline__ float joined(float upper, float lower) {
    return is_finite(upper) ? upper + lower_unit * lower : upper;
}

/// Two adjacent numbers: upper and lower parts.
__device__ __forceinline__ uint2 split_pair(float a, float b) {
    const uint32_t upper = two_halves(a, b);
    const float of_a = float_of_half(upper & 0xFFFFu);
    const float of_b = float_of_half(upper >> 16u);
    return make_uint2(upper, two_halves(is_finite(of_a) ? (a - of_a) * 2048.0f : 0.0f,
                                        is_finite(of_b) ? (b - of_b) * 2048.0f : 0.0f));
}

__device__ __forceinline__ float2 joined_pair(uint32_t upper, uint32_t lower) {
    return make_float2(joined(float_of_half(upper & 0xFFFFu), float_of_half(lower & 0xFFFFu)),
                       joined(float_of_half(upper >> 16u), float_of_half(lower >> 16u)));
}

}  // namespace halves
