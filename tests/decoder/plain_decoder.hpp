#pragma once

#include "core/decoder/decoder_shape.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poslab::test {

/// The position scheme of a plain decoder. Frequencies in rad per token, one for each pair of half-split
/// dimensions.
struct PlainScheme {
    std::vector<double> inverse_frequency;
    std::function<std::optional<double>(std::int64_t i, std::int64_t j)> position;  // empty: masked
    double attention_factor_squared = 1;
    std::function<double(std::int64_t head, std::int64_t i, std::int64_t j)> bias = [](auto, auto, auto) {
        return 0.0;
    };
    std::function<double(std::int64_t i)> query_scale = [](auto) { return 1.0; };
};

/// One scheme per layer, or one for all.
using PlainSchemes = std::vector<PlainScheme>;

/// -ln of the probability of targets[t] by logits[t].
[[nodiscard]] std::vector<double> plain_losses(const std::vector<std::vector<double>>& logits,
                                               std::span<const std::int32_t> targets);

/// theta_n = base^(-2n/dim), without scaling.
[[nodiscard]] std::vector<double> plain_frequencies(std::int64_t dim, double base);

/// A second, readable implementation of the decoder of decoder_shape.hpp: float64, loops over single numbers,
/// no plans, no blocks.
class PlainDecoder {
  public:
    PlainDecoder(const DecoderShape& shape, const std::map<std::string, std::vector<double>>& tensors)
        : shape_(shape), tensors_(tensors) {}

    /// [tokens][vocabulary]
    [[nodiscard]] std::vector<std::vector<double>> logits(const std::vector<std::int32_t>& tokens,
                                                          const PlainSchemes& schemes) const;
    [[nodiscard]] std::vector<std::vector<double>> logits(const std::vector<std::int32_t>& tokens,
                                                          const PlainScheme& scheme) const {
        return logits(tokens, PlainSchemes{scheme});
    }
    /// Logits of queries i and keys j <= i of a head, [tokens][i + 1], rotated by `shown`; earlier layers use
    /// `scheme`.
    [[nodiscard]] std::vector<std::vector<double>> head_logits(const std::vector<std::int32_t>& tokens,
                                                               const PlainScheme& scheme, std::int64_t layer,
                                                               std::int64_t at,
                                                               const PlainScheme& shown) const;

  private:
    using Rows = std::vector<std::vector<double>>;
    /// Hidden states before layer `end`.
    [[nodiscard]] Rows hidden(const std::vector<std::int32_t>& tokens, const PlainSchemes& schemes,
                              std::int64_t end) const;
    [[nodiscard]] const std::vector<double>& tensor(const std::string& name) const {
        return tensors_.at(name);
    }
    [[nodiscard]] Rows product(const Rows& x, const std::string& name) const;
    [[nodiscard]] Rows normed(const Rows& x, const std::string& name) const;
    [[nodiscard]] std::vector<double> normed(std::vector<double> x, const std::string& name) const;
    [[nodiscard]] std::vector<double> head(const Rows& x, std::int64_t token, std::int64_t at,
                                           const std::string& norm) const;
    [[nodiscard]] Rows attended(const Rows& x, const std::string& layer, const PlainScheme& scheme) const;
    [[nodiscard]] std::vector<double> weights(const Rows& queries, const Rows& keys, std::int64_t head,
                                              std::int64_t i, const std::string& layer,
                                              const PlainScheme& scheme) const;

    const DecoderShape& shape_;
    const std::map<std::string, std::vector<double>>& tensors_;
};

}  // namespace poslab::test
