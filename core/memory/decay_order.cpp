#include "core/memory/decay_order.hpp"

#include "core/errors.hpp"

#include <fmt/core.h>

namespace poslab {

std::size_t checked_decay_order(std::int64_t order) {
    if (order < 1 || order > largest_decay_order)
        throw UsageError(fmt::format("order is {}; it must lie between 1 and {}", order, largest_decay_order));
    return static_cast<std::size_t>(order);
}

}  // namespace poslab
