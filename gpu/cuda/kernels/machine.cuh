#pragma once
// The basis of all CUDA kernels of PosLab: the formulas of shaders/common and a few thin machine functions.
// nvcc uses those of machine_device.cuh; the tests compile the same kernels as C++ with an emulation in which
// every thread is a fiber (tests/gpu/host_cuda/machine_host.hpp). Kernels use only the parts of CUDA listed
// here:
//
//   __global__, __device__, __forceinline__, __launch_bounds__; exp2f, sqrt, floor, fma, fmaf, min, max ...
//   int2, int4, uint2, uint4, float2, float4, double2 and Double4 (CUDA has deprecated its own double4)
//   thread_index(), lane_index(), warp_index(): flat within the group (warp); groups have one dimension
//   group_index_x(), group_index_y(), group_count_x()
//   SharedPointer<T>: a T* into shared memory, with +, [] and *. Numbers of less than 32 bits are accessed
//       only by copy_async_16 and load_matrix_x4. The emulation checks each access, and throws if no
//       barrier separates conflicting ones
//   dynamic_shared<T>(): start of the group's shared memory, aligned to 16 bytes, uninitialized;
//       gpu/kernels.hpp defines its size. There is no __shared__.
//   shared_as<To>(pointer): the same address as a SharedPointer<To>
//   group_barrier(), warp_barrier(): for all threads of the group (warp), none of which may have exited, at
//       the same line of code
//   shuffle(value, lane), shuffle_xor(value, mask), shuffle_up(value, by): for all 32 threads of the warp;
//       with shuffle_up, lanes below `by` receive their own value. These, the votes and the matrix
//       functions do not order memory accesses; warp_barrier() does
//   any_of_warp(value): true if it is true for any of the 32 threads of the warp
//   power_of_two(x): 2^x in float, with a relative error of 2^-22; 0 if it would be subnormal
//   copy_async_16(shared, global, there = true): 16 bytes, both aligned to 16 bytes; zeros if not there
//   commit_copies(): the copies of this thread since the last call form a batch
//   wait_for_copies<N>(): this thread sees all of its batches except the N latest; others see them after a
//       barrier
//   load_matrix_x4(words, row): ldmatrix m8n8.x4; lane l passes the address of row l % 8 of matrix l / 8 in
//       shared memory and receives numbers 2 (l % 4), + 1 of row l / 4 of each matrix
//   multiply_add_16x8x16(sum, a, b): mma m16n8k16 of 16-bit floats; 32-bit sums of rows l / 4 and + 8,
//       columns 2 (l % 4), + 1
//   half_bits(x), float_of_half(bits): 16-bit floats, rounded to nearest, ties to even
//   two_halves(low, high): two 16-bit floats, packed as in the words of the matrix functions
//   words_of_double(x): low and high word, as uint2
//   atomic_add_int(place, value): returns the previous value
#include <stdint.h>

using uint = unsigned int;

// Rows of four doubles; two loads of 16 bytes each.
struct alignas(16) Double4 {
    double x, y, z, w;
};

#ifdef __CUDACC__
#include "gpu/cuda/kernels/machine_device.cuh"
#else
#include "host_cuda/machine_host.hpp"
#endif

#include "common/tasks.h"

#define POSLAB_SHARED __device__ __forceinline__
#define POSLAB_EXACT
namespace in_single {
using real = float;
#include "common/phase.h"
#include "common/plan.h"
#include "common/turn.h"
}  // namespace in_single
namespace in_double {
using real = double;
#include "common/legs.h"
#include "common/phase.h"
#include "common/plan.h"
#include "common/turn.h"
#include "common/wide_real.h"

#include "common/residual.h"
}  // namespace in_double
#undef POSLAB_EXACT
#undef POSLAB_SHARED
