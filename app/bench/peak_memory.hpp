#pragma once

#include <cstdint>

namespace poslab {

/// From here on the peak counts anew, where the system allows that; else it stays that of the whole run.
void forget_peak_memory();

/// The most memory of this process that was resident at once, bytes (VmHWM of /proc/self/status); 0: not known.
[[nodiscard]] std::int64_t peak_memory();

}  // namespace poslab
