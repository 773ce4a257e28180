#pragma once

#include "core/base/message.hpp"
#include "core/conformance/implementation.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// A larger angle error affects what a model attends to, rad.
inline constexpr double angle_that_matters = 0.1;

/// The differences between two definitions.
struct DefinitionDifference {
    struct Row {
        std::string what;  // "attention factor"
        std::string first, second;
    };
    std::vector<Row> rows;         // unequal values
    std::vector<Message> notes{};  // differences that are both correct

    // Frequencies of both, if they have equally many pairs.
    std::int64_t pairs = 0, differing_pairs = 0;       // differ by more than float32 rounding
    std::int64_t pair = 0;                             // the pair with the largest difference
    double first_frequency = 0, second_frequency = 0;  // rad/token, of that pair
    std::optional<std::int64_t> matters_from;          // the first position with an angle error above 0.1 rad

    [[nodiscard]] bool none() const { return rows.empty() && differing_pairs == 0; }
};

[[nodiscard]] DefinitionDifference difference_of(const Implementation& first, const Implementation& second);

}  // namespace poslab
