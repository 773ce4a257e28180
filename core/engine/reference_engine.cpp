#include "core/encoding/positions.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/pooling.hpp"
#include "core/errors.hpp"

#include <algorithm>
#include <string>

namespace poslab {
namespace {

constexpr double most_cells = 268435456;  // 2^28, some seconds

double pooled_cell(const PositionPlan& plan, const IndexRange& rows, const IndexRange& columns, Pool pool, const Job& job) {
    double sum = 0;
    double largest = 0;
    std::int64_t count = 0;
    for (std::int64_t i = rows.begin; i < rows.end; ++i) {
        job.check();
        for (std::int64_t j = columns.begin; j < columns.end; ++j) {
            const double position = position_at(plan, i, j);
            if (is_masked(position)) continue;
            largest = count == 0 ? position : std::max(largest, position);
            sum += position;
            ++count;
        }
    }
    if (count == 0) return masked_value();
    return pool == Pool::max ? largest : sum / static_cast<double>(count);
}

double cells_of(const FieldWindow& window) {
    if (window.pool == Pool::sample) return static_cast<double>(window.height) * static_cast<double>(window.width);
    return static_cast<double>(window.rows.size()) * static_cast<double>(window.columns.size());
}

class ReferenceEngine final : public Engine {
  public:
    [[nodiscard]] std::string_view name() const override { return "reference"; }

    [[nodiscard]] std::string unsupported(Operation, double cells) const override {
        if (cells <= most_cells) return {};
        const std::string needed = std::to_string(cells);
        return "the reference engine visits every cell: it would need " + needed.substr(0, needed.find('.')) +
               " cells, 268435456 are allowed";
    }

    [[nodiscard]] Field position_field(const PositionPlan& plan, const FieldWindow& window, const Job& job) const override {
        const std::string reason = unsupported(Operation::position_field, cells_of(window));
        if (!reason.empty()) throw TooLarge(reason);
        const auto rows = pooled_ranges(window.rows, window.height, window.pool);
        const auto columns = pooled_ranges(window.columns, window.width, window.pool);
        Field field{window.height, window.width, {}};
        field.values.reserve(rows.size() * columns.size());
        for (const IndexRange& row : rows) {
            for (const IndexRange& column : columns) field.values.push_back(pooled_cell(plan, row, column, window.pool, job));
            job.progress(static_cast<double>(field.values.size()) / static_cast<double>(rows.size() * columns.size()));
        }
        return field;
    }
};

}  // namespace

const Engine& reference_engine() {
    static const ReferenceEngine engine;
    return engine;
}

}  // namespace poslab
