#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace poslab::gpu {

/// The programs that run on a device. Each exists for OpenGL (shaders/NAME.comp) and for CUDA
/// (gpu/cuda/kernels/NAME.cu), based on the same formulas (shaders/common), with buffers in the order given
/// in shaders/common/tasks.h.
enum class Kernel {
    position_field,
    cosine_profile,
    legs_scan_channels,
    legs_scan_order,
    rotation_residual,
    pack_vectors,
    flash_attention,
    attention_sums,
    copy_probe,
    product_probe
};
inline constexpr std::size_t kernel_count = 10;
/// Launch configuration of a CUDA kernel, shared by the device and its emulation in tests.
struct KernelShape {
    std::uint32_t threads = 0;                                               // per group, in one dimension
    std::size_t (*shared_bytes)(std::span<const std::byte> task) = nullptr;  // per group
    int groups_per_multiprocessor = 1;  // limited by threads and shared memory
};

/// Rows that a group of flash_attention processes together.
inline constexpr int cuda_strip_rows = 128;

/// "position_field" ...: the name of the kernel's file and of its function.
[[nodiscard]] std::string_view kernel_name(Kernel kernel);
[[nodiscard]] const KernelShape& kernel_shape(Kernel kernel);

}  // namespace poslab::gpu
