#pragma once

#include "core/engine/attention.hpp"

#include <cstdint>
#include <vector>

namespace poslab {

/// Sum, maximum and number of the values that each output cell of a window covers.
class PooledCells {
  public:
    explicit PooledCells(const FieldWindow& window);

    /// True if row i is part of the window.
    [[nodiscard]] bool shows(std::int64_t i) const;
    /// Adds row i, one value per key; masked ones do not count.
    void add_row(std::int64_t i, const std::vector<double>& values);
    [[nodiscard]] Field field() const;

  private:
    void add(std::size_t cell, double value);

    FieldWindow window_;
    std::vector<IndexRange> rows_, columns_;
    std::vector<double> sums_;
    std::vector<std::int64_t> counts_;
};

/// One row of a matrix, an entry for each key; masked cells hold masked_value().
struct AttentionRow {
    std::vector<double> logits;
    std::vector<double> positions;  // p(i, j)
    std::vector<double> weights;
    double log_sum_exp = 0;  // of logits / temperature

    /// Computes weights and log_sum_exp from the logits by the definition of softmax, the maximum subtracted
    /// first.
    void make_weights(double temperature);
};

/// Assembles the result of Engine::attention from whole rows, in float64. Rows must be added in rising order.
class AttentionRows {
  public:
    AttentionRows(const AttentionRequest& request, std::int64_t tokens, bool causal,
                  const TokenVectors* values);

    [[nodiscard]] bool wants(std::int64_t i) const { return request_.rows.contains(i) || pooled_.shows(i); }
    void add(std::int64_t i, const AttentionRow& row);
    [[nodiscard]] AttentionResult result();

  private:
    void add_statistics(std::int64_t i, const AttentionRow& row);
    void add_distances(std::int64_t i, const std::vector<double>& weights);
    void add_output(const std::vector<double>& weights);

    const AttentionRequest& request_;
    std::int64_t tokens_;
    bool causal_;
    PooledCells pooled_;
    AttentionResult result_;
    std::size_t value_dim_ = 0;
    std::vector<double> values_;
    std::vector<double> distance_sums_;
    std::vector<std::int64_t> distance_counts_;
};

}  // namespace poslab
