#include "core/engine/attention_rows.hpp"

#include "core/engine/pooling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

PooledCells::PooledCells(const FieldWindow& window) : window_(window) {
    if (window.height <= 0) return;
    rows_ = pooled_ranges(window.rows, window.height, window.pool);
    columns_ = pooled_ranges(window.columns, window.width, window.pool);
    const auto cells = static_cast<std::size_t>(window.height * window.width);
    sums_.assign(cells, 0);
    counts_.assign(cells, 0);
}

bool PooledCells::shows(std::int64_t i) const {
    const auto row = std::upper_bound(rows_.begin(), rows_.end(), i,
                                      [](std::int64_t t, const IndexRange& range) { return t < range.end; });
    return row != rows_.end() && row->contains(i);
}

void PooledCells::add_row(std::int64_t i, const std::vector<double>& values) {
    if (!shows(i)) return;
    const auto row = std::upper_bound(rows_.begin(), rows_.end(), i,
                                      [](std::int64_t t, const IndexRange& range) { return t < range.end; });
    const auto a = static_cast<std::size_t>(row - rows_.begin());
    for (std::size_t b = 0; b < columns_.size(); ++b)
        for (std::int64_t j = columns_[b].begin; j < columns_[b].end; ++j)
            add(a * columns_.size() + b, values[static_cast<std::size_t>(j)]);
}

Field PooledCells::field() const {
    std::vector<double> values;
    values.reserve(sums_.size());
    for (std::size_t n = 0; n < sums_.size(); ++n)
        values.push_back(counts_[n] == 0             ? masked_value()
                         : window_.pool == Pool::max ? sums_[n]
                                                     : sums_[n] / static_cast<double>(counts_[n]));
    return {window_.height, window_.width, std::move(values)};
}

void PooledCells::add(std::size_t cell, double value) {
    if (is_masked(value)) return;
    const bool larger = counts_[cell] == 0 || value > sums_[cell] || std::isnan(value);
    if (window_.pool != Pool::max)
        sums_[cell] += value;
    else if (larger)
        sums_[cell] = value;
    ++counts_[cell];
}

void AttentionRow::make_weights(double temperature) {
    double largest = -std::numeric_limits<double>::infinity();
    for (const double logit : logits)
        if (!is_masked(logit)) largest = std::isnan(logit) ? nan : std::max(largest, logit / temperature);
    double sum = 0;
    for (const double logit : logits)
        if (!is_masked(logit)) sum += std::exp(logit / temperature - largest);
    log_sum_exp = largest + std::log(sum);
    weights.assign(logits.size(), masked_value());
    for (std::size_t j = 0; j < logits.size(); ++j)
        if (!is_masked(logits[j])) weights[j] = std::exp(logits[j] / temperature - log_sum_exp);
}

AttentionRows::AttentionRows(const AttentionRequest& request, std::int64_t tokens, bool causal,
                             const TokenVectors* values)
    : request_(request), tokens_(tokens), causal_(causal), pooled_(request.window) {
    if (request.weight_by_distance) {
        distance_sums_.assign(static_cast<std::size_t>(causal ? tokens : 2 * tokens - 1), 0);
        distance_counts_.assign(distance_sums_.size(), 0);
    }
    if (values == nullptr) return;
    value_dim_ = static_cast<std::size_t>(values->dim());
    values_.resize(static_cast<std::size_t>(tokens) * value_dim_);
    values->read({0, tokens}, values_);
    result_.output.reserve(static_cast<std::size_t>(request.rows.size()) * value_dim_);
}

void AttentionRows::add(std::int64_t i, const AttentionRow& row) {
    if (request_.rows.contains(i)) {
        add_statistics(i, row);
        add_distances(i, row.weights);
        add_output(row.weights);
    }
    pooled_.add_row(i, request_.quantity == AttentionQuantity::weights ? row.weights : row.logits);
}

AttentionResult AttentionRows::result() {
    result_.field = pooled_.field();
    for (std::size_t n = 0; n < distance_sums_.size(); ++n)
        result_.weight_by_distance.push_back(
            distance_counts_[n] == 0 ? masked_value()
                                     : distance_sums_[n] / static_cast<double>(distance_counts_[n]));
    return std::move(result_);
}

void AttentionRows::add_statistics(std::int64_t i, const AttentionRow& row) {
    double entropy = 0, maximum = -1, distance = 0, near = 0, beyond = 0;
    std::int64_t keys = 0;
    for (std::size_t j = 0; j < row.weights.size(); ++j) {
        const double weight = row.weights[j];
        if (is_masked(weight)) continue;
        const std::int64_t d = i - static_cast<std::int64_t>(j);
        entropy -= weight > 0 ? weight * std::log(weight) : weight;  // NaN stays NaN
        maximum = std::isnan(weight) ? nan : std::max(maximum, weight);
        distance += weight * static_cast<double>(d);
        near += std::abs(d) < request_.near ? weight : 0;
        beyond += std::abs(row.positions[j]) > static_cast<double>(request_.trained - 1) ? weight : 0;
        ++keys;
    }
    const bool none = keys == 0, undefined = std::isnan(entropy);
    const auto push = [none](std::vector<double>& list, double value) {
        list.push_back(none ? masked_value() : value);
    };
    RowStatistics& rows = result_.rows;
    push(rows.log_sum_exp, row.log_sum_exp);
    push(rows.entropy, entropy);
    push(rows.maximum, maximum);
    push(rows.mean_distance, distance);
    push(rows.near_mass, undefined ? nan : near);
    push(rows.beyond_mass, undefined ? nan : beyond);
    rows.keys.push_back(keys);
}

void AttentionRows::add_distances(std::int64_t i, const std::vector<double>& weights) {
    if (distance_sums_.empty()) return;
    const std::int64_t zero = causal_ ? 0 : tokens_ - 1;
    for (std::size_t j = 0; j < weights.size(); ++j) {
        if (is_masked(weights[j])) continue;
        const auto n = static_cast<std::size_t>(zero + i - static_cast<std::int64_t>(j));
        distance_sums_[n] += weights[j];
        ++distance_counts_[n];
    }
}

void AttentionRows::add_output(const std::vector<double>& weights) {
    if (value_dim_ == 0) return;
    const bool none = std::all_of(weights.begin(), weights.end(), is_masked);
    for (std::size_t n = 0; n < value_dim_; ++n) {
        double sum = none ? masked_value() : 0;
        for (std::size_t j = 0; j < weights.size() && !none; ++j)
            if (!is_masked(weights[j])) sum += weights[j] * values_[j * value_dim_ + n];
        result_.output.push_back(sum);
    }
}

}  // namespace poslab
