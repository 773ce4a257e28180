#pragma once

// Internals of the view `conformance`, which compares an implementation's output with the definition and
// names the known mistake that explains the difference (docs/checking.md).

#include "core/conformance/conformance.hpp"
#include "core/views/conformance/parameters.hpp"
#include "core/views/view_of.hpp"

namespace poslab::conformance {

struct Params {
    CheckGroup check;
    RotaryGroup rotary;
    LengthsGroup lengths;
    AxesGroup axes;
};

/// Deviations [rows, columns]; masked_value() where nothing was compared. Rows or columns of a reading for
/// the same position, pair … are merged, keeping the number farthest beyond its tolerance.
struct Grid {
    std::vector<double> rows, columns;  // distinct coordinates, increasing
    std::vector<double> deviations, tolerances;

    [[nodiscard]] std::size_t at(std::size_t row, std::size_t column) const {
        return row * columns.size() + column;
    }
};
[[nodiscard]] Grid grid_of(const ConformanceReport& report);

/// Statistics of one row or one column of a grid.
struct Summary {
    double largest = 0, tolerance = 0;  // the maximum of each
    double typical = 0;                 // root of the mean square
};

struct Prepared {
    std::shared_ptr<const ConformanceReport> report;
    Grid grid;
    std::vector<Summary> by_row, by_column;
    std::vector<Message> warnings;
};
[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job);
/// Returns the implementation that the parameters define as correct. Throws UsageError.
[[nodiscard]] Implementation definition_of(const Params& params);

using Variant = TypedVariant<Params, Prepared>;
using Showing = ShowingOf<Params, Prepared>;
using Drawing = DrawingOf<Params, Prepared>;
using Reading = ReadingOf<Params, Prepared>;
using Part = PartOf<Params, Prepared>;

}  // namespace poslab::conformance
