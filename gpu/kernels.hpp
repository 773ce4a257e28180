#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace poslab::gpu {

/// The programs that run on a device. Each is written for OpenGL (shaders/NAME.comp) and for CUDA (gpu/cuda/kernels/NAME.cu) around
/// the same formulas (shaders/common), and takes its buffers in the order that shaders/common/tasks.h gives.
enum class Kernel {
    position_field,
    cosine_profile,
    legs_scan_channels,
    legs_scan_order,
    rotation_residual,
    pack_vectors,
    attention_strips,
    attention_sums,
    copy_probe,
    product_probe
};
inline constexpr std::size_t kernel_count = 10;
/// How a CUDA kernel is started; the device and the tests' emulation of it share these.
struct KernelShape {
    std::uint32_t threads = 0;                                               // of a group, in one dimension
    std::size_t (*shared_bytes)(std::span<const std::byte> task) = nullptr;  // of a group
    int groups_per_multiprocessor = 1;  // that its threads and its shared memory leave room for
};

/// Rows that a group of attention_strips takes together.
inline constexpr int cuda_strip_rows = 128;

/// "position_field" ...: the name of its file and of its function.
[[nodiscard]] std::string_view kernel_name(Kernel kernel);
[[nodiscard]] const KernelShape& kernel_shape(Kernel kernel);

}  // namespace poslab::gpu
