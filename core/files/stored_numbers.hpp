#pragma once

#include "core/base/job.hpp"
#include "core/files/element_type.hpp"
#include "core/files/open_file.hpp"
#include "core/files/tensor_info.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// Numbers that lie in a file: the one at (i, j, …) is item first + i strides[0] + j strides[1] + … Whoever makes one has found
/// that the shape is one for checked_items() of 8 bytes, that strides are not negative, and that every item lies within the bytes.
struct StoredNumbers {
    ElementLayout layout;
    std::vector<std::int64_t> shape, strides;  // strides: in items
    std::uint64_t first = 0;                   // item
    std::uint64_t offset = 0;                  // of item 0, in bytes: in the file, or in the inflated member
    std::optional<PackedBytes> deflated;
};

/// The strides of a shape, the last index running fastest, or in Fortran's order the first.
[[nodiscard]] std::vector<std::int64_t> dense_strides(std::span<const std::int64_t> shape, bool fortran_order = false);

/// All of them, row-major. Throws InputError, beginning with `place`, for an integer that float64 does not hold exactly (with its
/// indices) and for damaged bytes; TooLarge, before anything is allocated, where the memory is not there; Cancelled.
[[nodiscard]] std::vector<double> read_stored_numbers(const OpenFile& file, const StoredNumbers& numbers, const std::string& place,
                                                      const Job& job);

}  // namespace poslab
