#pragma once
// The CUDA implementation of machine.cuh, which documents these functions: compute capability 8.0 or later.
#include <cuda_fp16.h>

constexpr unsigned int whole_warp = 0xFFFFFFFFu;

__device__ __forceinline__ int thread_index() { return static_cast<int>(threadIdx.x); }
__device__ __forceinline__ int lane_index() { return static_cast<int>(threadIdx.x & 31u); }
__device__ __forceinline__ int warp_index() { return static_cast<int>(threadIdx.x >> 5u); }
__device__ __forceinline__ int group_index_x() { return static_cast<int>(blockIdx.x); }
__device__ __forceinline__ int group_index_y() { return static_cast<int>(blockIdx.y); }
__device__ __forceinline__ int group_count_x() { return static_cast<int>(gridDim.x); }

template <class T>
using SharedPointer = T*;

template <class T>
__device__ __forceinline__ SharedPointer<T> dynamic_shared() {
    extern __shared__ uint4 poslab_dynamic_shared[];
    return reinterpret_cast<T*>(poslab_dynamic_shared);
}
template <class To, class From>
__device__ __forceinline__ SharedPointer<To> shared_as(From* pointer) {
    return reinterpret_cast<To*>(pointer);
}

__device__ __forceinline__ void group_barrier() { __syncthreads(); }
__device__ __forceinline__ void warp_barrier() { __syncwarp(); }

template <class T>
__device__ __forceinline__ T shuffle(T value, int lane) {
    return __shfl_sync(whole_warp, value, lane);
}
template <class T>
__device__ __forceinline__ T shuffle_xor(T value, int mask) {
    return __shfl_xor_sync(whole_warp, value, mask);
}
template <class T>
__device__ __forceinline__ T shuffle_up(T value, unsigned int by) {
    return __shfl_up_sync(whole_warp, value, by);
}

__device__ __forceinline__ bool any_of_warp(bool value) { return __any_sync(whole_warp, value) != 0; }

__device__ __forceinline__ float power_of_two(float x) {
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x));
    return power;
}

__device__ __forceinline__ uint32_t shared_address(const void* shared) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(shared));
}
__device__ __forceinline__ void copy_async_16(void* shared, const void* global, bool exists = true) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;\n" ::"r"(shared_address(shared)),
                 "l"(__cvta_generic_to_global(global)), "r"(exists ? 16 : 0)
                 : "memory");
}
__device__ __forceinline__ void commit_copies() { asm volatile("cp.async.commit_group;\n" ::: "memory"); }
template <int latest>
__device__ __forceinline__ void wait_for_copies() {
    asm volatile("cp.async.wait_group %0;\n" ::"n"(latest) : "memory");
}

__device__ __forceinline__ void load_matrix_x4(uint32_t (&translate)[4], const void* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"
                 : "=r"(translate[0]), "=r"(translate[1]), "=r"(translate[2]), "=r"(translate[3])
                 : "r"(shared_address(row))
                 : "memory");
}
__device__ __forceinline__ void multiply_add_16x8x16(float (&sum)[4], const uint32_t (&a)[4],
                                                     const uint32_t (&b)[2]) {
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};\n"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ __forceinline__ uint32_t half_bits(float x) { return __half_as_ushort(__float2half_rn(x)); }
__device__ __forceinline__ float float_of_half(uint32_t bits) {
    return __half2float(__ushort_as_half(static_cast<unsigned short>(bits)));
}
__device__ __forceinline__ uint32_t two_halves(float low, float high) {
    const __half2 both = __floats2half2_rn(low, high);
    return static_cast<uint32_t>(__half_as_ushort(__low2half(both))) |
           static_cast<uint32_t>(__half_as_ushort(__high2half(both))) << 16u;
}

__device__ __forceinline__ uint2 words_of_double(double x) {
    return make_uint2(static_cast<uint32_t>(__double2loint(x)), static_cast<uint32_t>(__double2hiint(x)));
}

__device__ __forceinline__ int atomic_add_int(int* place, int value) { return atomicAdd(place, value); }
