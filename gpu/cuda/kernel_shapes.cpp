#include "gpu/cuda/kernel_shapes.hpp"

#include "gpu/tasks.hpp"

#include <array>
#include <cstring>

namespace poslab::gpu {
namespace {

using Task = std::span<const std::byte>;

template <class Struct>
Struct task_of(Task bytes) {
    Struct task{};
    std::memcpy(&task, bytes.data(), sizeof task);
    return task;
}

constexpr std::size_t profile_tables = 2 * 8 * 32 * 16;    // two tables of 8 frequencies by 32, two doubles each
constexpr std::size_t legs_totals = 8 * (8 + 16 + 8 + 4);  // of 8 warps: a sum, a map, an extent

std::size_t nothing(Task /*task*/) { return 0; }
std::size_t of_profile(Task /*task*/) { return profile_tables; }
std::size_t of_legs(Task /*task*/) { return legs_totals; }
std::size_t of_packing(Task task) { return 4 * (static_cast<std::size_t>(task_of<PackTask>(task).padded) + 2); }

// See gpu/cuda/kernels/attention_shared.cuh: split queries and two stages of split keys, rows padded; then numbers of 32 bits,
// four of each key in three tables.
std::size_t of_strips(Task task) {
    constexpr std::size_t rows = 128, keys = 64, values_of_row = 33;
    const auto chunk = static_cast<std::size_t>(task_of<AttentionTask>(task).chunk);
    return 2 * (chunk + 8) * (2 * rows + 4 * keys) + 4 * (4 * 3 * keys + 4 * rows + rows * values_of_row);
}

// Chunks of 16 rows and 64 keys, and their weights; rows padded by one.
std::size_t of_sums(Task /*task*/) {
    constexpr std::size_t rows = 16, keys = 64, dims = 32;
    return 4 * ((rows + keys) * (dims + 1) + rows * (keys + 1));
}

}  // namespace

const KernelShape& kernel_shape(Kernel kernel) {
    static constexpr std::array<KernelShape, kernel_count> shapes{{
        {.threads = 256, .shared_bytes = nothing},     // position_field
        {.threads = 256, .shared_bytes = of_profile},  // cosine_profile
        {.threads = 64, .shared_bytes = nothing},      // legs_scan_channels
        {.threads = 256, .shared_bytes = of_legs},     // legs_scan_order
        {.threads = 64, .shared_bytes = nothing},      // rotation_residual
        {.threads = 64, .shared_bytes = of_packing},   // pack_vectors
        {.threads = 256, .shared_bytes = of_strips},   // attention_strips
        {.threads = 256, .shared_bytes = of_sums},     // attention_sums
        {.threads = 256, .shared_bytes = nothing},     // copy_probe
        {.threads = 256, .shared_bytes = nothing},     // product_probe
    }};
    return shapes[static_cast<std::size_t>(kernel)];
}

}  // namespace poslab::gpu
