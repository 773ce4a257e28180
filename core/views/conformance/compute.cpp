#include "core/base/masked.hpp"
#include "core/views/conformance/arrays.hpp"

namespace poslab::conformance {
namespace {

constexpr std::int64_t max_rows = 1024, max_columns = 2048;

/// Returns the index of the cell of that block that is farthest beyond its tolerance; the first cell if all
/// are masked.
std::size_t farthest(const Grid& grid, const IndexRange& rows, const IndexRange& columns) {
    std::size_t retained =
        grid.at(static_cast<std::size_t>(rows.begin), static_cast<std::size_t>(columns.begin));
    double most = -1;
    for (auto row = static_cast<std::size_t>(rows.begin); row < static_cast<std::size_t>(rows.end); ++row)
        for (auto column = static_cast<std::size_t>(columns.begin);
             column < static_cast<std::size_t>(columns.end); ++column) {
            const std::size_t index = grid.at(row, column);
            if (is_masked(grid.deviations[index])) continue;
            const double share = grid.deviations[index] / grid.tolerances[index];
            if (!(share > most)) continue;
            most = share;
            retained = index;
        }
    return retained;
}

}  // namespace

Numbers SampleContext::pooled(const std::vector<double>& numbers) const {
    const Grid& grid = prepared.grid;
    const std::int64_t rows = std::ssize(grid.rows), columns = std::ssize(grid.columns);
    const std::int64_t height =
        std::min<std::int64_t>({rows, max_rows, std::max<std::int64_t>(1, request.height)});
    const std::int64_t width =
        std::min<std::int64_t>({columns, max_columns, std::max<std::int64_t>(1, request.width)});
    std::vector<double> list;
    for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0; x < width; ++x)
            list.push_back(numbers[farthest(grid, {y * rows / height, (y + 1) * rows / height},
                                            {x * columns / width, (x + 1) * columns / width})]);
    return matrix_of(height, std::move(list), {{0, rows}, {0, columns}});
}

}  // namespace poslab::conformance
