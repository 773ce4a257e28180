#pragma once

#include <cstddef>
#include <cstdint>

namespace poslab {

/// The largest order N of a state (of fourier-legs it has 2N + 1 numbers).
inline constexpr std::int64_t largest_memory_order = 4096;

/// Of windows, whose step is a dense matrix that is made at once, in seconds.
inline constexpr std::int64_t largest_window_order = 1024;

/// The longest history, in samples: longer files are refused.
inline constexpr std::int64_t largest_signal_length = 1'000'000'000;

/// `order` as a size; UsageError outside 1 … largest_memory_order.
[[nodiscard]] std::size_t checked_memory_order(std::int64_t order);

}  // namespace poslab
