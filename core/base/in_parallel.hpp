#pragma once

#include <cstddef>
#include <functional>

namespace poslab {

/// Runs body(0) ... body(count - 1), on all threads if `steps` (of a few nanoseconds each) justify it.
/// Isolated, because an unrelated task picked up by a waiting thread might need what its caller holds, such
/// as a device.
void in_parallel(std::size_t count, std::size_t steps, const std::function<void(std::size_t)>& body);

/// The number of threads of the processor that computations use.
[[nodiscard]] int processor_threads();

}  // namespace poslab
