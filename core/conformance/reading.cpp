#include "core/conformance/reading.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

const RowAxis* DumpReading::other_axis(AxisKind kind) const {
    const auto found = std::find_if(other_axes.begin(), other_axes.end(),
                                    [&](const RowAxis& axis) { return axis.kind == kind; });
    return found == other_axes.end() ? nullptr : &*found;
}

std::vector<std::pair<Text, double>> DumpReading::coordinates(double row, double column) const {
    std::vector<std::pair<Text, double>> all;
    if (matrix_order > 0) {
        const auto order = static_cast<double>(matrix_order);
        const double entries = columns >= matrix_order * matrix_order ? order * order : 0;
        if (column >= entries) return {{"row of B"_tr, column - entries}};
        return {{"row"_tr, std::floor(column / order)}, {"column"_tr, std::fmod(column, order)}};
    }
    const auto per_head = static_cast<double>(rows_per_head);
    if (rows_per_head > 0 && rows > rows_per_head) all.emplace_back("head"_tr, std::floor(row / per_head));
    if (rows > 1) all.emplace_back(row_name, rows_per_head > 0 ? std::fmod(row, per_head) : row);
    all.emplace_back(column_name, column);
    return all;
}

}  // namespace poslab
