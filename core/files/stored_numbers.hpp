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

/// Numbers in a file: the one at (i, j, …) is item first + i strides[0] + j strides[1] + … The code that
/// creates one has checked that checked_items() accepts the shape with 8 bytes per item, that no stride is
/// negative, and that every item lies within the bytes.
struct StoredNumbers {
    ElementLayout layout;
    std::vector<std::int64_t> shape, strides;  // strides: in items
    std::uint64_t first = 0;                   // first item
    std::uint64_t offset = 0;                  // of item 0, in bytes: in the file, or in the inflated member
    std::optional<PackedBytes> deflated;
    std::optional<PackedBytes> stored{};  // compared with its checksum before the numbers are read
};

/// Returns the strides of a shape, with the last index varying fastest, or in Fortran's order the first.
[[nodiscard]] std::vector<std::int64_t> dense_strides(std::span<const std::int64_t> shape,
                                                      bool fortran_order = false);

/// Returns all numbers, row-major. Throws InputError that begins with `location` for an integer that float64
/// cannot represent (with its indices) and for damaged bytes; TooLarge before allocating if memory is
/// insufficient; Cancelled.
[[nodiscard]] std::vector<double> read_stored_numbers(const OpenFile& file, const StoredNumbers& numbers,
                                                      const std::string& location, const Job& job);

}  // namespace poslab
