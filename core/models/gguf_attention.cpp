// The factors on queries and logits in llama.cpp's graphs.

#include "core/models/gguf_reading.hpp"

#include <cmath>

namespace poslab {
namespace {

constexpr Range any_gguf_scale{0, 1e6};
constexpr std::int64_t max_gguf_heads = 1 << 16U, max_gguf_embedding = std::int64_t{1} << 24U,
                       max_gguf_buckets = 254;
constexpr double max_length = 1e9;

std::optional<double> above_zero(std::optional<double> value) {
    return value && *value > 0 ? value : std::nullopt;
}

/// Returns deepseek2.cpp's m²/√d, where m is the factor on cosine and sine times mscale(mscale_all_dim).
/// Under YaRN the frequencies already have the latter's square; for every other scaling m also has YaRN's 1 +
/// 0.1 ln s.
std::optional<double> deepseek_scale(GgufReading& r) {
    const double d = static_cast<double>(gguf_head_dim(r));
    double m = gguf_yarn_cosine_factor(r);
    if (gguf_scaling_type(r) != "yarn") {
        const double factor = gguf_factor(r);
        m = gguf_attention_factor(r) * yarn_magnitude(factor, 1) *
            yarn_magnitude(factor, gguf_mscale_all_dim(r));
    }
    return m == 1 ? std::nullopt : std::optional(m * m / std::sqrt(d));
}

std::optional<double> scale_by_rule(GgufReading& r) {
    const SoftmaxScale& softmax = r.facts->softmax;
    switch (softmax.rule) {
        case SoftmaxScale::Rule::head_dim:
            return std::nullopt;
        case SoftmaxScale::Rule::constant:
            return softmax.value;
        case SoftmaxScale::Rule::key:
        case SoftmaxScale::Rule::inverse_sqrt_of_key:
            break;
    }
    const auto number = above_zero(r.number(softmax.key, any_gguf_scale).value_or(softmax.value));
    if (!number || softmax.rule == SoftmaxScale::Rule::key) return number;
    return 1 / std::sqrt(*number);
}

/// Returns (embedding_length/attention.head_count)^(−1/2), with integer division, in models with that many
/// layers.
std::optional<double> wide_scale(GgufReading& r) {
    if (r.facts->wide_blocks == 0 || r.integer("block_count", 1, max_gguf_layers) != r.facts->wide_blocks)
        return std::nullopt;
    const auto width = r.integer("embedding_length", 1, max_gguf_embedding),
               heads = r.integer("attention.head_count", 1, max_gguf_embedding);
    if (!width || !heads || *width < *heads) return std::nullopt;
    return 1 / std::sqrt(static_cast<double>(*width / *heads));
}

std::optional<double> logit_scale_of(GgufReading& r) {
    if (r.facts->mscale_on_logits) return deepseek_scale(r);
    if (const auto wide = wide_scale(r)) return wide;
    return scale_by_rule(r);
}

QueryScaling temperature(GgufReading& r) {
    const auto strength = r.number("attention.temperature_scale", {0, 1e3});
    auto length = r.number("attention.temperature_length", {0, max_length});
    if (r.facts->query_scaling == GgufQueryScaling::temperature_original)
        for (const char* const name : {"context_length", "rope.scaling.original_context_length"})
            if (const auto named = r.number(name, {0, max_length})) length = named;
    if (!above_zero(strength) || !above_zero(length)) return {};
    return {QueryScaling::Rule::floor_log, *strength, *length};
}

/// llama4.cpp has 0.1 and 8192 as constants; a model without chunks has no query scaling.
QueryScaling llama4(const GgufReading& r) {
    const bool chunked = kind_called(r.kinds, "chunked_attention") != nullptr;
    if (r.kind.rotates || !chunked) return {};
    return {QueryScaling::Rule::floor_log, 0.1, 8192, 1};
}

QueryScaling query_scaling_of(GgufReading& r) {
    switch (r.facts->query_scaling) {
        case GgufQueryScaling::none:
            break;
        case GgufQueryScaling::llama4:
            return llama4(r);
        case GgufQueryScaling::temperature:
        case GgufQueryScaling::temperature_original:
            return temperature(r);
    }
    return {};
}

}  // namespace

AttentionFacts gguf_attention_facts(GgufReading& r) {
    AttentionFacts facts;
    facts.heads = r.integer("attention.head_count", 0, max_gguf_heads);
    facts.key_heads = r.integer("attention.head_count_kv", 0, max_gguf_heads);
    for (auto* const heads : {&facts.heads, &facts.key_heads})
        if (*heads == 0) heads->reset();
    facts.logit_scale = logit_scale_of(r);
    facts.query_scaling = query_scaling_of(r);
    facts.softcap = above_zero(r.number("attn_logit_softcapping", {0, 1e6}));
    facts.reorders_weights = r.facts->reorders_weights;
    facts.alibi_bias_max =
        above_zero(r.number("attention.max_alibi_bias", {0, 1e3}).value_or(r.facts->alibi_bias_max));
    facts.t5_buckets = r.integer("attention.relative_buckets_count", 4, max_gguf_buckets);
    return facts;
}

}  // namespace poslab
