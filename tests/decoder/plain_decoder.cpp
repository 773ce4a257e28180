#include "tests/decoder/plain_decoder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab::test {

namespace {

/// Computes x^T R^(-p) y, with pairs (n, n + dim / 2); the dimensions beyond the rotary ones are not rotated.
double rotated_product(const std::vector<double>& x, const std::vector<double>& y, double p,
                       const PlainScheme& scheme) {
    const std::size_t pairs = scheme.inverse_frequency.size();
    double sum = 0;
    for (std::size_t n = 0; n < pairs; ++n) {
        const double angle = p * scheme.inverse_frequency[n];
        sum += (x[n] * y[n] + x[n + pairs] * y[n + pairs]) * std::cos(angle) +
               (x[n] * y[n + pairs] - x[n + pairs] * y[n]) * std::sin(angle);
    }
    sum *= scheme.attention_factor_squared;
    for (std::size_t n = 2 * pairs; n < x.size(); ++n) sum += x[n] * y[n];
    return sum;
}

}  // namespace

std::vector<double> plain_losses(const std::vector<std::vector<double>>& logits,
                                 std::span<const std::int32_t> targets) {
    std::vector<double> losses;
    for (std::size_t t = 0; t < targets.size(); ++t) {
        double sum = 0;
        for (const double logit : logits[t]) sum += std::exp(logit);
        losses.push_back(std::log(sum) - logits[t][static_cast<std::size_t>(targets[t])]);
    }
    return losses;
}

std::vector<double> plain_frequencies(std::int64_t dim, double base) {
    std::vector<double> theta;
    for (std::int64_t n = 0; 2 * n < dim; ++n)
        theta.push_back(std::pow(base, -2.0 * static_cast<double>(n) / static_cast<double>(dim)));
    return theta;
}

PlainDecoder::Rows PlainDecoder::product(const Rows& x, const std::string& name) const {
    const std::vector<double>& weight = tensor(name + ".weight");
    const std::size_t in = x.front().size(), out = weight.size() / in;
    Rows result(x.size(), std::vector<double>(out));
    for (std::size_t row = 0; row < x.size(); ++row)
        for (std::size_t o = 0; o < out; ++o) {
            if (tensors_.contains(name + ".bias")) result[row][o] = tensor(name + ".bias")[o];
            for (std::size_t n = 0; n < in; ++n) result[row][o] += x[row][n] * weight[o * in + n];
        }
    return result;
}

std::vector<double> PlainDecoder::normed(std::vector<double> x, const std::string& name) const {
    double squares = 0;
    for (const double number : x) squares += number * number;
    const double scale = 1 / std::sqrt(squares / static_cast<double>(x.size()) + shape_.norm_epsilon);
    for (std::size_t n = 0; n < x.size(); ++n) x[n] *= scale * tensor(name)[n];
    return x;
}

PlainDecoder::Rows PlainDecoder::normed(const Rows& x, const std::string& name) const {
    Rows result;
    for (const std::vector<double>& row : x) result.push_back(normed(row, name));
    return result;
}

std::vector<double> PlainDecoder::head(const Rows& x, std::int64_t token, std::int64_t at,
                                       const std::string& norm) const {
    const std::vector<double>& row = x[static_cast<std::size_t>(token)];
    std::vector<double> part(row.begin() + at * shape_.head_dim, row.begin() + (at + 1) * shape_.head_dim);
    return !norm.empty() && shape_.query_key_norm ? normed(part, norm) : part;
}

std::vector<double> PlainDecoder::weights(const Rows& queries, const Rows& keys, std::int64_t at,
                                          std::int64_t i, const std::string& layer,
                                          const PlainScheme& scheme) const {
    const std::vector<double> query = head(queries, i, at, layer + "self_attn.q_norm.weight");
    std::vector<double> weights;
    for (std::int64_t j = 0; j <= i; ++j) {
        const std::optional<double> p = scheme.position(i, j);
        const std::vector<double> key = head(keys, j, at / shape_.group(), layer + "self_attn.k_norm.weight");
        const double product = p ? rotated_product(query, key, *p, scheme) : 0;
        const double logit =
            scheme.query_scale(i) * product / std::sqrt(static_cast<double>(shape_.head_dim));
        weights.push_back(p ? logit + scheme.bias(at, i, j) : -std::numeric_limits<double>::infinity());
    }
    const double largest = *std::max_element(weights.begin(), weights.end());
    double sum = 0;
    for (double& weight : weights) sum += weight = std::exp(weight - largest);
    for (double& weight : weights) weight /= sum;
    return weights;
}

