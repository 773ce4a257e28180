#include "core/attention/weight_difference.hpp"

#include "core/base/masked.hpp"
#include "core/encoding/position_statistics.hpp"
#include "core/engine/attention_rows.hpp"
#include "core/engine/engine.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

constexpr std::int64_t max_band_cells = std::int64_t{1} << 22;

/// Subtracts; a cell masked in only one of the fields has weight 0 there.
void subtract(const Field& other, Field& field) {
    for (std::size_t n = 0; n < field.values.size(); ++n) {
        const double a = field.values[n], b = other.values[n];
        if (!is_masked(a) || !is_masked(b)) field.values[n] = (is_masked(a) ? 0 : a) - (is_masked(b) ? 0 : b);
    }
}

Field weights_of(const WeightedInput& weighted, const FieldWindow& window, const Engine& engine,
                 const Job& job) {
    AttentionRequest request;
    request.window = window;
    request.log_sum_exp = weighted.log_sum_exp;
    return engine.run(operation::Attention{weighted.input, request}, job).field;
}

bool is_pooled(const FieldWindow& window) {
    return window.height < window.rows.size() || window.width < window.columns.size();
}

/// True if the difference of two pooled cells is the pooled difference. Not so for maxima, and for means not
/// if a cell that only one of them masks counts as weight 0.
bool commutes_with_pooling(const AttentionPlan& map, const AttentionPlan& other, const FieldWindow& window,
                           std::int64_t tokens) {
    if (window.pool == Pool::max) return false;
    return window.pool == Pool::sample || !is_pooled(window) ||
           unmasked_cells(map.positions, tokens) == unmasked_cells(other.positions, tokens);
}

/// Subtracts cell by cell, and pools the differences.
Field pooled_differences(const WeightedInput& map, const WeightedInput& other, const FieldWindow& window,
                         const Engine& engine, const Job& job) {
    const std::int64_t width = window.columns.size();
    const std::int64_t band_rows = std::max<std::int64_t>(1, max_band_cells / width);
    PooledCells pooled(window);
    std::vector<double> row(static_cast<std::size_t>(window.columns.end), masked_value());
    for (std::int64_t begin = window.rows.begin; begin < window.rows.end; begin += band_rows) {
        const IndexRange band{begin, std::min(begin + band_rows, window.rows.end)};
        const FieldWindow cells{band, window.columns, band.size(), width, Pool::mean};
        job.check();
        const Job quiet = job.quiet();
        Field difference = weights_of(map, cells, engine, quiet);
        subtract(weights_of(other, cells, engine, quiet), difference);
        for (std::int64_t i = band.begin; i < band.end; ++i) {
            const auto first = difference.values.begin() + (i - begin) * width;
            std::copy(first, first + width, row.begin() + window.columns.begin);
            pooled.add_row(i, row);
        }
        job.progress(static_cast<double>(band.end - window.rows.begin) /
                     static_cast<double>(window.rows.size()));
    }
    return pooled.field();
}

}  // namespace

Field weight_difference(const WeightedInput& map, const WeightedInput& other, const FieldWindow& window,
                        const Engine& engine, const Job& job) {
    if (!commutes_with_pooling(map.input.plan, other.input.plan, window, map.input.queries->tokens()))
        return pooled_differences(map, other, window, engine, job);
    Field field = weights_of(map, window, engine, job);
    subtract(weights_of(other, window, engine, job), field);
    return field;
}

}  // namespace poslab
