#pragma once

#include "core/views/view.hpp"

#include <array>
#include <span>
#include <string_view>

namespace poslab {

/// How two variants of a matrix or a map are set against each other. Curves are overlaid in any case.
struct Comparison {
    enum class How { beside, difference, wipe } how = How::beside;
    double wipe = 0.5;  // of the width: the first one at its left, the second one at its right
    bool operator==(const Comparison&) const = default;
};

/// Of the enumerators, in their order: "beside", "difference", "wipe".
inline constexpr std::array<std::string_view, 3> comparison_ids{"beside", "difference", "wipe"};

/// Whether the figure's main panels have one matrix, or one map, of each of two variants, and no other.
[[nodiscard]] bool shows_two(const Figure& figure);

/// View::figure(), in which one matrix takes the place of two: that of the first variant less that of the second in diverging
/// colours with symmetric limits (of a logarithmic scale symmetric logarithmic ones), masked where either is, or one beside the
/// other in one frame. Side by side, with a warning, where the two are not of the same cells.
[[nodiscard]] Figure compared_figure(const View& view, std::string_view id, std::span<const Variant> variants, const Style& style,
                                     const Cursor& cursor, const Comparison& comparison);

}  // namespace poslab
