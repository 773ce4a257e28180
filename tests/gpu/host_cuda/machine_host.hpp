#pragma once
// The counterpart of gpu/cuda/kernels/machine.cuh, which documents these functions: CUDA's machine emulated
// for tests, with each thread a fiber (host_cuda/group.hpp). Behaviour that is undefined on the machine
// throws here: a barrier that a thread misses or meets elsewhere, copies that nobody waits for, shared memory
// beyond its end, and two threads at one address without a barrier in between.
#include "host_cuda/group.hpp"

#include <math.h>

#include <Eigen/Core>
#include <atomic>
#include <bit>
#include <cstring>

#define __global__
#define __device__
#define __forceinline__ inline
#define __launch_bounds__(...)

struct alignas(8) int2 {
    int x, y;
};
struct alignas(16) int4 {
    int x, y, z, w;
};
struct alignas(8) uint2 {
    unsigned int x, y;
};
struct alignas(16) uint4 {
    unsigned int x, y, z, w;
};
struct alignas(8) float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
struct alignas(16) double2 {
    double x, y;
};

inline int2 make_int2(int x, int y) { return {x, y}; }
inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
inline uint2 make_uint2(unsigned int x, unsigned int y) { return {x, y}; }
inline uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) {
    return {x, y, z, w};
}
inline float2 make_float2(float x, float y) { return {x, y}; }
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline double2 make_double2(double x, double y) { return {x, y}; }

// The minimum of a number and NaN is the number, as in CUDA.
inline int min(int a, int b) { return b < a ? b : a; }
inline int max(int a, int b) { return a < b ? b : a; }
inline unsigned int min(unsigned int a, unsigned int b) { return b < a ? b : a; }
inline unsigned int max(unsigned int a, unsigned int b) { return a < b ? b : a; }
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline double min(double a, double b) { return fmin(a, b); }
inline double max(double a, double b) { return fmax(a, b); }

namespace host_cuda {

/// Returns the bits of a value of at most two words, for the exchange between lanes.
template <class T>
[[nodiscard]] Words words_of(const T& value) {
    static_assert(sizeof(T) <= sizeof(Words));
    Words words{};
    std::memcpy(words.data(), &value, sizeof(T));
    return words;
}
template <class T>
[[nodiscard]] T value_of(const Words& words) {
    T value;
    std::memcpy(&value, words.data(), sizeof(T));
    return value;
}

/// A reference into shared memory that records reads and writes.
template <class T>
class SharedNumber {
    static_assert(sizeof(T) >= 4, "words of 32 bits at least");

  public:
    explicit SharedNumber(std::byte* address) : place_(address) {}
    SharedNumber(const SharedNumber&) = default;
    operator T() const {  // NOLINT(google-explicit-constructor): converts like a plain number
        current_group().read(place_, sizeof(T), alignof(T));
        T value;
        std::memcpy(&value, place_, sizeof(T));
        return value;
    }
    const SharedNumber& operator=(const T& value) const {
        current_group().write(place_, sizeof(T), alignof(T));
        std::memcpy(place_, &value, sizeof(T));
        return *this;
    }
    const SharedNumber& operator=(const SharedNumber& other) const { return *this = T(other); }
    const SharedNumber& operator+=(const T& value) const { return *this = T(*this) + value; }

  private:
    std::byte* place_;
};

}  // namespace host_cuda

template <class T>
class SharedPointer {
  public:
    SharedPointer() = default;
    explicit SharedPointer(std::byte* address) : place_(address) {}
    [[nodiscard]] std::byte* place() const { return place_; }
    SharedPointer operator+(std::ptrdiff_t n) const {
        return SharedPointer(place_ + n * static_cast<std::ptrdiff_t>(sizeof(T)));
    }
    host_cuda::SharedNumber<T> operator[](std::ptrdiff_t n) const { return *(*this + n); }
    host_cuda::SharedNumber<T> operator*() const { return host_cuda::SharedNumber<T>(place_); }

  private:
    std::byte* place_ = nullptr;
};

inline int thread_index() { return host_cuda::current_thread().index; }
inline int lane_index() { return thread_index() & 31; }
inline int warp_index() { return thread_index() >> 5; }
inline int group_index_x() { return host_cuda::current_group().place().x; }
inline int group_index_y() { return host_cuda::current_group().place().y; }
inline int group_count_x() { return host_cuda::current_group().place().count_x; }

template <class T>
SharedPointer<T> dynamic_shared() {
    return SharedPointer<T>(host_cuda::current_group().shared());
}
template <class To, class From>
SharedPointer<To> shared_as(const SharedPointer<From>& pointer) {
    return SharedPointer<To>(pointer.place());
}

// Default arguments are evaluated at the call, so that every call in a kernel is a separate barrier.
inline void group_barrier(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    host_cuda::current_group().wait_for_group({file, line, "group_barrier"});
}
inline void warp_barrier(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    host_cuda::current_group().wait_for_warp({file, line, "warp_barrier"});
}

template <class T>
T shuffle(T value, int lane, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    return host_cuda::value_of<T>(
        host_cuda::take_from(host_cuda::words_of(value), lane & 31, {file, line, "shuffle"}));
}
template <class T>
T shuffle_xor(T value, int mask, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    const int from = (lane_index() ^ mask) & 31;
    return host_cuda::value_of<T>(
        host_cuda::take_from(host_cuda::words_of(value), from, {file, line, "shuffle_xor"}));
}
template <class T>
T shuffle_up(T value, unsigned int by, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    const int from = lane_index() - static_cast<int>(by);
    return host_cuda::value_of<T>(host_cuda::take_from(
        host_cuda::words_of(value), from < 0 ? lane_index() : from, {file, line, "shuffle_up"}));
}

inline bool any_of_warp(bool value, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    int any = value ? 1 : 0;
    for (int mask = 16; mask > 0; mask /= 2) any |= shuffle_xor(any, mask, file, line);
    return any != 0;
}

inline float power_of_two(float x) {
    const float power = exp2f(x);
    return power < 0x1p-126F ? 0.0F : power;  // NaN for NaN
}

template <class T>
void copy_async_16(const SharedPointer<T>& shared, const void* global, bool there = true) {
    host_cuda::current_group().copy_later(shared.place(), there ? global : nullptr);
}
inline void commit_copies() { host_cuda::current_group().commit_copies(); }
template <int latest>
void wait_for_copies() {
    host_cuda::current_group().wait_for_copies(latest);
}

inline void load_matrix_x4(uint32_t (&words)[4], const SharedPointer<uint16_t>& row,
                           const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    host_cuda::load_matrices(words, row.place(), {file, line, "load_matrix_x4"});
}
inline void multiply_add_16x8x16(float (&sum)[4], const uint32_t (&a)[4], const uint32_t (&b)[2],
                                 const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    host_cuda::multiply_add(sum, a, b, {file, line, "multiply_add_16x8x16"});
}

inline uint32_t half_bits(float x) { return Eigen::half_impl::float_to_half_rtne(x).x; }
inline float float_of_half(uint32_t bits) {
    return static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(static_cast<uint16_t>(bits)));
}
inline uint32_t two_halves(float low, float high) { return half_bits(low) | half_bits(high) << 16U; }

inline uint2 words_of_double(double x) {
    const auto bits = std::bit_cast<uint64_t>(x);
    return {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32U)};
}

inline int atomic_add_int(int* place, int value) {
    return std::atomic_ref<int>(*place).fetch_add(value, std::memory_order_relaxed);
}
