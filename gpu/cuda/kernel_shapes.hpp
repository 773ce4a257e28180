#pragma once

#include "gpu/device.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace poslab::gpu {

/// How a CUDA kernel is started; the device and the tests' emulation of it share these.
struct KernelShape {
    std::uint32_t threads = 0;                                               // of a group, in one dimension
    std::size_t (*shared_bytes)(std::span<const std::byte> task) = nullptr;  // of a group
    int groups_per_multiprocessor = 1;  // that its threads and its shared memory leave room for
};

/// Rows that a group of attention_strips takes together.
inline constexpr int cuda_strip_rows = 128;

[[nodiscard]] const KernelShape& kernel_shape(Kernel kernel);

}  // namespace poslab::gpu