PlainDecoder::Rows PlainDecoder::attended(const Rows& x, const std::string& layer,
                                          const PlainScheme& scheme) const {
    const Rows queries = product(x, layer + "self_attn.q_proj"),
               keys = product(x, layer + "self_attn.k_proj");
    const Rows values = product(x, layer + "self_attn.v_proj");
    Rows result(x.size(), std::vector<double>(static_cast<std::size_t>(shape_.query_width())));
    for (std::int64_t at = 0; at < shape_.heads; ++at)
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(x.size()); ++i) {
            const std::vector<double> shares = weights(queries, keys, at, i, layer, scheme);
            for (std::int64_t j = 0; j <= i; ++j) {
                const std::vector<double> value = head(values, j, at / shape_.group(), "");
                for (std::size_t n = 0; n < value.size(); ++n)
                    result[static_cast<std::size_t>(i)][static_cast<std::size_t>(at * shape_.head_dim) + n] +=
                        shares[static_cast<std::size_t>(j)] * value[n];
            }
        }
    return product(result, layer + "self_attn.o_proj");
}

PlainDecoder::Rows PlainDecoder::hidden(const std::vector<std::int32_t>& tokens, const PlainSchemes& schemes,
                                        std::int64_t end) const {
    const auto width = static_cast<std::ptrdiff_t>(shape_.width);
    const std::vector<double>& table = tensor("model.embed_tokens.weight");
    Rows x;
    for (const std::int32_t token : tokens)
        x.emplace_back(table.begin() + token * width, table.begin() + (token + 1) * width);
    const auto add = [&x](const Rows& more) {
        for (std::size_t row = 0; row < x.size(); ++row)
            for (std::size_t n = 0; n < x[row].size(); ++n) x[row][n] += more[row][n];
    };
    for (std::int64_t at = 0; at < end; ++at) {
        const std::string layer = "model.layers." + std::to_string(at) + ".";
        const PlainScheme& scheme =
            schemes.size() == 1 ? schemes.front() : schemes[static_cast<std::size_t>(at)];
        add(attended(normed(x, layer + "input_layernorm.weight"), layer, scheme));
        const Rows norm = normed(x, layer + "post_attention_layernorm.weight");
        Rows gate = product(norm, layer + "mlp.gate_proj");
        const Rows up = product(norm, layer + "mlp.up_proj");
        for (std::size_t row = 0; row < gate.size(); ++row)
            for (std::size_t n = 0; n < gate[row].size(); ++n)
                gate[row][n] *= up[row][n] / (1 + std::exp(-gate[row][n]));
        add(product(gate, layer + "mlp.down_proj"));
    }
    return x;
}

std::vector<std::vector<double>> PlainDecoder::head_logits(const std::vector<std::int32_t>& tokens,
                                                           const PlainScheme& scheme, std::int64_t layer_at,
                                                           std::int64_t at, const PlainScheme& shown) const {
    const std::string layer = "model.layers." + std::to_string(layer_at) + ".";
    const Rows x = normed(hidden(tokens, {scheme}, layer_at), layer + "input_layernorm.weight");
    const Rows queries = product(x, layer + "self_attn.q_proj"),
               keys = product(x, layer + "self_attn.k_proj");
    Rows logits;
    for (std::int64_t i = 0; i < static_cast<std::int64_t>(tokens.size()); ++i) {
        const std::vector<double> query = head(queries, i, at, layer + "self_attn.q_norm.weight");
        std::vector<double>& row = logits.emplace_back();
        for (std::int64_t j = 0; j <= i; ++j) {
            const std::vector<double> key =
                head(keys, j, at / shape_.group(), layer + "self_attn.k_norm.weight");
            const double product = rotated_product(query, key, shown.position(i, j).value(), shown);
            row.push_back(product / std::sqrt(static_cast<double>(shape_.head_dim)));
        }
    }
    return logits;
}

std::vector<std::vector<double>> PlainDecoder::logits(const std::vector<std::int32_t>& tokens,
                                                      const PlainSchemes& schemes) const {
    const Rows x = hidden(tokens, schemes, shape_.layers);
    return product(normed(x, "model.norm.weight"), shape_.tied ? "model.embed_tokens" : "lm_head");
}

}  // namespace poslab::test
