#pragma once

#include "core/base/job.hpp"
#include "core/base/message.hpp"
#include "core/engine/attention_plan.hpp"
#include "core/engine/field.hpp"
#include "core/engine/operation_facts.hpp"
#include "core/engine/token_vectors.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace poslab {

/// Queries and keys of one head, [tokens, dim] each, with the same shape.
struct AttentionInput {
    AttentionPlan plan;
    std::shared_ptr<const TokenVectors> queries;
    std::shared_ptr<const TokenVectors> keys;
    std::shared_ptr<const TokenVectors> values{};  // [tokens, any dim]; null: no output is computed
};

enum class AttentionQuantity { logits, weights };

/// The results requested from one pass over an attention matrix; all of them are computed together.
struct AttentionRequest {
    /// The pooled cells to compute; height 0: none. Masked cells do not count; Pool::sample visits only the
    /// rows it samples.
    FieldWindow window{{0, 0}, {0, 0}, 0, 0, Pool::mean};
    AttentionQuantity quantity = AttentionQuantity::weights;
    /// The rows whose statistics, distances and outputs are computed; all of their keys are visited.
    IndexRange rows{0, 0};
    std::int64_t near = 0;            // statistics: near_mass sums the weights where |D| < near
    std::int64_t trained = 0;         // statistics: beyond_mass sums the weights where |p| > trained - 1
    bool weight_by_distance = false;  // see AttentionResult
    /// log_sum_exp of every row of the matrix, if known; the window's weights then need only the window's own
    /// cells.
    std::span<const double> log_sum_exp{};
    /// Called occasionally during the computation, from any thread but never concurrently, with the window
    /// computed so far: finished[a] is nonzero if row a of the field is final. May be empty.
    std::function<void(const Field&, std::span<const char> finished)> publish{};
};

/// One entry for each requested row (docs/formulas.md §4.3). A row without keys has masked_value() throughout
/// (keys: 0); a row with NaN among its logits has NaN.
struct RowStatistics {
    std::vector<double> log_sum_exp;    // ln of the sum of exp(logit / temperature)
    std::vector<double> entropy;        // -sum of w ln w, nats
    std::vector<double> maximum;        // largest weight
    std::vector<double> mean_distance;  // sum of w D, tokens; signed if not causal
    std::vector<double> near_mass;      // sum of w where |D| < near
    std::vector<double> beyond_mass;    // sum of w where |p| > trained - 1
    std::vector<std::int64_t> keys;     // number of unmasked keys
};

struct AttentionResult {
    Field field;         // of the window
    RowStatistics rows;  // of request.rows
    /// The mean weight at distance D over the rows of request.rows that have an unmasked key there;
    /// masked_value() if none has. Entry D for causal plans ([tokens]), else entry D + tokens - 1 ([2 tokens
    /// - 1]).
    std::vector<double> weight_by_distance;
    std::vector<double> output;       // [rows, dim of values]: sum of w v
    std::vector<Message> warnings{};  // about a matrix from a file: sums, signs, masked weights
};

/// Throws UsageError if shapes or windows do not satisfy the conditions above.
void check_attention(const AttentionInput& input, const AttentionRequest& request);

/// Returns the size that `unsupported_reason` expects: the cells of its rows and of its window, times the
/// dimensions. It is an upper bound of the multiply-adds, since masked cells are counted although none are
/// spent on them.
[[nodiscard]] double attention_multiply_adds(const AttentionInput& input, const AttentionRequest& request);

/// Reference implementation of operation::Attention: float64, one loop over the cells.
[[nodiscard]] AttentionResult reference_attention(const AttentionInput& input,
                                                  const AttentionRequest& request, const Job& job);

/// operation::Attention of the CPU engine: float32, panels of queries against blocks of keys; a whole row of
/// cells is never stored.
[[nodiscard]] AttentionResult attention_by_panels(const AttentionInput& input,
                                                  const AttentionRequest& request, const Job& job);

namespace operation {

/// Attention of one head: AttentionResult. In float32: |logit error| <= 2e-6 (1 + |q_i| |k_j| scale +
/// |bias|), weights within 1e-5 for queries and keys of unit variance. Throws UsageError as `check_attention`
/// does.
struct Attention {
    const AttentionInput& input;
    const AttentionRequest& request;

    static constexpr OperationFacts facts{
        .operation = Operation::attention,
        .name = "attention",
        .too_much =
            "the reference engine visits every product: it would need {:.0f} products, {:.0f} are allowed"_tr,
        .units_a_second = 5e10,
        .min_device_seconds = 0.005,
        .slow_on_cpu = 4e9,
        .slow_in_reference = 2e7,
        .max_in_reference = 0x1p33,
        .examples = {{{"4096 tokens, 128 dimensions", 0x1p31}, {"65,536 tokens, 128 dimensions", 0x1p39}}}};
    [[nodiscard]] double size() const { return attention_multiply_adds(input, request); }
    [[nodiscard]] double units() const { return size(); }
    void check() const { check_attention(input, request); }
};

}  // namespace operation

}  // namespace poslab
