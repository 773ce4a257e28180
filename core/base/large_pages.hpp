#pragma once

#include <cstddef>
#include <vector>

namespace poslab {

/// Asks the kernel to give memory that nothing has touched yet in pages of 2 MiB, where such fit into it: the first touch of 4 KiB
/// costs 2 to 4 µs on a virtual machine, that of 2 MiB some 200. Less than one of them, or a kernel that refuses: nothing happens.
void ask_for_large_pages(void* begin, std::size_t bytes);

/// `count` times `value`, in such pages: for results, which are written once.
[[nodiscard]] std::vector<double> numbers_in_large_pages(std::size_t count, double value = 0);

}  // namespace poslab
