#include "core/encoding/positions.hpp"
#include "core/engine/attention_rows.hpp"
#include "core/engine/engine.hpp"
#include "core/errors.hpp"

#include <fmt/format.h>
#include <cmath>
#include <unordered_map>

namespace poslab {
namespace {

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

class AttentionLoops {
  public:
    AttentionLoops(const AttentionInput& input, const AttentionRequest& request)
        : input_(input),
          tokens_(input.keys->tokens()),
          logits_(input),
          rows_(request, tokens_, input.plan.positions.causal, input.values.get()) {}

    AttentionResult run(const Job& job) {
        for (std::int64_t i = 0; i < tokens_; ++i) {
            job.check();
            if (rows_.wants(i)) rows_.add(i, row(i));
            job.progress(static_cast<double>(i + 1) / static_cast<double>(tokens_));
        }
        return rows_.result();
    }

  private:
    [[nodiscard]] AttentionRow row(std::int64_t i) {
        AttentionRow row;
        row.logits.assign(static_cast<std::size_t>(tokens_), masked_value());
        row.positions = row.logits;
        for (std::int64_t j = 0; j < tokens_; ++j) {
            const double position = logits_.position(i, j);
            if (is_masked(position)) continue;
            row.positions[static_cast<std::size_t>(j)] = position;
            row.logits[static_cast<std::size_t>(j)] = logits_.at(i, j, position);
        }
        row.make_weights(input_.plan.temperature);
        return row;
    }

    const AttentionInput& input_;
    std::int64_t tokens_;
    Logits logits_;
    AttentionRows rows_;
};

}  // namespace

AttentionResult attention_by_loops(const AttentionInput& input, const AttentionRequest& request, const Job& job) {
    check_attention(input, request);
    const std::string reason = reference_engine().unsupported(Operation::attention, attention_products(input, request));
    if (!reason.empty()) throw TooLarge(reason);
    return AttentionLoops(input, request).run(job);
}

}  // namespace poslab
