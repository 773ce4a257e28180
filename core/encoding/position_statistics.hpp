#pragma once

#include "core/encoding/plan.hpp"

#include <cstdint>
#include <optional>

namespace poslab {

// Numbers over all unmasked cells of the length x length matrix of a plan (rows = columns = [0, length)).
// Lengths in tokens, at least 1. Positions count by |p|; a plan that masks everything gives 0.
// Branches with axes of one common period P take O(P log length) at most (P = 1: O(log length)); others O(length).

/// The largest |p| (docs/formulas.md §2.5). O(1) for branches with a common period; lengths up to 2^53.
[[nodiscard]] double max_position(const PositionPlan& plan, std::int64_t length);

/// Share of the cells with |p| > train_length - 1, from exact counts (docs/formulas.md §2.5); lengths up to 2^24.
[[nodiscard]] double out_of_range_fraction(const PositionPlan& plan, std::int64_t length, std::int64_t train_length);

/// The smallest length (an integer) at which some cell has |p| > train_length - 1; nullopt if there is none up to 2^53.
[[nodiscard]] std::optional<double> first_out_of_range_length(const PositionPlan& plan, std::int64_t train_length);

/// Share of the cells with |i - j| < w, from exact counts; lengths up to 2^24.
[[nodiscard]] double near_fraction(const PositionPlan& plan, std::int64_t length, std::int64_t w);

}  // namespace poslab
