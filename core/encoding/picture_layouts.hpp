#pragma once

#include "core/base/text.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace poslab {

/// The axes of a position in a picture or a film, in the order of M-RoPE's sections.
enum class PictureAxis { time, row, column };
inline constexpr std::size_t picture_axes = 3;

/// A pair of a head that rotates by base^(−exponent) rad per step along one axis.
struct PairOnAxis {
    PictureAxis axis = PictureAxis::row;
    double exponent = 0;
};

/// The assignment of a vision head's rotary pairs to the axes of a picture. Configs, views and `poslab check`
/// share this table.
struct PictureLayout {
    std::string_view id;  // in assets/model_types.json and on the command line
    Text label;
    Text about;                    // one sentence
    std::int64_t least, multiple;  // the head dimension is at least `least`, and a multiple of `multiple`
    std::vector<PairOnAxis> (*pairs)(std::int64_t dim);

    [[nodiscard]] bool fits(std::int64_t dim) const { return dim >= least && dim % multiple == 0; }
};
[[nodiscard]] std::span<const PictureLayout> picture_layouts();
/// Null if no layout has that id.
[[nodiscard]] const PictureLayout* picture_layout(std::string_view id);

/// base^(−exponent) of each pair, rad per step.
[[nodiscard]] std::vector<double> frequencies_of(std::span<const PairOnAxis> pairs, double base);
/// The numbers of pairs of time, row and column if these follow each other in blocks; empty otherwise.
[[nodiscard]] std::vector<std::int64_t> sections_of(std::span<const PairOnAxis> pairs);

/// The coordinate of a patch along an axis.
struct PictureCoordinates {
    std::string_view id;
    Text label;
    double first = 0;   // coordinate of patch 0, if patches are counted
    double spread = 0;  // if above 0: coordinates are (i + ½)/n · 2 − 1 times `spread`

    /// The coordinate of patch `index` of `count`.
    [[nodiscard]] double at(double index, std::int64_t count) const;
    /// The distance between the coordinates of neighbouring patches.
    [[nodiscard]] double step(std::int64_t count) const {
        return spread > 0 ? 2 * spread / static_cast<double>(count) : 1;
    }
    /// True if the coordinates of every grid have the same range.
    [[nodiscard]] bool are_relative() const { return spread > 0; }
};
[[nodiscard]] std::span<const PictureCoordinates> picture_coordinates();
/// Null if none has that id.
[[nodiscard]] const PictureCoordinates* picture_coordinates(std::string_view id);

}  // namespace poslab
