#pragma once

#include <cstdint>

namespace poslab {

/// Restarts the measurement of the peak, if the system allows that; otherwise the peak is that of the whole
/// process.
void forget_peak_memory();

/// Returns the maximum resident memory of this process in bytes (VmHWM of /proc/self/status); 0: unknown.
[[nodiscard]] std::int64_t peak_memory();

}  // namespace poslab
