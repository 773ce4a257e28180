#include "core/base/errors.hpp"
#include "core/base/job.hpp"
#include "core/base/masked.hpp"
#include "core/encoding/positions.hpp"
#include "core/encoding/precision.hpp"
#include "core/engine/attention.hpp"
#include "core/engine/cosine_sum.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/expected_operation.hpp"
#include "core/engine/field.hpp"
#include "core/engine/legs_scan.hpp"
#include "core/engine/pooling.hpp"
#include "core/engine/rotation_residual.hpp"
#include "core/hippo/state_extent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace poslab {
namespace {

double pooled_cell(const PositionPlan& plan, const IndexRange& rows, const IndexRange& columns, Pool pool,
                   const Job& job) {
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
    if (window.pool == Pool::sample)
        return static_cast<double>(window.height) * static_cast<double>(window.width);
    return static_cast<double>(window.rows.size()) * static_cast<double>(window.columns.size());
}

double cosine_sum_at(const CosineSum& sum, const std::vector<Phase>& frequencies, std::int64_t distance) {
    double value = 0;
    for (std::size_t p = 0; p < frequencies.size(); ++p) {
        const double angle = signed_angle(phase_at(static_cast<std::uint32_t>(distance), frequencies[p]));
        value += sum.cosine_weights[p] * std::cos(angle) + sum.sine_weight(p) * std::sin(angle);
    }
    return value;
}

class ReferenceEngine final : public Engine {
  public:
    [[nodiscard]] std::string_view name() const override { return "reference"; }
    [[nodiscard]] Precision precision() const override { return Precision::float64; }

    [[nodiscard]] Message unsupported_reason(Operation operation, double size) const override {
        const OperationFacts& facts = facts_of(operation);
        return size <= facts.max_in_reference ? Message()
                                              : Message(facts.too_much, {size, facts.max_in_reference});
    }

    [[nodiscard]] bool is_slow(Operation operation, double size) const override {
        return size > facts_of(operation).slow_in_reference;
    }

    [[nodiscard]] Field run(const operation::PositionField& request, const Job& job) const override {
        const FieldWindow& window = request.window;
        const Message reason = unsupported_reason(Operation::position_field, cells_of(window));
        if (!reason.empty()) throw TooLarge(reason);
        expect_in_reference(request, job);
        const auto rows = pooled_ranges(window.rows, window.height, window.pool);
        const auto columns = pooled_ranges(window.columns, window.width, window.pool);
        std::vector<double> values;
        values.reserve(rows.size() * columns.size());
        for (const IndexRange& row : rows) {
            for (const IndexRange& column : columns)
                values.push_back(pooled_cell(request.plan, row, column, window.pool, job));
            job.progress(static_cast<double>(values.size()) /
                         static_cast<double>(rows.size() * columns.size()));
        }
        return {window.height, window.width, std::move(values)};
    }

    [[nodiscard]] NumberBuffer run(const operation::CosineProfile& request, const Job& job) const override {
        const auto& [sum, distances] = request;
        const std::vector<Phase> frequencies = checked_frequencies(sum, distances);
        const Message reason = unsupported_reason(Operation::cosine_profile, request.size());
        if (!reason.empty()) throw TooLarge(reason);
        expect_in_reference(request, job);
        std::vector<double> values;
        values.reserve(static_cast<std::size_t>(distances.size()));
        for (std::int64_t distance = distances.begin; distance < distances.end; ++distance) {
            job.check();
            values.push_back(cosine_sum_at(sum, frequencies, distance));
            job.progress(static_cast<double>(values.size()) / static_cast<double>(distances.size()));
        }
        return values;
    }

    [[nodiscard]] AttentionResult run(const operation::Attention& request, const Job& job) const override {
        expect_in_reference(request, job);
        return reference_attention(request.input, request.request, job);
    }

    [[nodiscard]] RecordedStates<double> run(const operation::LegsScan& request,
                                             const Job& job) const override {
        expect_in_reference(request, job);
        return reference_legs_scan(request.input, request.times, job);
    }

    [[nodiscard]] Field run(const operation::RotationResidual& request, const Job& job) const override {
        expect_in_reference(request, job);
        return rotation_residual_by_matrices(request.plan, request.window, job);
    }
};

}  // namespace

const Engine& reference_engine() {
    static const ReferenceEngine engine;
    return engine;
}

}  // namespace poslab
