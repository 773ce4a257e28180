#include "core/hippo/memory_order.hpp"

#include "core/base/errors.hpp"

#include <fmt/core.h>

namespace poslab {

std::size_t checked_memory_order(std::int64_t order) {
    if (order < 1 || order > largest_memory_order)
        throw UsageError(tr("--order {}: must be from 1 to {}", order, largest_memory_order));
    return static_cast<std::size_t>(order);
}

}  // namespace poslab
