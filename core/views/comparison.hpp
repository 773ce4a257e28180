#pragma once

#include "core/base/number_buffer.hpp"
#include "core/views/view.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace poslab {

/// How two variants are compared. Curves share one frame both side by side and under a wipe.
struct Comparison {
    enum class How { side_by_side, difference, wipe } how = How::side_by_side;
    // position as a fraction of the width: the first variant on its left, the second on its right
    double wipe = 0.5;
    bool operator==(const Comparison&) const = default;
};

/// Ids of the enumerators, in their order.
inline constexpr std::array<std::string_view, 3> comparison_ids{"beside", "difference", "wipe"};

/// True if the main panels contain exactly one matrix, or one map, for each of two variants.
[[nodiscard]] bool shows_two(const Figure& figure);
/// True if that comparison changes the figure of two variants.
[[nodiscard]] bool can_be_compared(const Figure& figure, Comparison::How how);

/// The cached result of a comparison, for the next frame with the same two variants.
struct ComparisonCache {
    std::shared_ptr<const NumberBuffer> first, second, values{};
    std::int64_t wiped_at = -1;  // first column of the second variant; -1: a difference
    double largest = 0;          // largest absolute difference
};

/// Returns View::figure() with the two matrices replaced by one: in a wipe both in one frame, else the first
/// minus the second in diverging colours with symmetric limits, masked where either is. A difference of
/// logarithmic scales has a symmetric logarithmic scale. Matrices of different cells stay side by side, with
/// a warning.
/// Curves also become their differences (show_curve_differences).
[[nodiscard]] Figure compared_figure(const View& view, std::string_view id, std::span<const Variant> variants,
                                     const Style& style, const Cursor& cursor, const Comparison& comparison,
                                     ComparisonCache* retained = nullptr);

}  // namespace poslab
