#pragma once

#include "core/base/sentence.hpp"
#include "core/conformance/practice.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// An angle that is off by more than this changes what a model sees, rad.
inline constexpr double angle_that_matters = 0.1;

/// What two definitions do differently.
struct DefinitionDifference {
    struct Row {
        std::string what;  // "attention factor"
        std::string first, second;
    };
    std::vector<Row> rows;          // what is not equal
    std::vector<Sentence> notes{};  // what differs and is right all the same

    // Of the frequencies of both, where they have as many pairs.
    std::int64_t pairs = 0, differing_pairs = 0;       // by more than float32 rounds
    std::int64_t pair = 0;                             // whose frequencies are furthest apart
    double first_frequency = 0, second_frequency = 0;  // rad/token, of that pair
    std::optional<std::int64_t> matters_from;          // the first position with an angle that is off by more than 0.1 rad

    [[nodiscard]] bool none() const { return rows.empty() && differing_pairs == 0; }
};

[[nodiscard]] DefinitionDifference difference_of(const Practice& first, const Practice& second);

}  // namespace poslab
