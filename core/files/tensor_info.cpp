#include "core/files/tensor_info.hpp"

#include "core/files/input_file.hpp"

#include <fmt/format.h>
#include <limits>

namespace poslab {

std::string shape_text(std::span<const std::int64_t> shape) {
    return fmt::format("[{}]", fmt::join(shape.begin(), shape.end(), ", "));
}

std::optional<std::uint64_t> checked_items(std::span<const std::int64_t> shape, std::size_t item_bytes) {
    if (shape.size() > max_dimensions) return std::nullopt;
    // Zeros are skipped, so that the product of any subset of the dimensions fits.
    std::uint64_t product = 1;
    bool empty = false;
    const std::uint64_t most =
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / item_bytes;
    for (const std::int64_t size : shape) {
        if (size < 0) return std::nullopt;
        empty = empty || size == 0;
        if (size == 0) continue;
        if (static_cast<std::uint64_t>(size) > most / product) return std::nullopt;
        product *= static_cast<std::uint64_t>(size);
    }
    return empty ? 0 : product;
}

void check_tensor_fits(const TensorInfo& info, std::uint64_t bytes, const std::string& location) {
    const std::string shape = shape_text(info.shape);
    const auto items = checked_items(info.shape, number_bytes(info.type()));
    if (!items) refuse_file(location, tr("has an impossible shape, {}", shape));
    const std::uint64_t needed = *items * number_bytes(info.type());
    if (needed <= bytes) return;
    const std::string_view type = number_type_name(info.type());
    refuse_file(location,
                tr("truncated: {} of {} needs {} bytes, the file has {}", shape, type, needed, bytes));
}

}  // namespace poslab
