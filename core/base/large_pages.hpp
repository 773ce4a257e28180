#pragma once

#include <cstddef>

namespace poslab {

/// Requests pages of 2 MiB for untouched memory that contains some: the first touch of 4 KiB costs 2 to 4 µs
/// on a virtual machine, that of 2 MiB about 200. Does nothing for less memory or if the kernel refuses.
void ask_for_large_pages(void* begin, std::size_t bytes);

/// Returns the least number of doubles, `count` or more, for which the C library maps a whole number of large
/// pages, which Linux aligns to one. Throws std::bad_alloc if no memory has that many.
[[nodiscard]] std::size_t capacity_in_large_pages(std::size_t count);

}  // namespace poslab
