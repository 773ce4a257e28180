#pragma once

#include <cstddef>
#include <vector>

namespace poslab {

/// Requests pages of 2 MiB for untouched memory that contains some: the first touch of 4 KiB costs 2 to 4 µs
/// on a virtual machine, that of 2 MiB about 200. Does nothing for less memory or if the kernel refuses.
void ask_for_large_pages(void* begin, std::size_t bytes);

/// Returns an empty list with room for `count` numbers in such pages.
[[nodiscard]] std::vector<double> reserved_in_large_pages(std::size_t count);

/// Returns `count` times `value` in such pages: for results, which are written once.
[[nodiscard]] std::vector<double> numbers_in_large_pages(std::size_t count, double value = 0);

}  // namespace poslab
