#pragma once

#include "core/base/job.hpp"
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

/// Queries and keys of one head, [tokens, dim] each: as many queries as keys, of the same dim.
struct AttentionInput {
    AttentionPlan plan;
    std::shared_ptr<const TokenVectors> queries;
    std::shared_ptr<const TokenVectors> keys;
    std::shared_ptr<const TokenVectors> values{};  // [tokens, any dim]; null: no output is wanted
};

enum class AttentionQuantity { logits, weights };

/// What is wanted of an attention matrix. Everything that goes through one pass over the matrix is asked for at once.
struct AttentionRequest {
    /// The pooled cells that are wanted; height 0: none. Masked cells do not count; Pool::sample visits the rows it shows alone.
    FieldWindow window{{0, 0}, {0, 0}, 0, 0, Pool::mean};
    AttentionQuantity quantity = AttentionQuantity::weights;
    /// The rows whose statistics (and distances, and outputs) are wanted; all of their keys are visited.
    IndexRange rows{0, 0};
    std::int64_t near = 0;            // statistics: near_mass is that of |D| < near
    std::int64_t trained = 0;         // statistics: beyond_mass is that of |p| > trained - 1
    bool weight_by_distance = false;  // see AttentionResult
    /// log_sum_exp of every row of the matrix if it is known; the window's weights then need no other cells than its own.
    std::span<const double> log_sum_exp{};
    /// Called now and then, from any thread but never twice at once, with the window as far as it is done: finished[a] tells
    /// whether row a of the field is final. May be empty.
    std::function<void(const Field&, std::span<const char> finished)> publish{};
};

/// One entry for each row asked for (docs/formulas.md §4.3). A row without keys has masked_value() throughout (keys: 0); a row with
/// NaN among its logits has NaN.
struct RowStatistics {
    std::vector<double> log_sum_exp;    // ln of the sum of exp(logit / temperature)
    std::vector<double> entropy;        // -sum of w ln w, nat
    std::vector<double> maximum;        // largest weight
    std::vector<double> mean_distance;  // sum of w D, tokens; signed where not causal
    std::vector<double> near_mass;      // sum of w where |D| < near
    std::vector<double> beyond_mass;    // sum of w where |p| > trained - 1
    std::vector<std::int64_t> keys;     // how many are not masked
};

struct AttentionResult {
    Field field;         // of the window
    RowStatistics rows;  // of request.rows
    /// Of request.rows: the mean weight at distance D over those rows that have an unmasked key there, masked_value() where none
    /// has. Entry D for causal plans ([tokens]), else entry D + tokens - 1 ([2 tokens - 1]).
    std::vector<double> weight_by_distance;
    std::vector<double> output;  // [rows, dim of values]: sum of w v
};

/// Throws UsageError where shapes or windows do not fit what is written above.
void check_attention(const AttentionInput& input, const AttentionRequest& request);

/// Cells times dimensions that a request visits, which `unsupported` is asked for.
[[nodiscard]] double attention_products(const AttentionInput& input, const AttentionRequest& request);

/// operation::Attention as it is written for reading: float64, one loop over the cells.
[[nodiscard]] AttentionResult attention_by_loops(const AttentionInput& input, const AttentionRequest& request, const Job& job);

/// operation::Attention of the CPU engine: float32, panels of queries against blocks of keys, never a whole row of cells.
[[nodiscard]] AttentionResult attention_by_panels(const AttentionInput& input, const AttentionRequest& request, const Job& job);

namespace operation {

/// Attention of one head: AttentionResult. In float32: |logit error| <= 2e-6 (1 + |q_i| |k_j| scale + |bias|), weights within 1e-5
/// where queries and keys have unit variance. Throws UsageError as `check_attention` does.
struct Attention {
    const AttentionInput& input;
    const AttentionRequest& request;

    static constexpr OperationFacts facts{
        .operation = Operation::attention,
        .name = "attention",
        .too_much = "the reference engine visits every product: it would need {:.0f} products, {:.0f} are allowed"_tr,
        .units_a_second = 5e10,
        .least_device_seconds = 0.005,
        .slow_on_cpu = 4e9,
        .slow_in_reference = 2e7,
        .most_in_reference = 0x1p33,
        .examples = {{{"4096 tokens, 128 dimensions", 0x1p31}, {"65,536 tokens, 128 dimensions", 0x1p39}}}};
    [[nodiscard]] double size() const { return attention_products(input, request); }
    [[nodiscard]] double units() const { return size(); }
    void check() const { check_attention(input, request); }
};

}  // namespace operation

}  // namespace poslab
