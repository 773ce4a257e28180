#pragma once
// What every CUDA kernel of PosLab is written with: the formulas of shaders/common and a few thin functions of the machine. nvcc
// takes the machine's own (machine_device.cuh); the tests compile the same kernels as C++ with an emulation of the machine, where
// every thread is a fiber (tests/gpu/host_cuda/machine_host.hpp). A kernel uses nothing of CUDA but what stands here or there:
//
//   __global__, __device__, __forceinline__, __launch_bounds__; exp2f, sqrt, floor, fma, fmaf, min, max ... of numbers
//   int2, int4, uint2, uint4, float2, float4, double2 and Double4 (CUDA has given up its own double4)
//   thread_index(), lane_index(), warp_index(): flat within the group (warp); groups are of one dimension
//   group_index_x(), group_index_y(), group_count_x()
//   SharedPointer<T>: a T* into shared memory, with +, [] and *. Numbers of less than 32 bits are for copy_async_16 and
//       load_matrix_x4 alone. The emulation sees each access, and throws where no barrier keeps two of them apart
//   dynamic_shared<T>(): start of the group's shared memory, 16 bytes aligned, its content not defined; how much there is says
//       gpu/kernels.hpp. There is no __shared__.
//   shared_as<To>(pointer): the same place as a SharedPointer<To>
//   group_barrier(), warp_barrier(): all threads of the group (warp), none of which may have left, at the same place
//   shuffle(value, lane), shuffle_xor(value, mask), shuffle_up(value, by): all 32 threads of the warp; lanes below `by`
//       keep their own with shuffle_up. These, the votes and the matrix functions order nothing in memory: warp_barrier() does
//   any_of_warp(value): whether it is true of any of the 32 threads of the warp
//   power_of_two(x): 2^x in float, to 2^-22 of it; 0 where it would be subnormal
//   copy_async_16(shared, global, there = true): 16 bytes, both 16 bytes aligned; zeros where not there
//   commit_copies(): the copies of this thread since the last one are a batch
//   wait_for_copies<N>(): this thread sees all of its batches but the N latest; others see them after a barrier
//   load_matrix_x4(words, row): ldmatrix m8n8.x4; lane l gives the address of row l % 8 of matrix l / 8 in shared memory and takes
//       numbers 2 (l % 4), + 1 of row l / 4 of each matrix
//   multiply_add_16x8x16(sum, a, b): mma m16n8k16 of 16-bit floats; sums in 32 bits, of rows l / 4 and + 8, columns 2 (l % 4), + 1
//   half_bits(x), float_of_half(bits): 16-bit floats, rounded to nearest, ties to even
//   two_halves(low, high): the same of two, packed as the words of the matrix functions
//   words_of_double(x): low and high word, as uint2
//   atomic_add_int(place, value): what was there before
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
