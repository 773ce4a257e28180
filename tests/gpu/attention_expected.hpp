#pragma once

#include "tests/gpu/attention_buffers.hpp"

#include <gtest/gtest.h>

namespace poslab::gpu {

// A float32 sum of products over n dimensions is off by at most about n 2^-24 |q| |k|, and on average by far
// less; the engines promise 2e-6. Weights, whose logits are of order 10 here, have a relative error of 2e-6
// ln 2 times that.
inline constexpr double logit_tolerance = 2e-6;
inline constexpr double weight_tolerance = 1e-5;

inline double tolerance_of(const CaseCell& cell) {
    return logit_tolerance * (1 + cell.size + std::min(std::abs(cell.logit), 1e3));
}

inline bool same(double got, double expected, double tolerance) {
    if (std::isnan(expected)) return std::isnan(got);
    return got == expected || std::abs(got - expected) <= tolerance;
}

struct Pooled {
    double number = 0;
    double tolerance = 0;
};

/// The expected value of a segment in a column, from the cells.
inline Pooled expected_column(const AttentionCase& attention, const CaseCells& cells,
                              const StripsRequest& request, const IndexRange& rows, std::int32_t column) {
    Pooled pooled{request.pool == 3 ? static_cast<double>(std::numeric_limits<float>::lowest()) : 0, 0};
    for (auto row = static_cast<std::size_t>(rows.begin); row < static_cast<std::size_t>(rows.end); ++row) {
        const double log_sum = request.pool > 2 ? 0 : cells.log_sum(row);
        if (std::isnan(log_sum)) continue;
        for (std::size_t key = 0; key < cells.keys(); ++key) {
            const CaseCell& cell = cells.at(row, key);
            if (attention.columns[key] != column || cell.masked ||
                !request.window.contains(static_cast<std::int64_t>(key)))
                continue;
            const double number = request.pool <= 2 ? std::exp2(cell.logit - log_sum) : cell.logit;
            if (request.pool == 1 || request.pool == 4)
                pooled.number += number;
            else if (number > pooled.number || std::isnan(number))
                pooled.number = number;
            pooled.tolerance = request.pool == 4   ? pooled.tolerance + tolerance_of(cell)
                               : request.pool == 3 ? std::max(pooled.tolerance, tolerance_of(cell))
                                                   : pooled.tolerance;
        }
        if (request.pool == 1) pooled.tolerance += weight_tolerance;
    }
    if (request.pool == 2) pooled.tolerance = weight_tolerance;
    return pooled;
}

inline void expect_segments(const AttentionCase& attention, const StripsRequest& request,
                            const StripsOutcome& outcome) {
    const CaseCells cells(attention);
    const auto columns = static_cast<std::size_t>(attention.column_count);
    ASSERT_FALSE(outcome.segment_rows.empty());
    int wrong = 0;
    for (std::size_t segment = 0; segment < outcome.segment_rows.size(); ++segment)
        for (std::size_t column = 0; column < columns && wrong < 5; ++column) {
            const IndexRange& rows = outcome.segment_rows[segment];
            const Pooled pooled =
                expected_column(attention, cells, request, rows, static_cast<std::int32_t>(column));
            const auto got = static_cast<double>(outcome.segments[segment * columns + column]);
            const bool right = same(got, pooled.number, pooled.tolerance);
            if (!right) ++wrong;
            EXPECT_TRUE(right) << "pool " << request.pool << ", rows " << rows.begin << " ... "
                               << rows.end - 1 << ", column " << column << ": " << got << " instead of "
                               << pooled.number;
        }
}

struct ExpectedRow {
    double log_sum = 0, entropy = 0, distance = 0, near = 0, beyond = 0;
    double largest = static_cast<double>(std::numeric_limits<float>::lowest());
    double tolerance = logit_tolerance;  // of the row's logits
    bool masked = true;
    bool undefined = false;
};

inline ExpectedRow expected_row(const AttentionCase& attention, const CaseCells& cells, std::size_t row) {
    ExpectedRow expected;
    expected.log_sum = cells.log_sum(row);
    for (std::size_t key = 0; key < cells.keys(); ++key) {
        const CaseCell& cell = cells.at(row, key);
        if (cell.masked) continue;
        expected.masked = false;
        expected.undefined = expected.undefined || std::isnan(cell.logit) || cell.logit == INFINITY;
        expected.tolerance = std::max(expected.tolerance, tolerance_of(cell));
        expected.largest = std::max(expected.largest, cell.logit);
        const double weight = std::exp2(cell.logit - expected.log_sum);
        const double distance = attention.row_tokens[row] - attention.key_tokens[key];
        if (weight > 0) expected.entropy -= weight * (cell.logit - expected.log_sum);
        expected.distance += weight * distance;
        if (std::abs(distance) < attention.near) expected.near += weight;
        if (cell.beyond) expected.beyond += weight;
    }
    return expected;
}

/// Compares statistics[row], as the host reads them.
inline void expect_row(const ExpectedRow& expected, std::span<const double> got, double tokens) {
    if (expected.masked) {
        EXPECT_EQ(got[1], 0);
        return;
    }
    if (expected.undefined) {
        EXPECT_FALSE(std::isfinite(got[1]));
        return;
    }
    const double sum = got[1];
    EXPECT_NEAR(got[0] + std::log2(sum), expected.log_sum, expected.tolerance);
    EXPECT_NEAR(std::log2(sum) - got[2] / sum, expected.entropy,
                10 * expected.tolerance);  // weights times logits of order 10
    EXPECT_NEAR(got[3] / sum, expected.distance, weight_tolerance * tokens);
    EXPECT_NEAR(got[4] / sum, expected.near, weight_tolerance);
    EXPECT_NEAR(got[5] / sum, expected.beyond, weight_tolerance);
    EXPECT_NEAR(got[6], expected.largest, expected.tolerance);
    EXPECT_EQ(got[7], 0);
}

inline void expect_statistics(const AttentionCase& attention, const StripsOutcome& outcome) {
    const CaseCells cells(attention);
    for (std::size_t row = 0; row < attention.row_tokens.size() && !testing::Test::HasFailure(); ++row) {
        SCOPED_TRACE(testing::Message() << "row " << row);
        expect_row(expected_row(attention, cells, row), std::span(outcome.statistics).subspan(8 * row, 8),
                   attention.tokens);
    }
}

inline std::vector<double> log_sums(const AttentionCase& attention) {
    const CaseCells cells(attention);
    std::vector<double> sums;
    for (std::size_t row = 0; row < attention.row_tokens.size(); ++row) sums.push_back(cells.log_sum(row));
    return sums;
}

inline void expect_sums(const AttentionCase& attention, const std::vector<float>& values,
                        std::size_t value_dim, const SumsOutcome& outcome) {
    const CaseCells cells(attention);
    std::vector<double> diagonals(outcome.diagonals.size(), 0), output(outcome.output.size(), 0),
        sizes(output.size(), 0);
    for (std::size_t row = 0; row < attention.row_tokens.size(); ++row) {
        const double log_sum = cells.log_sum(row);
        for (std::size_t key = 0; key < cells.keys() && !std::isnan(log_sum); ++key) {
            if (cells.at(row, key).masked) continue;
            const double weight = std::exp2(cells.at(row, key).logit - log_sum);
            diagonals[static_cast<std::size_t>(attention.row_tokens[row] - attention.key_tokens[key] +
                                               attention.tokens - 1)] += weight;
            for (std::size_t n = 0; n < value_dim; ++n) {
                output[row * value_dim + n] += weight * static_cast<double>(values[key * value_dim + n]);
                sizes[row * value_dim + n] +=
                    weight * std::abs(static_cast<double>(values[key * value_dim + n]));
            }
        }
    }
    int wrong = 0;
    for (std::size_t n = 0; n < diagonals.size() && wrong < 5; ++n) {
        const double rows = static_cast<double>(attention.row_tokens.size());  // at most as many weights
        const bool right =
            same(outcome.diagonals[n], diagonals[n], weight_tolerance * std::min(rows, 1 + diagonals[n]));
        if (!right) ++wrong;
        EXPECT_TRUE(right) << "diagonal " << n << ": " << outcome.diagonals[n] << " instead of "
                           << diagonals[n];
    }
    for (std::size_t n = 0; n < output.size() && wrong < 5; ++n) {
        const auto got = static_cast<double>(outcome.output[n]);
        const bool right = same(got, output[n], weight_tolerance * (1 + sizes[n]));
        if (!right) ++wrong;
        EXPECT_TRUE(right) << "row " << n / value_dim << ", value " << n % value_dim << ": " << got
                           << " instead of " << output[n];
    }
}

}  // namespace poslab::gpu
