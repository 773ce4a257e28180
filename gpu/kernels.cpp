#include "gpu/kernels.hpp"

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

// two tables of 8 frequencies by 32 pairs of doubles
constexpr std::size_t profile_tables = 2 * 8 * 32 * 16;
constexpr std::size_t legs_totals = 8 * (8 + 16 + 8 + 4);  // for 8 warps: a sum, a map, an extent

std::size_t nothing(Task /*task*/) { return 0; }
std::size_t of_profile(Task /*task*/) { return profile_tables; }
std::size_t of_legs(Task /*task*/) { return legs_totals; }
std::size_t of_packing(Task task) {
    return 4 * (static_cast<std::size_t>(task_of<PackTask>(task).padded) + 2);
}

// See gpu/cuda/kernels/attention_shared.cuh: split queries and two stages of split keys, rows padded; then
// 32-bit numbers, four per key in three tables.
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

struct KernelFacts {
    Kernel kernel{};
    std::string_view name;
    KernelShape shape;
};

constexpr std::array<KernelFacts, kernel_count> all{{
    {Kernel::position_field, "position_field", {.threads = 256, .shared_bytes = nothing}},
    {Kernel::cosine_profile, "cosine_profile", {.threads = 256, .shared_bytes = of_profile}},
    {Kernel::legs_scan_channels, "legs_scan_channels", {.threads = 64, .shared_bytes = nothing}},
    {Kernel::legs_scan_order, "legs_scan_order", {.threads = 256, .shared_bytes = of_legs}},
    {Kernel::rotation_residual, "rotation_residual", {.threads = 64, .shared_bytes = nothing}},
    {Kernel::pack_vectors, "pack_vectors", {.threads = 64, .shared_bytes = of_packing}},
    {Kernel::flash_attention, "flash_attention", {.threads = 256, .shared_bytes = of_strips}},
    {Kernel::attention_sums, "attention_sums", {.threads = 256, .shared_bytes = of_sums}},
    {Kernel::copy_probe, "copy_probe", {.threads = 256, .shared_bytes = nothing}},
    {Kernel::product_probe, "product_probe", {.threads = 256, .shared_bytes = nothing}},
}};

constexpr bool in_order() {
    for (std::size_t n = 0; n < all.size(); ++n)
        if (static_cast<std::size_t>(all[n].kernel) != n) return false;
    return true;
}
static_assert(in_order(), "kernels are listed in the order of their enumeration, each once");

}  // namespace

std::string_view kernel_name(Kernel kernel) { return all[static_cast<std::size_t>(kernel)].name; }

const KernelShape& kernel_shape(Kernel kernel) { return all[static_cast<std::size_t>(kernel)].shape; }

}  // namespace poslab::gpu
