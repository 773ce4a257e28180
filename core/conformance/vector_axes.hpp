#pragma once

#include "core/conformance/reading.hpp"
#include "core/files/array_file.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace poslab {

/// The numbering of rows of an array of vectors: along one of its axes, and along a batch of texts if every
/// text has its own positions.
struct PositionNumbering {
    RowAxis tokens;
    std::optional<RowAxis> texts;
    std::vector<RowAxis> others;
};

/// Returns the axes of vectors of that shape [sizes …, dim], without the last one; their kinds come from the
/// layout if one is declared. `heads_split`: heads were joined in the last axis, so that the axis before it
/// has the heads. Throws InputError if the layout has another number of axes.
[[nodiscard]] std::vector<RowAxis> axes_of_vectors(const NumberArray& array,
                                                   const std::vector<std::int64_t>& shape,
                                                   std::string_view layout, bool heads_split);

/// Returns the possible numberings of the rows: along the declared axis, else along every axis whose size
/// matches the number of positions, the last axis first.
[[nodiscard]] std::vector<PositionNumbering> position_places(const std::vector<RowAxis>& axes,
                                                             const NumberArray* positions);

/// Returns the position of each row.
[[nodiscard]] std::vector<double> positions_along(const PositionNumbering& numbering, std::int64_t rows,
                                                  const std::vector<double>& positions);

}  // namespace poslab
