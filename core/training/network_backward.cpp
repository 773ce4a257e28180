#include "core/training/cpu_kernels.hpp"
#include "core/training/network.hpp"
#include "core/training/operand.hpp"

#include <algorithm>

namespace poslab {

/// Propagates d_normed_ through a norm and adds the result to d_stream_.
template <class Real>
void Network<Real>::norm_gradient(const Real* gain, const std::vector<Real>& in, const std::vector<Real>& r,
                                  Real* d_gain) {
    const auto width = static_cast<std::size_t>(model_.width);
    std::fill_n(d_gain, width, Real{0});
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows_); ++row)
        cpu_kernels<Real>().norm_gradient(in.data() + row * width, gain, r[row],
                                          d_normed_.data() + row * width, model_.width,
                                          d_stream_.data() + row * width, d_gain);
}

template <class Real>
void Network<Real>::backward_gated(Layer& layer, const LayerOffsets& places, const Real* parameters,
                                   Real* gradient) {
    const std::int64_t width = model_.width, between = model_.intermediate;
    const Rows d_stream = rows_of(d_stream_, width), d_normed = rows_of(d_normed_, width);
    const ConstRows last(parameters + places.down, width, between, between);
    const Rows up = rows_of(layer.up, between), both = rows_of(layer.gate_up, 2 * between);
    product(turned(d_stream), straight(up), Rows(gradient + places.down, width, between, between));
    product(straight(d_stream), straight(last), up);  // overwrites `up` with its gradient
    const Rows d_both = rows_of(d_wide_, 2 * between);
    for (std::int64_t row = 0; row < rows_; ++row)
        cpu_kernels<Real>().gated_gradient(both.row(row), both.row(row) + between, up.row(row), between,
                                           d_both.row(row), d_both.row(row) + between);
    const ConstRows first(parameters + places.gate_up, 2 * between, width, width);
    product(turned(d_both), straight(rows_of(layer.gated_in, width)),
            Rows(gradient + places.gate_up, 2 * between, width, width));
    product(straight(d_both), straight(first), d_normed);
    norm_gradient(parameters + places.gated_norm, layer.middle, layer.gated_r, gradient + places.gated_norm);
}

template <class Real>
void Network<Real>::backward_attention(Layer& layer, const LayerOffsets& places, const Real* parameters,
                                       Real* gradient, const Job& job) {
    const std::int64_t width = model_.width, queries = model_.query_width();
    const Rows d_stream = rows_of(d_stream_, width), mixed = rows_of(layer.mixed, queries),
               d_mixed = rows_of(d_mixed_, queries);
    const ConstRows last(parameters + places.attention_out, width, queries, queries);
    product(turned(d_stream), straight(mixed),
            Rows(gradient + places.attention_out, width, queries, queries));
    product(straight(d_stream), straight(last), d_mixed);
    const Rows d_qkv = rows_of(d_wide_, 3 * queries);
    scratch_.resize(layer.blocks.size());
    for (std::int64_t sequence = 0; sequence < sequences_; ++sequence)
        for (std::int64_t n = 0; n < model_.heads; ++n) {
            job.check();
            head(layer, sequence, n)
                .backward(seen(part(d_mixed, sequence, 0, n)), part(d_qkv, sequence, 0, n),
                          part(d_qkv, sequence, 1, n), part(d_qkv, sequence, 2, n), scratch_.data());
        }
    if (layer.attention.rotates) rotate(d_wide_, back_sines_);
    const ConstRows projection(parameters + places.queries_keys_values, 3 * queries, width, width);
    product(turned(d_qkv), straight(rows_of(layer.normed, width)),
            Rows(gradient + places.queries_keys_values, 3 * queries, width, width));
    product(straight(d_qkv), straight(projection), rows_of(d_normed_, width));
    norm_gradient(parameters + places.attention_norm, layer.in, layer.attention_r,
                  gradient + places.attention_norm);
}

template <class Real>
void Network<Real>::backward(std::span<const Real> parameters, std::span<Real> gradient, const Job& job) {
    const std::int64_t width = model_.width;
    const auto numbers = [&](std::int64_t columns) { return static_cast<std::size_t>(rows_ * columns); };
    d_stream_.assign(numbers(width), 0);
    d_normed_.resize(numbers(width));
    d_mixed_.resize(numbers(model_.query_width()));
    d_wide_.resize(numbers(std::max(3 * model_.query_width(), 2 * model_.intermediate)));
    const Rows d_logits = rows_of(logits_, model_.vocabulary);
    const ConstRows output(parameters.data() + layout_.output, model_.vocabulary, width, width);
    Real* const d_embeddings = gradient.data() + layout_.embeddings;
    if (!model_.tied) std::fill_n(d_embeddings, model_.vocabulary * width, Real{0});
    product(turned(d_logits), straight(rows_of(last_normed_, width)),
            Rows(gradient.data() + layout_.output, model_.vocabulary, width, width));
    product(straight(d_logits), straight(output), rows_of(d_normed_, width));
    norm_gradient(parameters.data() + layout_.norm, last_, last_r_, gradient.data() + layout_.norm);
    for (std::size_t n = layers_.size(); n-- > 0;) {
        backward_gated(layers_[n], layout_.layers[n], parameters.data(), gradient.data());
        job.check();
        backward_attention(layers_[n], layout_.layers[n], parameters.data(), gradient.data(), job);
    }
    for (std::size_t row = 0; row < tokens_.size(); ++row)
        cpu_kernels<Real>().add(d_stream_.data() + row * static_cast<std::size_t>(width), width,
                                d_embeddings + tokens_[row] * width);
}

template void Network<float>::backward(std::span<const float>, std::span<float>, const Job&);
template void Network<double>::backward(std::span<const double>, std::span<double>, const Job&);
template void Network<float>::norm_gradient(const float*, const std::vector<float>&,
                                            const std::vector<float>&, float*);
template void Network<float>::backward_gated(Layer&, const LayerOffsets&, const float*, float*);
template void Network<float>::backward_attention(Layer&, const LayerOffsets&, const float*, float*,
                                                 const Job&);
template void Network<double>::norm_gradient(const double*, const std::vector<double>&,
                                             const std::vector<double>&, double*);
template void Network<double>::backward_gated(Layer&, const LayerOffsets&, const double*, double*);
template void Network<double>::backward_attention(Layer&, const LayerOffsets&, const double*, double*,
                                                  const Job&);

}  // namespace poslab
