#pragma once

#include "core/training/parameter_layout.hpp"
#include "tests/decoder/plain_decoder.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace poslab::test {

/// The attention of a layer as a scheme of the plain decoder.
inline PlainScheme plain_scheme_of(const ModelSettings& model, const LayerAttention& attention) {
    const auto length = static_cast<double>(model.train_length);
    PlainScheme scheme;
    scheme.inverse_frequency = plain_frequencies(model.head_dim, model.base);
    scheme.position = [attention](std::int64_t i, std::int64_t j) -> std::optional<double> {
        if (attention.window > 0 && i - j >= attention.window) return std::nullopt;
        return attention.rotates ? static_cast<double>(i - j) : 0;
    };
    if (!attention.slopes.empty())
        scheme.bias = [slopes = attention.slopes](std::int64_t head, std::int64_t i, std::int64_t j) {
            return -slopes[static_cast<std::size_t>(head)] * static_cast<double>(i - j);
        };
    if (attention.log_n)
        scheme.query_scale = [length](std::int64_t i) {
            return std::max(1.0, std::log(static_cast<double>(i + 1)) / std::log(length));
        };
    return scheme;
}

/// A trained model as computed by the plain decoder from the names of its tensors.
class PlainModel {
  public:
    template <class Real>
    PlainModel(const ModelSettings& model, const std::vector<Real>& parameters) {
        shape_.vocabulary = model.vocabulary;
        shape_.width = model.width;
        shape_.layers = model.layers;
        shape_.heads = shape_.key_value_heads = model.heads;
        shape_.head_dim = model.head_dim;
        shape_.intermediate = model.intermediate;
        shape_.norm_epsilon = model.norm_epsilon;
        shape_.tied = model.tied;
        for (const NamedTensor& tensor : parameter_layout(model).tensors) {
            const auto first = parameters.begin() + static_cast<std::ptrdiff_t>(tensor.first);
            tensors_[tensor.name] = {first, first + static_cast<std::ptrdiff_t>(tensor.count)};
        }
        for (std::int64_t layer = 0; layer < model.layers; ++layer)
            schemes_.push_back(plain_scheme_of(model, attention_of(model, layer)));
    }

    [[nodiscard]] std::vector<std::vector<double>> logits(const std::vector<std::int32_t>& tokens) const {
        return PlainDecoder(shape_, tensors_).logits(tokens, schemes_);
    }
    /// Mean of -ln p of `targets`.
    [[nodiscard]] double loss(const std::vector<std::int32_t>& tokens,
                              const std::vector<std::int32_t>& targets) const {
        const std::vector<double> losses = plain_losses(logits(tokens), targets);
        return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
    }

  private:
    DecoderShape shape_;
    std::map<std::string, std::vector<double>> tensors_;
    PlainSchemes schemes_;
};

}  // namespace poslab::test
