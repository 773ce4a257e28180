#pragma once

#include "core/views/data.hpp"
#include "core/views/view.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// How a sentence spells a parameter: `--resolution 20x10` or `resolution=(20, 10)`.
enum class Spelling { command_line, python };

/// Cells along each dimension: as many as there are values unless the array is pooled.
[[nodiscard]] std::vector<std::int64_t> cells_of(const Array& array);

/// True if there are fewer values than cells.
[[nodiscard]] bool is_pooled(const Array& array);

/// One sentence for each kind of pooled array in the data, with the parameter that gives every cell if there is one. An array that
/// has the resolution in `values` is not mentioned.
[[nodiscard]] std::vector<Sentence> pooling_notes(const View& view, const Values& values, const Data& data, Spelling spelling);

}  // namespace poslab
