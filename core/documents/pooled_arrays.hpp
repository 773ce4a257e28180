#pragma once

#include "core/views/data.hpp"
#include "core/views/view.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// The spelling of parameters in sentences: `--resolution 20x10` or `resolution=(20, 10)`.
enum class Spelling { command_line, python };

/// Returns the number of cells along each dimension, which differs from the shape only if the array is
/// pooled.
[[nodiscard]] std::vector<std::int64_t> cells_of(const Array& array);

/// True if there are fewer values than cells.
[[nodiscard]] bool is_pooled(const Array& array);

/// Returns one sentence for each kind of pooled array in the data, with the parameter that gives every cell,
/// if any. Arrays at the resolution in `values` are not mentioned.
[[nodiscard]] std::vector<Message> pooling_notes(const View& view, const Values& values, const Data& data,
                                                 Spelling spelling);

}  // namespace poslab
