#pragma once

#include "core/conformance/reading.hpp"
#include "core/files/array_file.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace poslab {

/// How the rows of an array of vectors are numbered: along one of its axes, with a batch of texts beside it where every text has
/// positions of its own.
struct PositionPlace {
    RowAxis tokens;
    std::optional<RowAxis> texts;
    std::vector<RowAxis> others;
};

/// The axes of vectors of that shape [sizes …, dim], without the last one; their kinds by the layout, where one is declared.
/// `heads_split`: heads were side by side in the last axis, so that the axis before it has the heads. Throws InputError where the
/// layout has another number of axes.
[[nodiscard]] std::vector<RowAxis> axes_of_vectors(const NumberArray& array, const std::vector<std::int64_t>& shape,
                                                   std::string_view layout, bool heads_split);

/// The ways to number the rows: along the declared axis, else along every axis of as many positions as are given, the last one
/// first.
[[nodiscard]] std::vector<PositionPlace> position_places(const std::vector<RowAxis>& axes, const NumberArray* positions);

/// The position of each row.
[[nodiscard]] std::vector<double> positions_along(const PositionPlace& place, std::int64_t rows, const std::vector<double>& given);

}  // namespace poslab
