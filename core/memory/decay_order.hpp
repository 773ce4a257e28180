#pragma once

#include <cstddef>
#include <cstdint>

namespace poslab {

/// The largest number N of components of a state whose decay is computed.
inline constexpr std::int64_t largest_decay_order = 4096;

/// `order` as a size; UsageError outside 1 … largest_decay_order.
[[nodiscard]] std::size_t checked_decay_order(std::int64_t order);

}  // namespace poslab
