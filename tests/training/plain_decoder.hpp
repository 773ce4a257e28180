#pragma once

#include "core/training/parameter_layout.hpp"

#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace poslab::test {

/// The model by its formulas, number by number in float64, from the names of its tensors alone.
class PlainDecoder {
  public:
    using Vector = std::vector<double>;
    using Rows = std::vector<Vector>;

    PlainDecoder(const ModelSettings& model, const std::vector<double>& parameters) : model_(model) {
        for (const NamedTensor& tensor : parameter_layout(model).tensors) {
            const auto first = parameters.begin() + static_cast<std::ptrdiff_t>(tensor.first);
            tensors_[tensor.name] = {first, first + static_cast<std::ptrdiff_t>(tensor.count)};
        }
    }

    [[nodiscard]] Rows logits(const std::vector<std::int32_t>& tokens) const {
        const Vector& table = tensors_.at("model.embed_tokens.weight");
        Rows stream;
        for (const std::int32_t token : tokens)
            stream.emplace_back(table.begin() + token * model_.width, table.begin() + (token + 1) * model_.width);
        for (std::int64_t layer = 0; layer < model_.layers; ++layer) {
            const std::string prefix = "model.layers." + std::to_string(layer) + ".";
            add(stream, attended(normed(stream, prefix + "input_layernorm.weight"), prefix + "self_attn.", layer));
            add(stream, gated(normed(stream, prefix + "post_attention_layernorm.weight"), prefix + "mlp."));
        }
        return times(normed(stream, "model.norm.weight"), model_.tied ? "model.embed_tokens.weight" : "lm_head.weight");
    }

    /// Mean of -ln p of `targets`.
    [[nodiscard]] double loss(const std::vector<std::int32_t>& tokens, const std::vector<std::int32_t>& targets) const {
        const Rows all = logits(tokens);
        double sum = 0;
        for (std::size_t row = 0; row < all.size(); ++row) {
            double total = 0;
            for (const double logit : all[row]) total += std::exp(logit);
            sum += std::log(total) - all[row][static_cast<std::size_t>(targets[row])];
        }
        return sum / static_cast<double>(all.size());
    }

  private:
    static void add(Rows& to, const Rows& more) {
        for (std::size_t row = 0; row < to.size(); ++row)
            for (std::size_t n = 0; n < to[row].size(); ++n) to[row][n] += more[row][n];
    }

    [[nodiscard]] Rows normed(Rows rows, const std::string& name) const {
        for (Vector& row : rows) {
            double squares = 0;
            for (const double x : row) squares += x * x;
            const double root = std::sqrt(squares / static_cast<double>(row.size()) + model_.norm_epsilon);
            for (std::size_t n = 0; n < row.size(); ++n) row[n] *= tensors_.at(name)[n] / root;
        }
        return rows;
    }

    [[nodiscard]] Rows times(const Rows& rows, const std::string& name) const {
        const Vector& matrix = tensors_.at(name);
        Rows out;
        for (const Vector& row : rows) {
            Vector result(matrix.size() / row.size());
            for (std::size_t n = 0; n < result.size(); ++n)
                for (std::size_t k = 0; k < row.size(); ++k) result[n] += matrix[n * row.size() + k] * row[k];
            out.push_back(result);
        }
        return out;
    }

    [[nodiscard]] Rows gated(const Rows& rows, const std::string& prefix) const {
        Rows gate = times(rows, prefix + "gate_proj.weight");
        const Rows up = times(rows, prefix + "up_proj.weight");
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t n = 0; n < up[row].size(); ++n) gate[row][n] *= up[row][n] / (1 + std::exp(-gate[row][n]));
        return times(gate, prefix + "down_proj.weight");
    }

    /// q R_(i - j) k of a head by distance, as the definition of RoPE has it.
    [[nodiscard]] double rotated_product(const double* q, const double* k, double distance) const {
        const std::int64_t half = model_.head_dim / 2;
        double sum = 0;
        for (std::int64_t p = 0; p < half; ++p) {
            const double angle =
                distance * std::pow(model_.base, -2 * static_cast<double>(p) / static_cast<double>(model_.head_dim));
            sum += (q[p] * k[p] + q[p + half] * k[p + half]) * std::cos(angle) +
                   (q[p] * k[p + half] - q[p + half] * k[p]) * std::sin(angle);
        }
        return sum;
    }

    [[nodiscard]] Vector weights(const LayerAttention& attention, const Rows& q, const Rows& k, std::size_t i,
                                 std::int64_t head) const {
        Vector row(i + 1);
        double total = 0;
        for (std::size_t j = 0; j <= i; ++j) {
            const double distance = static_cast<double>(i - j);
            if (attention.window > 0 && distance >= static_cast<double>(attention.window)) continue;
            const std::int64_t at = head * model_.head_dim;
            double logit = rotated_product(&q[i][static_cast<std::size_t>(at)], &k[j][static_cast<std::size_t>(at)],
                                           attention.rotates ? distance : 0);
            if (attention.log_n)
                logit *= std::max(1.0, std::log(static_cast<double>(i + 1)) / std::log(static_cast<double>(model_.train_length)));
            logit /= std::sqrt(static_cast<double>(model_.head_dim));
            if (!attention.slopes.empty()) logit -= attention.slopes[static_cast<std::size_t>(head)] * distance;
            row[j] = std::exp(logit);
            total += row[j];
        }
        for (double& weight : row) weight /= total;
        return row;
    }

    [[nodiscard]] Rows attended(const Rows& rows, const std::string& prefix, std::int64_t layer) const {
        const LayerAttention attention = attention_of(model_, layer);
        const Rows q = times(rows, prefix + "q_proj.weight"), k = times(rows, prefix + "k_proj.weight"),
                   v = times(rows, prefix + "v_proj.weight");
        Rows mixed(rows.size(), Vector(static_cast<std::size_t>(model_.query_width())));
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::int64_t head = 0; head < model_.heads; ++head) {
                const Vector row = weights(attention, q, k, i, head);
                for (std::size_t j = 0; j <= i; ++j)
                    for (std::int64_t n = head * model_.head_dim; n < (head + 1) * model_.head_dim; ++n)
                        mixed[i][static_cast<std::size_t>(n)] += row[j] * v[j][static_cast<std::size_t>(n)];
            }
        return times(mixed, prefix + "o_proj.weight");
    }

    ModelSettings model_;
    std::map<std::string, Vector> tensors_;
};

}  // namespace poslab::test
