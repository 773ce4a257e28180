#include "core/decoder/forward.hpp"

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/base/in_parallel.hpp"
#include "core/decoder/row_arithmetic.hpp"
#include "core/engine/engine.hpp"

#include <algorithm>
#include <utility>

namespace poslab {

namespace {

/// Layers of one kind share a plan.
enum class LayerKind { full, windowed, full_last };
constexpr std::size_t layer_kinds = 3;

LayerKind kind_of(const DecoderShape& shape, const DecoderScheme& scheme, std::int64_t layer) {
    if (scheme.full_last && layer + 1 == shape.layers) return LayerKind::full_last;
    return shape.windowed[static_cast<std::size_t>(layer)] ? LayerKind::windowed : LayerKind::full;
}

void check_tokens(std::span<const std::int32_t> tokens, std::int64_t vocabulary) {
    if (tokens.empty()) throw UsageError("there are no tokens to read"_tr);
    for (std::size_t n = 0; n < tokens.size(); ++n)
        if (tokens[n] < 0 || tokens[n] >= vocabulary)
            throw InputError(
                tr("token {} is {}: the decoder's vocabulary is 0 to {}", n, tokens[n], vocabulary - 1));
}

/// The last layer of HFWA (article 9708) has no rotation.
AttentionPlan without_rotation(AttentionPlan plan) {
    plan.inverse_frequency.clear();
    plan.attention_factor_squared = 1;
    return plan;
}

AttentionSpec spec_of(const DecoderScheme& scheme, LayerKind kind) {
    AttentionSpec spec = scheme.attention;
    if (kind != LayerKind::full_last) return spec;
    spec.map.map = "rope";
    spec.bias = {};
    spec.log_n = true;
    return spec;
}

std::vector<AttentionPlan> plans_of(const DecoderShape& shape, const DecoderScheme& scheme, LayerKind kind,
                                    const Engine& engine, const Job& job) {
    AttentionSpec spec = spec_of(scheme, kind);
    const bool by_head = spec.bias.uses(&BiasSpec::slope_head);
    if (by_head) spec.bias.heads = shape.heads;
    std::vector<AttentionPlan> plans;
    for (std::int64_t head = 0; head < (by_head ? shape.heads : 1); ++head) {
        if (by_head) spec.bias.slope_head = head + 1;
        AttentionPlan plan = attention_plan(spec, Pass::merged, engine, job.quiet()).plan;
        if (kind == LayerKind::full_last) plan = without_rotation(std::move(plan));
        if (kind == LayerKind::windowed) plan.reach = std::min(plan.reach, shape.window);
        plans.push_back(std::move(plan));
    }
    return plans;
}

std::vector<float> columns_of(const std::vector<float>& matrix, std::int64_t rows, std::int64_t first,
                              std::int64_t count) {
    const std::int64_t width = static_cast<std::int64_t>(matrix.size()) / rows;
    std::vector<float> part(static_cast<std::size_t>(rows * count));
    for (std::int64_t row = 0; row < rows; ++row)
        std::copy_n(matrix.data() + row * width + first, count, part.data() + row * count);
    return part;
}

std::shared_ptr<const TokenVectors> head_of(const std::vector<float>& matrix, std::int64_t rows,
                                            std::int64_t head, std::int64_t dim) {
    return std::make_shared<const TokenVectors>(columns_of(matrix, rows, head * dim, dim), dim);
}

}  // namespace

AttentionSpec own_attention(const DecoderShape& shape, std::int64_t tokens) {
    AttentionSpec spec;
    spec.map.map = "rope";
    spec.rotary = static_cast<const RotarySpec&>(shape.rope);
    spec.rotary.length = tokens;
    spec.pairing = shape.rope.pairing == "gpt-neox" ? Pairing::gpt_neox : Pairing::gpt_j;
    spec.rope_dims = shape.rope.rope_dims == "last" ? RotaryDims::last : RotaryDims::first;
    if (!shape.trained.rotates) {
        spec.map.map = "rerope";
        spec.map.w = 0;
    }
    if (shape.trained.alibi) {
        spec.bias.bias = "alibi";
        spec.bias.heads = shape.heads;
    }
    spec.log_n = shape.trained.log_n;
    return spec;
}

DecoderWork decoder_work(const DecoderShape& shape, std::int64_t tokens) {
    const auto length = static_cast<double>(tokens);
    double cells = 0;  // over the layers
    for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
        const bool windowed = shape.window > 0 && shape.windowed[static_cast<std::size_t>(layer)];
        const double keys = windowed ? std::min(length, static_cast<double>(shape.window)) : length;
        cells += keys * (length - (keys - 1) / 2);
    }
    const std::int64_t layer_parameters = shape.width * (2 * shape.query_width() + 2 * shape.key_width()) +
                                          3 * shape.width * shape.intermediate;
    const std::int64_t parameters = shape.layers * layer_parameters + shape.width * shape.vocabulary;
    return {length * static_cast<double>(parameters), 2 * cells * static_cast<double>(shape.query_width())};
}

