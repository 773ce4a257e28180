#pragma once

#include "core/encoding/plan.hpp"

#include <cstdint>
#include <optional>

namespace poslab {

// Statistics over all unmasked cells of the length x length matrix of a plan (rows = columns = [0, length)).
// Lengths are in tokens, at least 1. Positions are compared by |p|; a plan that masks everything gives 0.
// Branches whose axes have one common period P take at most O(P log length) (P = 1: O(log length)), others
// O(length).

/// Returns the number of these cells; lengths up to 2^24.
[[nodiscard]] double unmasked_cells(const PositionPlan& plan, std::int64_t length);

/// Returns the largest |p| (docs/formulas.md §2.5). O(1) for branches with a common period; lengths up to
/// 2^53.
[[nodiscard]] double max_position(const PositionPlan& plan, std::int64_t length);

/// Returns the share of cells with |p| > train_length - 1, from exact counts (docs/formulas.md §2.5); lengths
/// up to 2^24.
[[nodiscard]] double out_of_range_fraction(const PositionPlan& plan, std::int64_t length,
                                           std::int64_t train_length);

/// Returns the smallest (integer) length at which some cell has |p| > train_length - 1; nullopt if there is
/// none up to 2^53.
[[nodiscard]] std::optional<double> first_out_of_range_length(const PositionPlan& plan,
                                                              std::int64_t train_length);

/// Returns the share of cells with |i - j| < w, from exact counts; lengths up to 2^24.
[[nodiscard]] double near_fraction(const PositionPlan& plan, std::int64_t length, std::int64_t w);

}  // namespace poslab
