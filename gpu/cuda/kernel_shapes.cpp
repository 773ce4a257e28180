#include "gpu/cuda/kernel_shapes.hpp"

#include "gpu/tasks.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace poslab::gpu {
namespace {

std::size_t no_shared_memory(std::span<const std::byte> /*task*/) { return 0; }

// See gpu/cuda/kernels/attention_shared.cuh: split queries and two stages of split keys, rows padded; then numbers of 32 bits.
std::size_t shared_of_strips(std::span<const std::byte> task) {
    AttentionTask of{};
    std::memcpy(&of, task.data(), std::min(task.size(), sizeof(of)));
    constexpr std::size_t rows = 128, keys = 64, values_of_row = 33;
    const auto chunk = static_cast<std::size_t>(of.chunk);
    return 2 * (chunk + 8) * (2 * rows + 4 * keys) + 4 * (8 * keys + 4 * rows + rows * values_of_row);
}

// Chunks of 16 rows and 64 keys, and their weights; rows padded by one.
std::size_t shared_of_sums(std::span<const std::byte> /*task*/) {
    constexpr std::size_t rows = 16, keys = 64, dims = 32;
    return 4 * ((rows + keys) * (dims + 1) + rows * (keys + 1));
}

}  // namespace

const KernelShape& kernel_shape(Kernel kernel) {
    static constexpr std::array<KernelShape, kernel_count> shapes{{
        {.threads = 256, .shared_bytes = no_shared_memory},  // position_field
        {.threads = 256, .shared_bytes = no_shared_memory},  // cosine_profile
        {.threads = 64, .shared_bytes = no_shared_memory},   // legs_scan_channels
        {.threads = 256, .shared_bytes = no_shared_memory},  // legs_scan_order
        {.threads = 64, .shared_bytes = no_shared_memory},   // rotation_residual
        {.threads = 64, .shared_bytes = no_shared_memory},   // pack_vectors
        {.threads = 256, .shared_bytes = shared_of_strips},  // attention_strips
        {.threads = 256, .shared_bytes = shared_of_sums},    // attention_sums
    }};
    return shapes[static_cast<std::size_t>(kernel)];
}

}  // namespace poslab::gpu
