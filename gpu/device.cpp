#include "gpu/device.hpp"

#include <array>

namespace poslab::gpu {

std::string_view kernel_name(Kernel kernel) {
    static constexpr std::array<std::string_view, kernel_count> names{
        "position_field", "cosine_profile",   "legs_scan_channels", "legs_scan_order", "rotation_residual",
        "pack_vectors",   "attention_strips", "attention_sums",     "copy_probe",      "product_probe"};
    return names[static_cast<std::size_t>(kernel)];
}

}  // namespace poslab::gpu
