#pragma once

#include "core/base/index_range.hpp"
#include "core/base/masked.hpp"
#include "core/base/number_buffer.hpp"
#include "core/engine/operation_facts.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

struct PositionPlan;

enum class Pool { mean, max, sample };

/// The cells to compute and their resolution (docs/formulas.md §1.5). Output cell (a, b) of `height` x
/// `width` covers the query rows rows.begin + floor(a R / height) ... rows.begin + floor((a + 1) R / height)
/// - 1, R = rows.size(), and the columns likewise. 1 <= height <= R, 1 <= width <= columns.size(). `sample`
/// takes row rows.begin + floor((a + 1/2) R / height).
struct FieldWindow {
    IndexRange rows;
    IndexRange columns;
    std::int64_t height = 1;
    std::int64_t width = 1;
    Pool pool = Pool::mean;

    bool operator==(const FieldWindow&) const = default;
};

/// A pooled field, row-major [height, width]. A cell is `masked_value()` if all the cells it covers are
/// masked.
struct Field {
    std::int64_t height = 0;
    std::int64_t width = 0;
    NumberBuffer values;
};

namespace operation {

/// p(i, j) of `plan` over the window, pooled: Field. Masked cells count in neither mean nor maximum.
struct PositionField {
    const PositionPlan& plan;
    const FieldWindow& window;

    static constexpr OperationFacts facts{
        .operation = Operation::position_field,
        .name = "position_field",
        .too_much =
            "the reference engine visits every cell: it would need {:.0f} cells, {:.0f} are allowed"_tr,
        .units_a_second = 1e9,  // exact sums over blocks: the time depends on pixels, not on cells
        .examples = {{{"1024 x 1024 cells", 0x1p20}, {"16,777,216 x 16,777,216 cells", 0x1p48}}}};
    /// Cells of the window before pooling.
    [[nodiscard]] double size() const {
        return static_cast<double>(window.rows.size()) * static_cast<double>(window.columns.size());
    }
    [[nodiscard]] double units() const { return size(); }
    void check() const {}
};

}  // namespace operation

}  // namespace poslab