double decoder_seconds(const DecoderShape& shape, std::int64_t tokens) {
    // Multiply-adds of a core at 2 GHz per second, measured.
    constexpr double matrices = 2.5e10, attention = 7e10;
    const DecoderWork work = decoder_work(shape, tokens);
    return (work.matrices / matrices + work.attention / attention) / processor_threads();
}

DecoderScheme own_scheme(const DecoderShape& shape, std::int64_t tokens) {
    return {own_attention(shape, tokens), shape.trained.full_last};
}

/// Projections of all heads, [tokens, heads * head_dim].
struct DecoderPass::Projected {
    std::vector<float> queries, keys, values;
};

DecoderPass::DecoderPass(const Decoder& decoder, std::span<const std::int32_t> tokens,
                         std::span<const DecoderScheme> schemes, const Engine& engine, const Job& job)
    : decoder_(decoder), tokens_(tokens), engine_(engine), job_(job) {
    const DecoderShape& shape = decoder.shape();
    check_tokens(tokens, shape.vocabulary);
    hidden_.assign(schemes.size(), decoder.embeddings(tokens, job));
    for (DecoderScheme scheme : schemes) {
        scheme.attention.rotary.length = static_cast<std::int64_t>(tokens.size());
        scheme.attention.rotary.dim = shape.head_dim;
        std::vector<std::vector<AttentionPlan>>& plans = plans_.emplace_back(layer_kinds);
        kinds_.emplace_back();
        for (std::int64_t layer = 0; layer < shape.layers; ++layer) {
            const LayerKind kind = kind_of(shape, scheme, layer);
            kinds_.back().push_back(static_cast<std::size_t>(kind));
            std::vector<AttentionPlan>& of_kind = plans[kinds_.back().back()];
            if (of_kind.empty()) of_kind = plans_of(shape, scheme, kind, engine, job);
        }
    }
}

const AttentionPlan& DecoderPass::plan(std::size_t scheme, std::int64_t head) const {
    const std::vector<AttentionPlan>& of_kind =
        plans_[scheme][kinds_[scheme][static_cast<std::size_t>(layer_)]];
    return of_kind[of_kind.size() == 1 ? 0 : static_cast<std::size_t>(head)];
}

DecoderPass::Projected DecoderPass::project(const DecoderLayer& weights, std::size_t scheme) const {
    const DecoderShape& shape = decoder_.shape();
    const auto tokens = static_cast<std::int64_t>(tokens_.size());
    std::vector<float> norm(hidden_[scheme].size());
    const Matrix normed{std::span(norm), tokens, shape.width};
    rms_norm({std::span(hidden_[scheme]), tokens, shape.width}, weights.attention_norm, shape.norm_epsilon,
             normed);
    const ConstMatrix x = as_const(normed);
    Projected of{projected(x, weights.query, weights.query_bias), projected(x, weights.key, weights.key_bias),
                 projected(x, weights.value, weights.value_bias)};
    rms_norm_of_heads(weights.query_norm, shape.norm_epsilon,
                      {std::span(of.queries), tokens, shape.query_width()});
    rms_norm_of_heads(weights.key_norm, shape.norm_epsilon, {std::span(of.keys), tokens, shape.key_width()});
    return of;
}

AttentionInput DecoderPass::input_of(const Projected& projected, std::size_t scheme,
                                     std::int64_t head) const {
    const DecoderShape& shape = decoder_.shape();
    const auto tokens = static_cast<std::int64_t>(tokens_.size());
    const std::int64_t shared = head / shape.group();
    return {plan(scheme, head), head_of(projected.queries, tokens, head, shape.head_dim),
            head_of(projected.keys, tokens, shared, shape.head_dim),
            head_of(projected.values, tokens, shared, shape.head_dim)};
}

