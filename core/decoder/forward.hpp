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

/// Returns the attention of a decoder as in its config.json, for `tokens` tokens: its frequencies, scaling
/// and pairing; the position map `rope`, or, for models trained without rotation, ReRoPE with w = 0; and its
/// bias and log n, usually none. To compare schemes, modify the copy; dim and length must remain those of the
/// decoder and the tokens.
[[nodiscard]] AttentionSpec own_attention(const DecoderShape& shape, std::int64_t tokens);

/// A scheme as run by a decoder.
struct DecoderScheme {
    AttentionSpec attention;  // for every layer and head; a bias with slopes uses the slope of each head
    /// HFWA of article 9708, for models trained with it: the last layer attends to all keys without rotation
    /// and with log n; the others use `attention`.
    bool full_last = false;
};

/// Returns the scheme with which the decoder was trained.
[[nodiscard]] DecoderScheme own_scheme(const DecoderShape& shape, std::int64_t tokens);

/// The quality of predictions of tokens 1 … tokens - 1, each from those before it.
struct TokenPredictions {
    std::vector<double> losses;  // -ln of its probability, nats
    std::vector<double> right;   // 1 if no token is more probable, else 0
};

/// Runs tokens through a decoder, layer by layer. All schemes pass a layer before the next one is read, so
/// weights are read once.
/// Throws UsageError for tokens outside the vocabulary (naming the index), for no tokens, and as
/// attention_plan() does; InputError as Decoder does; TooLarge; Cancelled.
class DecoderPass {
  public:
    DecoderPass(const Decoder& decoder, std::span<const std::int32_t> tokens,
                std::span<const DecoderScheme> schemes, const Engine& engine, const Job& job = {});

    /// Returns queries, keys (before rotation, after their norm) and values of head `head` of the next layer
    /// that run() will process, with their plan: the input for the engine.
    [[nodiscard]] AttentionInput head(std::size_t scheme, std::int64_t head) const;
    /// The same for all heads. Query heads with a common key head share its keys and values.
    [[nodiscard]] std::vector<AttentionInput> heads(std::size_t scheme) const;

    [[nodiscard]] std::int64_t layer() const { return layer_; }
    /// Runs the layers before `end`.
    void run(std::int64_t end);
    /// Continues before layer `layer` with these hidden states, [tokens, width], in every scheme, from an
    /// earlier pass over the tokens.
    void go_on_from(std::int64_t layer, std::span<const float> hidden);

    /// Hidden states of a scheme, [tokens, width].
    [[nodiscard]] std::span<const float> hidden(std::size_t scheme) const { return hidden_[scheme]; }
    /// After the last layer, [tokens - 1] for each scheme. Sums are float64. Token 0 is not predicted.
    [[nodiscard]] std::vector<TokenPredictions> predictions() const;
    /// After the last layer, [tokens, vocabulary] of a scheme; TooLarge if that does not fit into memory.
    [[nodiscard]] std::vector<float> logits(std::size_t scheme) const;

  private:
    struct Projected;
    [[nodiscard]] Projected project(const DecoderLayer& weights, std::size_t scheme) const;
    [[nodiscard]] AttentionInput input_of(const Projected& projected, std::size_t scheme,
                                          std::int64_t head) const;
    void attend(const DecoderLayer& weights, std::size_t scheme);
    void feed(const DecoderLayer& weights, std::size_t scheme);
    [[nodiscard]] const AttentionPlan& plan(std::size_t scheme, std::int64_t head) const;
    [[nodiscard]] std::vector<float> normed(std::size_t scheme) const;

    const Decoder& decoder_;
    std::span<const std::int32_t> tokens_;
    const Engine& engine_;
    Job job_;
    std::int64_t layer_ = 0;
    std::vector<std::vector<float>> hidden_;                      // for each scheme
    std::vector<std::vector<std::vector<AttentionPlan>>> plans_;  // [scheme][kind of layer][head or 0]
    std::vector<std::vector<std::size_t>> kinds_;                 // [scheme][layer]
};

/// Returns the multiply-adds of a pass of one scheme over `tokens` tokens: of the matrices, and of logits and
/// weighted sums over the visible keys (all keys before a token, at most the window) of every head.
struct DecoderWork {
    double matrices = 0, attention = 0;
};
[[nodiscard]] DecoderWork decoder_work(const DecoderShape& shape, std::int64_t tokens);
/// Returns the approximate time of that work on all cores of the processor, in seconds.
[[nodiscard]] double decoder_seconds(const DecoderShape& shape, std::int64_t tokens);

/// Runs all layers and returns the predictions for each scheme (docs/formulas.md §10.2).
[[nodiscard]] std::vector<TokenPredictions> token_predictions(const Decoder& decoder,
                                                              std::span<const std::int32_t> tokens,
                                                              std::span<const DecoderScheme> schemes,
                                                              const Engine& engine, const Job& job = {});

}  // namespace poslab
