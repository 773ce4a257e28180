#pragma once

#include <cstddef>
#include <functional>

namespace poslab {

/// body(0) ... body(count - 1), on all threads where their `steps` (of some nanoseconds) are worth it. Isolated: a task of others
/// that a thread took up meanwhile might want what its caller holds, a device for instance.
void in_parallel(std::size_t count, std::size_t steps, const std::function<void(std::size_t)>& body);

}  // namespace poslab
