#include "core/encoding/picture_layouts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace poslab {
namespace {

using Pairs = std::vector<PairOnAxis>;

/// Appends `count` pairs of one axis whose exponents begin at `first` and increase by `step`.
void append_block(Pairs& pairs, PictureAxis axis, std::int64_t count, double first, double step) {
    for (std::int64_t n = 0; n < count; ++n) pairs.push_back({axis, first + step * static_cast<double>(n)});
}

/// Half of the pairs for each axis, with the same ladder b^(−4k/d).
template <PictureAxis first, PictureAxis second>
Pairs halves(std::int64_t dim) {
    Pairs pairs;
    for (const PictureAxis axis : {first, second})
        append_block(pairs, axis, dim / 4, 0, 4.0 / static_cast<double>(dim));
    return pairs;
}

/// One ladder b^(−2k/d): its even frequencies for rows, its odd ones for columns.
Pairs split_ladder(std::int64_t dim) {
    const double step = 4.0 / static_cast<double>(dim);
    Pairs pairs;
    append_block(pairs, PictureAxis::row, dim / 4, 0, step);
    append_block(pairs, PictureAxis::column, dim / 4, step / 2, step);
    return pairs;
}

/// One ladder b^(−2k/d) whose pairs alternate between rows and columns.
Pairs alternating(std::int64_t dim) {
    Pairs pairs;
    for (std::int64_t k = 0; k < dim / 2; ++k)
        pairs.push_back({k % 2 == 0 ? PictureAxis::row : PictureAxis::column,
                         2.0 / static_cast<double>(dim) * static_cast<double>(k)});
    return pairs;
}

/// The same ladder b^(−4k/d) on both axes, with pairs alternating between the first and the second.
template <PictureAxis first, PictureAxis second>
Pairs alternating_repeated(std::int64_t dim) {
    Pairs pairs;
    for (std::int64_t k = 0; k < dim / 4; ++k)
        for (const PictureAxis axis : {first, second})
            pairs.push_back({axis, 4.0 / static_cast<double>(dim) * static_cast<double>(k)});
    return pairs;
}

/// V-JEPA 2: three blocks of ⌊⌊d/3⌋/2⌋ pairs; the rest of the head does not rotate.
Pairs three_axes(std::int64_t dim) {
    const std::int64_t each = dim / 3 / 2;
    Pairs pairs;
    for (const PictureAxis axis : {PictureAxis::time, PictureAxis::row, PictureAxis::column})
        append_block(pairs, axis, each, 0, 1.0 / static_cast<double>(each));
    return pairs;
}

constexpr PictureAxis row = PictureAxis::row, column = PictureAxis::column;

constexpr std::array<PictureLayout, 7> layouts{
    {{"axial", "Axial"_tr,
      "The first half of the pairs rotates by the row of a patch, the second by its column, with the same frequencies."_tr,
      4, 4, halves<row, column>},
     {"axial-interleaved-xy", "Axial, columns first"_tr,
      "The first half of the pairs rotates by the column of a patch, the second by its row, with the same frequencies."_tr,
      4, 4, halves<column, row>},
     {"axial-split-ladder", "Split ladder"_tr,
      "The first half of the pairs rotates by the row of a patch, with the even frequencies of one ladder, the second by its column, with the odd ones."_tr,
      4, 4, split_ladder},
     {"alternating", "Alternating"_tr, "Even pairs rotate by the row of a patch, odd ones by its column."_tr,
      4, 4, alternating},
     {"alternating-repeated", "Alternating, repeated"_tr,
      "Even pairs rotate by the row of a patch, odd ones by its column, with the same frequencies."_tr, 4, 4,
      alternating_repeated<row, column>},
     {"alternating-repeated-xy", "Alternating, columns first"_tr,
      "Even pairs rotate by the column of a patch, odd ones by its row, with the same frequencies."_tr, 4, 4,
      alternating_repeated<column, row>},
     {"three-axes", "Three axes"_tr,
      "Three blocks of pairs rotate by time, row and column; the rest of the head does not."_tr, 6, 2,
      three_axes}}};

constexpr std::array<PictureCoordinates, 4> coordinates{
    {{"patches", "Patches from 0"_tr, 0, 0},
     {"from-one", "Patches from 1"_tr, 1, 0},
     {"normalised", "−1 to 1"_tr, 0, 1},
     {"dinov3", "2π (−1 to 1)"_tr, 0, 2 * std::numbers::pi}}};

template <class List>
auto named(const List& list, std::string_view id) -> decltype(list.data()) {
    const auto* const found =
        std::find_if(list.begin(), list.end(), [&](const auto& one) { return one.id == id; });
    return found == list.end() ? nullptr : found;
}

}  // namespace

std::span<const PictureLayout> picture_layouts() { return layouts; }
const PictureLayout* picture_layout(std::string_view id) { return named(layouts, id); }

std::vector<double> frequencies_of(std::span<const PairOnAxis> pairs, double base) {
    std::vector<double> frequencies;
    frequencies.reserve(pairs.size());
    for (const PairOnAxis& pair : pairs) frequencies.push_back(std::pow(base, -pair.exponent));
    return frequencies;
}

std::vector<std::int64_t> sections_of(std::span<const PairOnAxis> pairs) {
    std::vector<std::int64_t> sections(picture_axes, 0);
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        if (p > 0 && pairs[p].axis < pairs[p - 1].axis) return {};
        ++sections[static_cast<std::size_t>(pairs[p].axis)];
    }
    return sections;
}

double PictureCoordinates::at(double index, std::int64_t count) const {
    return spread > 0 ? spread * (2 * (index + 0.5) / static_cast<double>(count) - 1) : first + index;
}

std::span<const PictureCoordinates> picture_coordinates() { return coordinates; }
const PictureCoordinates* picture_coordinates(std::string_view id) { return named(coordinates, id); }

}  // namespace poslab
