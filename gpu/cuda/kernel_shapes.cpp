#include "gpu/cuda/kernel_shapes.hpp"

#include <array>

namespace poslab::gpu {
namespace {

std::size_t no_shared_memory(std::span<const std::byte> /*task*/) { return 0; }

}  // namespace

const KernelShape& kernel_shape(Kernel kernel) {
    static constexpr std::array<KernelShape, kernel_count> shapes{{
        {.threads = 256, .shared_bytes = no_shared_memory},  // position_field
        {.threads = 256, .shared_bytes = no_shared_memory},  // cosine_profile
        {.threads = 64, .shared_bytes = no_shared_memory},   // legs_scan_channels
        {.threads = 256, .shared_bytes = no_shared_memory},  // legs_scan_order
        {.threads = 64, .shared_bytes = no_shared_memory},   // rotation_residual
        {.threads = 64, .shared_bytes = no_shared_memory},   // pack_vectors
        {.threads = 256, .shared_bytes = no_shared_memory},  // attention_strips
        {.threads = 256, .shared_bytes = no_shared_memory},  // attention_sums
    }};
    return shapes[static_cast<std::size_t>(kernel)];
}

}  // namespace poslab::gpu
