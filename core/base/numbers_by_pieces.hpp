#pragma once

#include "core/base/number_buffer.hpp"

#include <cstddef>
#include <functional>

namespace poslab {

/// Returns `count` numbers in large pages that are written piece by piece, in their order, on all threads or
/// on one. write(n, numbers) writes the n-th `piece` numbers, numbers[n piece] to numbers[(n + 1) piece - 1]
/// or up to the end; it must write each of them. Rethrows what `write` throws.
[[nodiscard]] NumberBuffer numbers_by_pieces(
    std::size_t count, std::size_t piece, bool on_all_threads,
    const std::function<void(std::size_t n, double* numbers)>& write);

}  // namespace poslab
