#include "core/attention/weight_difference.hpp"

#include "core/base/masked.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/pooling.hpp"

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

/// Pools maxima cell by cell: the difference of two maxima need not be the difference of any cell.
void raise(const Field& cells, const IndexRange& rows, std::span<const IndexRange> columns,
           const IndexRange& all, double* out) {
    for (std::size_t b = 0; b < columns.size(); ++b)
        for (std::int64_t i = rows.begin; i < rows.end; ++i)
            for (std::int64_t j = columns[b].begin - all.begin; j < columns[b].end - all.begin; ++j) {
                const double value = cells.values[static_cast<std::size_t>(i * cells.width + j)];
                if (is_masked(value)) continue;
                if (is_masked(out[b]) || value > out[b] || std::isnan(value)) out[b] = value;
            }
}

Field largest_differences(const WeightedInput& map, const WeightedInput& other, const FieldWindow& window,
                          const Engine& engine, const Job& job) {
    const auto rows = pooled_ranges(window.rows, window.height, window.pool);
    const auto columns = pooled_ranges(window.columns, window.width, window.pool);
    const std::int64_t width = window.columns.size();
    Field field{window.height, window.width,
                NumberBuffer::filled(static_cast<std::size_t>(window.height * window.width), masked_value())};
    for (std::size_t a = 0; a < rows.size();) {
        std::size_t end = a + 1;
        while (end < rows.size() && (rows[end].end - rows[a].begin) * width <= max_band_cells) ++end;
        const IndexRange band{rows[a].begin, rows[end - 1].end};
        const FieldWindow cells{band, window.columns, band.size(), width, Pool::mean};
        job.check();
        const Job quiet = job.quiet();
        Field difference = weights_of(map, cells, engine, quiet);
        subtract(weights_of(other, cells, engine, quiet), difference);
        for (; a < end; ++a)
            raise(difference, {rows[a].begin - band.begin, rows[a].end - band.begin}, columns, window.columns,
                  field.values.data() + a * columns.size());
        job.progress(static_cast<double>(a) / static_cast<double>(rows.size()));
    }
    return field;
}

}  // namespace

Field weight_difference(const WeightedInput& map, const WeightedInput& other, const FieldWindow& window,
                        const Engine& engine, const Job& job) {
    if (window.pool == Pool::max) return largest_differences(map, other, window, engine, job);
    Field field = weights_of(map, window, engine, job);
    subtract(weights_of(other, window, engine, job), field);
    return field;
}

}  // namespace poslab
