#include "core/encoding/positions.hpp"
#include "core/engine/attention.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/pooling.hpp"
#include "core/errors.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace poslab {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// logit_ij of a plan, cell by cell.
class Logits {
  public:
    explicit Logits(const AttentionInput& input)
        : plan_(input.plan),
          dim_(static_cast<std::size_t>(input.keys->dim())),
          queries_(shifted(*input.queries, plan_.query_bias)),
          keys_(shifted(*input.keys, plan_.key_bias)) {
        for (std::size_t p = 0; p < plan_.inverse_frequency.size(); ++p)
            pairs_.push_back(dimensions_of_pair(plan_.pairing, static_cast<std::int64_t>(p),
                                                2 * static_cast<std::int64_t>(plan_.inverse_frequency.size())));
    }

    /// p(i, j), or masked_value().
    [[nodiscard]] double position(std::int64_t i, std::int64_t j) const {
        return std::abs(i - j) >= plan_.reach ? masked_value() : position_at(plan_.positions, i, j);
    }

    [[nodiscard]] double at(std::int64_t i, std::int64_t j, double position) {
        const double scale = plan_.query_scale.empty() ? 1 : plan_.query_scale[static_cast<std::size_t>(i)];
        return plan_.scale * (scale * content(i, j, position) + position_bias(position)) + distance_bias(i - j);
    }

  private:
    struct Turn {
        double cosine, sine;
    };

    static std::vector<double> shifted(const TokenVectors& vectors, const std::vector<double>& bias) {
        std::vector<double> numbers(static_cast<std::size_t>(vectors.tokens() * vectors.dim()));
        vectors.read({0, vectors.tokens()}, numbers);
        for (std::size_t n = 0; n < numbers.size() && !bias.empty(); ++n) numbers[n] += bias[n % bias.size()];
        return numbers;
    }

    /// Cosine and sine of position * theta for each pair; cells of the same position share them.
    const std::vector<Turn>& turns(double position) {
        std::vector<Turn>& turns = turns_[position];
        if (turns.empty())
            for (const double theta : plan_.inverse_frequency)
                turns.push_back({std::cos(position * theta), std::sin(position * theta)});
        return turns;
    }

    [[nodiscard]] double content(std::int64_t i, std::int64_t j, double position) {
        const double* const x = queries_.data() + static_cast<std::size_t>(i) * dim_;
        const double* const y = keys_.data() + static_cast<std::size_t>(j) * dim_;
        const std::vector<Turn>& turned = turns(position);
        double rotated = 0;
        for (std::size_t p = 0; p < pairs_.size(); ++p) {
            const auto [m, n] = pairs_[p];
            // x^T R^(-position) y of the pair
            const double value = turned[p].cosine * (x[m] * y[m] + x[n] * y[n]) + turned[p].sine * (x[m] * y[n] - x[n] * y[m]);
            rotated += plan_.decay.empty() ? value : value * std::pow(plan_.decay[p], static_cast<double>(i - j) / 512);
        }
        double passed = 0;
        for (std::size_t n = 2 * pairs_.size(); n < dim_; ++n) passed += x[n] * y[n];
        return plan_.rotary_scale * rotated + passed;
    }

    [[nodiscard]] double position_bias(double position) const {
        const CosineSum& sum = plan_.position_bias;
        double value = plan_.position_bias_constant;
        for (std::size_t p = 0; p < sum.frequencies.size(); ++p)
            value += sum.cosine_weights[p] * std::cos(position * sum.frequencies[p]) +
                     sum.sine_weight(p) * std::sin(position * sum.frequencies[p]);
        return value;
    }

    [[nodiscard]] double distance_bias(std::int64_t distance) const {
        const std::vector<double>& bias = distance < 0 ? plan_.distance_bias_above : plan_.distance_bias;
        return bias.empty() ? 0 : bias[static_cast<std::size_t>(std::abs(distance))];
    }

    const AttentionPlan& plan_;
    std::size_t dim_;
    std::vector<double> queries_;
    std::vector<double> keys_;
    std::vector<std::pair<std::size_t, std::size_t>> pairs_;
    std::unordered_map<double, std::vector<Turn>> turns_;
};

