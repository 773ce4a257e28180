#pragma once

#include "core/views/view.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace poslab {

/// How two variants are set against each other. Side by side, curves lie in one frame; a wipe leaves them there.
struct Comparison {
    enum class How { beside, difference, wipe } how = How::beside;
    double wipe = 0.5;  // of the width: the first one at its left, the second one at its right
    bool operator==(const Comparison&) const = default;
};

/// Of the enumerators, in their order: "beside", "difference", "wipe".
inline constexpr std::array<std::string_view, 3> comparison_ids{"beside", "difference", "wipe"};

/// Whether the figure's main panels have one matrix, or one map, of each of two variants, and no other.
[[nodiscard]] bool shows_two(const Figure& figure);
/// Whether that comparison changes what a figure of two variants shows.
[[nodiscard]] bool can_be_compared(const Figure& figure, Comparison::How how);

/// The numbers that a comparison made, for the next picture of the same two: a window draws many.
struct KeptComparison {
    std::shared_ptr<const std::vector<double>> first, second, values{};
    std::int64_t wiped_at = -1;  // the first column of the second one; -1: of the difference
    double largest = 0;          // size of a difference
};

/// View::figure(), in which one matrix takes the place of two: that of the first variant less that of the second in diverging
/// colours with symmetric limits (of a logarithmic scale symmetric logarithmic ones), masked where either is, or one beside the
/// other in one frame. Side by side, with a warning, where the two are not of the same cells. Curves become their differences, too
/// (show_curve_differences).
[[nodiscard]] Figure compared_figure(const View& view, std::string_view id, std::span<const Variant> variants, const Style& style,
                                     const Cursor& cursor, const Comparison& comparison, KeptComparison* kept = nullptr);

}  // namespace poslab
