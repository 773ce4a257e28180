#pragma once

// Inside of the view `conformance`: what an implementation dumped, held against the definition, and which known mistake explains
// the rest (docs/checking.md).

#include "core/conformance/conformance.hpp"
#include "core/views/conformance/parameters.hpp"
#include "core/views/described.hpp"
#include "core/views/view_of.hpp"

#include <memory>
#include <vector>

namespace poslab::conformance {

struct Params {
    CheckGroup check;
    RotaryGroup rotary;
    LengthsGroup lengths;
    AxesGroup axes;
};

/// Deviations by place: rows and columns of a reading that stand for the same position, pair … are one, of which the number that is
/// farthest beyond its tolerance counts. [rows, columns]; masked_value() where nothing was compared.
struct Grid {
    std::vector<double> rows, columns;  // their places, rising
    std::vector<double> deviations, tolerances;

    [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const { return row * columns.size() + column; }
};
[[nodiscard]] Grid grid_of(const ConformanceReport& report);

/// Of one row or one column of a grid.
struct Summary {
    double largest = 0, tolerance = 0;  // of each the largest
    double typical = 0;                 // root of the mean square
};

struct Prepared {
    std::shared_ptr<const ConformanceReport> report;
    Grid grid;
    std::vector<Summary> by_row, by_column;
    std::vector<Sentence> warnings;
};
[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job);
/// What the parameters say is right. Throws UsageError.
[[nodiscard]] Practice definition_of(const Params& params);

using Detail = Prepared;  // what figures tell from, where arrays have no place for it (Data::detail)

using Variant = TypedVariant<Params>;
using Showing = ShowingOf<Params>;
using Drawing = DrawingOf<Params>;
using Reading = ReadingOf<Params>;
using Part = PartOf<Params>;

}  // namespace poslab::conformance