AttentionInput DecoderPass::head(std::size_t scheme, std::int64_t head) const {
    return input_of(project(*decoder_.layer(layer_, job_), scheme), scheme, head);
}

std::vector<AttentionInput> DecoderPass::heads(std::size_t scheme) const {
    const DecoderShape& shape = decoder_.shape();
    const Projected of = project(*decoder_.layer(layer_, job_), scheme);
    std::vector<AttentionInput> inputs;
    for (std::int64_t head = 0; head < shape.heads; ++head) {
        AttentionInput& input = inputs.emplace_back(input_of(of, scheme, head));
        if (head % shape.group() == 0) continue;
        input.keys = inputs[static_cast<std::size_t>(head - 1)].keys;
        input.values = inputs[static_cast<std::size_t>(head - 1)].values;
    }
    return inputs;
}

void DecoderPass::go_on_from(std::int64_t layer, std::span<const float> hidden) {
    layer_ = layer;
    for (std::vector<float>& states : hidden_) states.assign(hidden.begin(), hidden.end());
}

void DecoderPass::attend(const DecoderLayer& weights, std::size_t scheme) {
    const DecoderShape& shape = decoder_.shape();
    const auto tokens = static_cast<std::int64_t>(tokens_.size());
    const Projected of = project(weights, scheme);
    AttentionRequest request;
    request.rows = {0, tokens};
    std::vector<float> outputs(static_cast<std::size_t>(tokens * shape.query_width()));
    for (std::int64_t head = 0; head < shape.heads; ++head) {
        const AttentionInput input = input_of(of, scheme, head);
        const AttentionResult answer = engine_.run(operation::Attention{input, request}, job_.quiet());
        for (std::int64_t row = 0; row < tokens; ++row)
            for (std::int64_t n = 0; n < shape.head_dim; ++n)
                outputs[static_cast<std::size_t>(row * shape.query_width() + head * shape.head_dim + n)] =
                    static_cast<float>(answer.output[static_cast<std::size_t>(row * shape.head_dim + n)]);
    }
    add_projected({std::span(std::as_const(outputs)), tokens, shape.query_width()}, weights.output,
                  weights.output_bias, {std::span(hidden_[scheme]), tokens, shape.width});
}

void DecoderPass::feed(const DecoderLayer& weights, std::size_t scheme) {
    const DecoderShape& shape = decoder_.shape();
    const auto tokens = static_cast<std::int64_t>(tokens_.size());
    const Matrix hidden{std::span(hidden_[scheme]), tokens, shape.width};
    std::vector<float> norm(hidden_[scheme].size());
    const Matrix normed{std::span(norm), tokens, shape.width};
    rms_norm(as_const(hidden), weights.mlp_norm, shape.norm_epsilon, normed);
    std::vector<float> gate = projected(as_const(normed), weights.gate, weights.gate_bias);
    gate_by_silu(projected(as_const(normed), weights.up, weights.up_bias), gate);
    add_projected({std::span(std::as_const(gate)), tokens, shape.intermediate}, weights.down,
                  weights.down_bias, hidden);
}

void DecoderPass::run(std::int64_t end) {
    const auto steps = static_cast<double>(decoder_.shape().layers) * static_cast<double>(hidden_.size());
    for (; layer_ < end; ++layer_) {
        const std::shared_ptr<const DecoderLayer> weights = decoder_.layer(layer_, job_);
        for (std::size_t scheme = 0; scheme < hidden_.size(); ++scheme) {
            job_.check();
            attend(*weights, scheme);
            job_.check();
            feed(*weights, scheme);
            job_.progress((static_cast<double>(layer_) * static_cast<double>(hidden_.size()) +
                           static_cast<double>(scheme) + 1) /
                          steps);
        }
    }
}

std::vector<float> DecoderPass::normed(std::size_t scheme) const {
    const auto tokens = static_cast<std::int64_t>(tokens_.size());
    std::vector<float> out(hidden_[scheme].size());
    const std::shared_ptr<const std::vector<float>> weight = decoder_.final_norm(job_);
    rms_norm({std::span(hidden_[scheme]), tokens, decoder_.shape().width}, *weight,
             decoder_.shape().norm_epsilon, {std::span(out), tokens, decoder_.shape().width});
    return out;
}

}  // namespace poslab
