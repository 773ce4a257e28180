#pragma once

#include "core/base/message.hpp"
#include "core/files/number_type.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The maximum number of dimensions; [layers, heads, tokens, dim] has four.
inline constexpr std::size_t max_dimensions = 8;

/// The location of a zip member's bytes.
struct PackedBytes {
    std::uint64_t offset = 0;          // of the member's data in the file
    std::uint64_t bytes = 0;           // in the file
    std::uint64_t bytes_inflated = 0;  // after inflating
    std::uint32_t checksum = 0;        // CRC-32 of the inflated bytes
};

/// A tensor in a file, whose bytes have been checked to lie within the file.
struct TensorInfo {
    std::string name;  // "" in an .npy
    NumberLayout layout;
    // at most max_dimensions, each >= 0; the number of items and of bytes fit into int64
    std::vector<std::int64_t> shape;
    bool fortran_order = false;  // the first index varies fastest
    std::uint64_t offset = 0;    // of the first number: in the file, or in the inflated member
    std::optional<PackedBytes> deflated;
    std::optional<PackedBytes> stored{};  // compared with its checksum when the tensor is chosen

    [[nodiscard]] NumberType type() const { return layout.type; }
    /// Returns all but the last two dimensions.
    [[nodiscard]] std::span<const std::int64_t> leading() const {
        return shape.size() > 2 ? std::span(shape).first(shape.size() - 2) : std::span<const std::int64_t>();
    }
    /// The size of the matrices that can be read; a one-dimensional tensor is one row, a scalar one number.
    [[nodiscard]] std::int64_t rows() const { return shape.size() < 2 ? 1 : shape[shape.size() - 2]; }
    [[nodiscard]] std::int64_t columns() const { return shape.empty() ? 1 : shape.back(); }
};

/// A tensor that cannot be read, and the reason.
struct UnreadableTensor {
    std::string name;
    Message why;
};

struct TensorContents {
    std::vector<TensorInfo> tensors;
    std::vector<UnreadableTensor> unreadable;
};

/// Returns a shape as "[32, 8192, 128]".
[[nodiscard]] std::string shape_text(std::span<const std::int64_t> shape);

/// Returns the number of items of a shape. Empty if it, or its size at `item_bytes` each, exceeds int64, a
/// dimension is negative, or there are more than max_dimensions.
[[nodiscard]] std::optional<std::uint64_t> checked_items(std::span<const std::int64_t> shape,
                                                         std::size_t item_bytes);

/// Throws InputError that begins with `location` if the numbers of `info` need more than `bytes`.
void check_tensor_fits(const TensorInfo& info, std::uint64_t bytes, const std::string& location);

}  // namespace poslab
