#pragma once

#include "core/attention/attention_spec.hpp"
#include "core/decoder/decoder.hpp"
#include "core/engine/attention.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace poslab {

class Engine;

/// The attention of a decoder as its config.json has it, for `tokens` tokens: its frequencies, scaling and pairing, the position
/// map `rope`, or where it was trained without rotation one without positions, ReRoPE with w = 0; its bias and log n, most often
/// none. Whoever compares schemes changes the copy; dim and length stay those of decoder and tokens.
[[nodiscard]] AttentionSpec own_attention(const DecoderShape& shape, std::int64_t tokens);

/// A scheme as a decoder runs it.
struct DecoderScheme {
    AttentionSpec attention;  // of every layer and head; a bias with slopes takes the slope of each head
    /// 9708's HFWA, for models trained so: the last layer sees all keys without rotation and with log n; the others as `attention`.
    bool full_last = false;
};

/// What the decoder was trained with.
[[nodiscard]] DecoderScheme own_scheme(const DecoderShape& shape, std::int64_t tokens);

/// How a decoder did on the tokens 1 … tokens - 1, each after those before it.
struct TokenPredictions {
    std::vector<double> losses;  // -ln of its probability, nats
    std::vector<double> right;   // 1 where none is more probable, else 0
};

/// What is known of the tokens after each layer. All schemes go through a layer before the next one is read, so weights are read
/// once.
/// Throws UsageError for tokens outside of the vocabulary (naming the place), for none, and as attention_plan() does; InputError as
/// Decoder does; TooLarge; Cancelled.
class DecoderPass {
  public:
    DecoderPass(const Decoder& decoder, std::span<const std::int32_t> tokens, std::span<const DecoderScheme> schemes,
                const Engine& engine, const Job& job = {});

    /// Queries, keys (before rotation, after their norm) and values of head `head` of the layer that run() stands before, and
    /// their plan: what the engine is asked.
    [[nodiscard]] AttentionInput head(std::size_t scheme, std::int64_t head) const;
    /// Those of all heads. Heads that read one key head share its keys and values.
    [[nodiscard]] std::vector<AttentionInput> heads(std::size_t scheme) const;

    [[nodiscard]] std::int64_t layer() const { return layer_; }
    /// Goes through layers up to `end`, which is not gone through.
    void run(std::int64_t end);
    /// Stands before layer `layer`, in every scheme with these hidden states, [tokens, width]: of an earlier pass over the tokens.
    void go_on_from(std::int64_t layer, std::span<const float> hidden);

    /// Hidden states of a scheme, [tokens, width].
    [[nodiscard]] std::span<const float> hidden(std::size_t scheme) const { return hidden_[scheme]; }
    /// After the last layer, [tokens - 1] for each scheme. Sums are float64. Token 0 is not predicted.
    [[nodiscard]] std::vector<TokenPredictions> predictions() const;
    /// After the last layer, [tokens, vocabulary] of a scheme; TooLarge where that does not fit into memory.
    [[nodiscard]] std::vector<float> logits(std::size_t scheme) const;

  private:
    struct Projected;
    [[nodiscard]] Projected project(const DecoderLayer& weights, std::size_t scheme) const;
    [[nodiscard]] AttentionInput input_of(const Projected& projected, std::size_t scheme, std::int64_t head) const;
    void attend(const DecoderLayer& weights, std::size_t scheme);
    void feed(const DecoderLayer& weights, std::size_t scheme);
    [[nodiscard]] const AttentionPlan& plan(std::size_t scheme, std::int64_t head) const;
    [[nodiscard]] std::vector<float> normed(std::size_t scheme) const;

    const Decoder& decoder_;
    std::span<const std::int32_t> tokens_;
    const Engine& engine_;
    Job job_;
    std::int64_t layer_ = 0;
    std::vector<std::vector<float>> hidden_;                      // of each scheme
    std::vector<std::vector<std::vector<AttentionPlan>>> plans_;  // [scheme][kind of layer][head, or one for all]
    std::vector<std::vector<std::size_t>> kinds_;                 // [scheme][layer]
};

/// All layers and the predictions (docs/formulas.md §10.2), the whole way, for each scheme.
[[nodiscard]] std::vector<TokenPredictions> token_predictions(const Decoder& decoder, std::span<const std::int32_t> tokens,
                                                              std::span<const DecoderScheme> schemes, const Engine& engine,
                                                              const Job& job = {});

}  // namespace poslab