/// Sum, maximum and number of the values that each output cell covers.
class PooledCells {
  public:
    explicit PooledCells(const FieldWindow& window) : window_(window) {
        if (window.height <= 0) return;
        rows_ = pooled_ranges(window.rows, window.height, window.pool);
        columns_ = pooled_ranges(window.columns, window.width, window.pool);
        const auto cells = static_cast<std::size_t>(window.height * window.width);
        sums_.assign(cells, 0);
        counts_.assign(cells, 0);
    }

    /// Whether row i is part of what is shown.
    [[nodiscard]] bool shows(std::int64_t i) const {
        return std::any_of(rows_.begin(), rows_.end(), [i](const IndexRange& row) { return row.contains(i); });
    }

    /// `values` of row i, one for each key; masked ones do not count.
    void add_row(std::int64_t i, const std::vector<double>& values) {
        for (std::size_t a = 0; a < rows_.size(); ++a) {
            if (!rows_[a].contains(i)) continue;
            for (std::size_t b = 0; b < columns_.size(); ++b)
                for (std::int64_t j = columns_[b].begin; j < columns_[b].end; ++j)
                    add(a * columns_.size() + b, values[static_cast<std::size_t>(j)]);
        }
    }

    [[nodiscard]] Field field() const {
        Field field{window_.height, window_.width, {}};
        for (std::size_t n = 0; n < sums_.size(); ++n)
            field.values.push_back(counts_[n] == 0             ? masked_value()
                                   : window_.pool == Pool::max ? sums_[n]
                                                               : sums_[n] / static_cast<double>(counts_[n]));
        return field;
    }

  private:
    void add(std::size_t cell, double value) {
        if (is_masked(value)) return;
        const bool larger = counts_[cell] == 0 || value > sums_[cell] || std::isnan(value);
        if (window_.pool != Pool::max)
            sums_[cell] += value;
        else if (larger)
            sums_[cell] = value;
        ++counts_[cell];
    }

    FieldWindow window_;
    std::vector<IndexRange> rows_, columns_;
    std::vector<double> sums_;
    std::vector<std::int64_t> counts_;
};

class AttentionLoops {
  public:
    AttentionLoops(const AttentionInput& input, const AttentionRequest& request)
        : input_(input), request_(request), tokens_(input.keys->tokens()), logits_(input), pooled_(request.window) {
        const auto rows = static_cast<std::size_t>(request.rows.size());
        if (request.weight_by_distance) {
            const bool causal = input.plan.positions.causal;
            distance_sums_.assign(static_cast<std::size_t>(causal ? tokens_ : 2 * tokens_ - 1), 0);
            distance_counts_.assign(distance_sums_.size(), 0);
        }
        if (!input.values) return;
        values_.resize(static_cast<std::size_t>(tokens_ * input.values->dim()));
        input.values->read({0, tokens_}, values_);
        result_.output.reserve(rows * static_cast<std::size_t>(input.values->dim()));
    }

    AttentionResult run(const Job& job) {
        for (std::int64_t i = 0; i < tokens_; ++i) {
            job.check();
            if (request_.rows.contains(i) || pooled_.shows(i)) visit(i);
            job.progress(static_cast<double>(i + 1) / static_cast<double>(tokens_));
        }
        result_.field = pooled_.field();
        for (std::size_t n = 0; n < distance_sums_.size(); ++n)
            result_.weight_by_distance.push_back(
                distance_counts_[n] == 0 ? masked_value() : distance_sums_[n] / static_cast<double>(distance_counts_[n]));
        return std::move(result_);
    }

  private:
    void visit(std::int64_t i) {
        make_row(i);
        std::vector<double> weights(row_.size(), masked_value());
        const double log_sum = log_sum_exp();
        for (std::size_t j = 0; j < row_.size(); ++j)
            if (!is_masked(row_[j])) weights[j] = std::exp(row_[j] / input_.plan.temperature - log_sum);
        if (request_.rows.contains(i)) {
            add_statistics(i, weights, log_sum);
            add_distances(i, weights);
            add_output(weights);
        }
        pooled_.add_row(i, request_.quantity == AttentionQuantity::weights ? weights : row_);
    }

