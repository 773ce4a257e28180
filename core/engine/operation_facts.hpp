#pragma once

#include "core/base/text.hpp"
#include "core/engine/engine.hpp"

#include <array>
#include <limits>
#include <string_view>

namespace poslab {

/// Facts about an operation besides its result; each operation has its own as `facts`.
struct OperationFacts {
    static constexpr double never = std::numeric_limits<double>::infinity();
    struct Example {
        std::string_view text;  // "1024 x 1024 cells"
        double size = 0;
    };

    Operation operation{};
    std::string_view name;  // "position_field"
    Text too_much;          // with a size and the reference's limit
    /// Units of work (`units()`) that a core does per second, and the CPU seconds from which a running device
    /// is faster.
    double units_a_second = 1;
    double min_device_seconds = never;
    /// Sizes beyond which the engines cpu and reference take about 50 ms, and beyond which the reference
    /// refuses.
    double slow_on_cpu = never;
    double slow_in_reference = 4e6;
    double max_in_reference = 0x1p28;
    std::array<Example, 3> examples{};  // sizes that `doctor` checks; empty texts are unused
};

/// Returns the facts in the order of Operation.
[[nodiscard]] const std::array<OperationFacts, operation_count>& operation_facts();
[[nodiscard]] inline const OperationFacts& facts_of(Operation operation) {
    return operation_facts()[static_cast<std::size_t>(operation)];
}

}  // namespace poslab
