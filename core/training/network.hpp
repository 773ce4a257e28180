#pragma once

#include "core/base/job.hpp"
#include "core/training/causal_attention.hpp"
#include "core/training/parameter_layout.hpp"
#include "core/training/training_settings.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// Returns the numbers that a network stores per sequence, and the number of shards of a step with `batch`
/// sequences. The shards are independent of the number of threads, and so is the result.
[[nodiscard]] double numbers_of_sequence(const ModelSettings& model, std::int64_t length);
[[nodiscard]] std::int64_t step_shards(std::int64_t batch);

/// The model on `sequences` of `length` tokens each, forward and backward, with the memory that both need.
/// Results do not depend on threads; several networks may run concurrently. Instantiated for float and, for
/// tests, double.
template <class Real>
class Network {
  public:
    Network(const ModelSettings& model, std::int64_t sequences, std::int64_t length);

    [[nodiscard]] std::int64_t rows() const { return rows_; }  // sequences * length

    /// Returns logits [rows, vocabulary] of the token after each token, valid until the next call.
    /// `parameters` as in ParameterLayout. Looks at the job between layers and sequences.
    MatrixView<Real> forward(std::span<const Real> parameters, std::span<const std::int32_t> tokens,
                             const Job& job = {});
    /// Returns the loss in nats for `targets` [rows], summed over rows in float64, and writes each row's loss
    /// to `losses` unless that is empty. Replaces the logits by `share` times the gradient.
    double loss(std::span<const std::int32_t> targets, Real share, std::span<double> losses = {});
    /// Computes the gradient of `share` times that loss with respect to all parameters. Call after loss() and
    /// forward() with the same parameters. Looks at the job as forward() does.
    void backward(std::span<const Real> parameters, std::span<Real> gradient, const Job& job = {});

  private:
    using Rows = MatrixView<Real>;
    using ConstRows = MatrixView<const Real>;
    struct Layer {
        LayerAttention attention;
        WeightBlocks blocks;
        std::vector<Real> query_scale;  // [length]
        /// [rows, width], [rows, width], [rows, 3 queries], [rows, queries].
        std::vector<Real> in, normed, qkv, mixed;
        /// [rows, width] twice, [rows, 2 intermediate], [rows, intermediate].
        std::vector<Real> middle, gated_in, gate_up, up;
        std::vector<Real> attention_r, gated_r;  // [rows], 1 / RMS of the norms
        std::vector<Real> weights;               // of [sequences, heads] blocks
    };

    [[nodiscard]] Layer made_layer(std::int64_t layer) const;
    [[nodiscard]] Rows rows_of(std::vector<Real>& numbers, std::int64_t columns) const;
    void make_rotation();
    void norm(const Real* gain, std::vector<Real>& in, std::vector<Real>& out, std::vector<Real>& r) const;
    void norm_gradient(const Real* gain, const std::vector<Real>& in, const std::vector<Real>& r,
                       Real* d_gain);
    void rotate(std::vector<Real>& qkv, const std::vector<Real>& sines) const;
    [[nodiscard]] HeadAttention<Real> head(Layer& layer, std::int64_t sequence, std::int64_t head) const;
    [[nodiscard]] Rows part(const Rows& all, std::int64_t sequence, std::int64_t which,
                            std::int64_t head) const;
    void forward_attention(Layer& layer, const LayerOffsets& places, const Real* parameters,
                           std::vector<Real>& out, const Job& job);
    void forward_gated(Layer& layer, const LayerOffsets& places, const Real* parameters,
                       std::vector<Real>& out);
    void backward_attention(Layer& layer, const LayerOffsets& places, const Real* parameters, Real* gradient,
                            const Job& job);
    void backward_gated(Layer& layer, const LayerOffsets& places, const Real* parameters, Real* gradient);

    ModelSettings model_;
    ParameterLayout layout_;
    std::int64_t sequences_, length_, rows_;
    std::vector<Real> cosines_, sines_, back_sines_;  // [length, head_dim / 2]
    std::vector<Layer> layers_;
    std::vector<std::int32_t> tokens_;
    std::vector<Real> last_, last_normed_, last_r_, logits_;
    std::vector<Real> d_stream_, d_normed_, d_wide_, d_mixed_, scratch_;  // scratch memory of backward()
};

extern template class Network<float>;
extern template class Network<double>;

}  // namespace poslab
