#pragma once

#include "core/base/index_range.hpp"
#include "core/base/masked.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

enum class Pool { mean, max, sample };

/// Which cells are wanted, and at which resolution (docs/formulas.md §1.5). Output cell (a, b) of `height` x `width` covers the
/// query rows rows.begin + floor(a R / height) ... rows.begin + floor((a + 1) R / height) - 1, R = rows.size(), and columns alike.
/// 1 <= height <= R, 1 <= width <= columns.size(). `sample` takes row rows.begin + floor((a + 1/2) R / height).
struct FieldWindow {
    IndexRange rows;
    IndexRange columns;
    std::int64_t height = 1;
    std::int64_t width = 1;
    Pool pool = Pool::mean;
};

/// A pooled field, row-major [height, width]. A cell is `masked_value()` if all the cells it covers are masked.
struct Field {
    std::int64_t height = 0;
    std::int64_t width = 0;
    std::vector<double> values;
};

}  // namespace poslab
