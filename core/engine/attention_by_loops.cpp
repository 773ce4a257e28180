#include "core/base/errors.hpp"
#include "core/engine/attention_rows.hpp"
#include "core/engine/cell_logit.hpp"
#include "core/engine/engine.hpp"

#include <unordered_map>

namespace poslab {
namespace {

/// Computes logit_ij of a plan, cell by cell.
class Logits {
  public:
    explicit Logits(const AttentionInput& input)
        : plan_(input.plan),
          dim_(static_cast<std::size_t>(input.keys->dim())),
          queries_(shifted(*input.queries, plan_.query_bias)),
          keys_(shifted(*input.keys, plan_.key_bias)) {}

    [[nodiscard]] double at(std::int64_t i, std::int64_t j, double position) {
        return cell_logit(plan_, row(queries_, i), row(keys_, j), i, j, position, turns(position));
    }

  private:
    static std::vector<double> shifted(const TokenVectors& vectors, const std::vector<double>& bias) {
        std::vector<double> numbers(static_cast<std::size_t>(vectors.tokens() * vectors.dim()));
        vectors.read({0, vectors.tokens()}, numbers);
        for (std::size_t n = 0; n < numbers.size() && !bias.empty(); ++n) numbers[n] += bias[n % bias.size()];
        return numbers;
    }

    [[nodiscard]] std::span<const double> row(const std::vector<double>& numbers, std::int64_t token) const {
        return std::span(numbers).subspan(static_cast<std::size_t>(token) * dim_, dim_);
    }

    /// Cells with the same position share their cosines and sines.
    const std::vector<Turn>& turns(double position) {
        std::vector<Turn>& turns = turns_[position];
        if (turns.empty()) turns = turns_at(plan_, position);
        return turns;
    }

    const AttentionPlan& plan_;
    std::size_t dim_;
    std::vector<double> queries_;
    std::vector<double> keys_;
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
            const double position = cell_position(input_.plan, i, j);
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

AttentionResult attention_by_loops(const AttentionInput& input, const AttentionRequest& request,
                                   const Job& job) {
    check_attention(input, request);
    const Message reason =
        reference_engine().unsupported(Operation::attention, attention_multiply_adds(input, request));
    if (!reason.empty()) throw TooLarge(reason);
    return AttentionLoops(input, request).run(job);
}

}  // namespace poslab
