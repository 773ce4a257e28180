#pragma once

#include <cstddef>
#include <cstdint>

namespace poslab {

/// The largest order N of a state (for fourier-legs, a state has 2N + 1 numbers).
inline constexpr std::int64_t largest_memory_order = 4096;

/// The largest order of windows, whose step is a dense matrix: computing it takes seconds.
inline constexpr std::int64_t largest_window_order = 1024;

/// The longest history in samples; longer files are rejected.
inline constexpr std::int64_t largest_signal_length = 1'000'000'000;

/// Returns `order` as a size. Throws UsageError outside 1 … largest_memory_order.
[[nodiscard]] std::size_t checked_memory_order(std::int64_t order);

}  // namespace poslab