    void make_row(std::int64_t i) {
        row_.assign(static_cast<std::size_t>(tokens_), masked_value());
        positions_.assign(row_.size(), masked_value());
        for (std::int64_t j = 0; j < tokens_; ++j) {
            const double position = logits_.position(i, j);
            if (is_masked(position)) continue;
            positions_[static_cast<std::size_t>(j)] = position;
            row_[static_cast<std::size_t>(j)] = logits_.at(i, j, position);
        }
    }

    [[nodiscard]] double log_sum_exp() const {
        double largest = -std::numeric_limits<double>::infinity();
        for (const double logit : row_)
            if (!is_masked(logit)) largest = std::isnan(logit) ? nan : std::max(largest, logit / input_.plan.temperature);
        double sum = 0;
        for (const double logit : row_)
            if (!is_masked(logit)) sum += std::exp(logit / input_.plan.temperature - largest);
        return largest + std::log(sum);
    }

    void add_statistics(std::int64_t i, const std::vector<double>& weights, double log_sum) {
        double entropy = 0, maximum = -1, distance = 0, near = 0, beyond = 0;
        std::int64_t keys = 0;
        for (std::size_t j = 0; j < weights.size(); ++j) {
            const double weight = weights[j];
            if (is_masked(weight)) continue;
            const std::int64_t d = i - static_cast<std::int64_t>(j);
            entropy -= weight > 0 ? weight * (row_[j] / input_.plan.temperature - log_sum) : weight;  // NaN stays NaN
            maximum = std::isnan(weight) ? nan : std::max(maximum, weight);
            distance += weight * static_cast<double>(d);
            near += std::abs(d) < request_.near ? weight : 0;
            beyond += std::abs(positions_[j]) > static_cast<double>(request_.trained - 1) ? weight : 0;
            ++keys;
        }
        const bool none = keys == 0;
        const auto push = [none](std::vector<double>& list, double value) { list.push_back(none ? masked_value() : value); };
        RowStatistics& rows = result_.rows;
        push(rows.log_sum_exp, log_sum);
        push(rows.entropy, entropy);
        push(rows.maximum, maximum);
        push(rows.mean_distance, distance);
        push(rows.near_mass, std::isnan(log_sum) ? nan : near);
        push(rows.beyond_mass, std::isnan(log_sum) ? nan : beyond);
        rows.keys.push_back(keys);
    }

    void add_distances(std::int64_t i, const std::vector<double>& weights) {
        if (distance_sums_.empty()) return;
        const std::int64_t zero = input_.plan.positions.causal ? 0 : tokens_ - 1;
        for (std::size_t j = 0; j < weights.size(); ++j) {
            if (is_masked(weights[j])) continue;
            const auto n = static_cast<std::size_t>(zero + i - static_cast<std::int64_t>(j));
            distance_sums_[n] += weights[j];
            ++distance_counts_[n];
        }
    }

    void add_output(const std::vector<double>& weights) {
        if (!input_.values) return;
        const auto dim = static_cast<std::size_t>(input_.values->dim());
        const bool none = std::all_of(weights.begin(), weights.end(), is_masked);
        for (std::size_t n = 0; n < dim; ++n) {
            double sum = none ? masked_value() : 0;
            for (std::size_t j = 0; j < weights.size() && !none; ++j)
                if (!is_masked(weights[j])) sum += weights[j] * values_[j * dim + n];
            result_.output.push_back(sum);
        }
    }

    const AttentionInput& input_;
    const AttentionRequest& request_;
    std::int64_t tokens_;
    Logits logits_;
    PooledCells pooled_;
    AttentionResult result_;
    std::vector<double> values_;
    std::vector<double> row_, positions_;
    std::vector<double> distance_sums_;
    std::vector<std::int64_t> distance_counts_;
};

}  // namespace

AttentionResult attention_by_loops(const AttentionInput& input, const AttentionRequest& request, const Job& job) {
    check_attention(input, request);
    const std::string reason = reference_engine().unsupported(Operation::attention, attention_products(input, request));
    if (!reason.empty()) throw TooLarge(reason);
    return AttentionLoops(input, request).run(job);
}

}  // namespace poslab
