#include "core/models/attention_facts.hpp"

#include "core/files/input_file.hpp"
#include "core/models/config_values.hpp"
#include "core/models/gguf_config.hpp"
#include "core/models/gguf_reading.hpp"
#include "core/models/model_config_reading.hpp"
#include "core/models/opened_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace poslab {
namespace {

using Json = nlohmann::json;

constexpr Range any_scale{0, 1e6, true};
constexpr std::int64_t max_heads = 1 << 16U, max_buckets = 254, max_bucket_distance = 1 << 24U;

/// Returns Phi-3-small's scale, whose head dimension is hidden_size/num_attention_heads.
std::optional<double> mup_scale(ConfigValues& model, std::optional<std::int64_t> heads) {
    const auto width = model.integer("hidden_size", 1, std::int64_t{1} << 24U);
    if (model.plain("model_type") != "phi3small" || !width || !heads ||
        model.plain("mup_use_scaling") == "false")
        return std::nullopt;
    return model.number("mup_attn_multiplier", any_scale).value_or(1) * static_cast<double>(*heads) /
           static_cast<double>(*width);
}

/// Returns a number by its key; "a.b" is the key b of the object a.
std::optional<double> number_at(ConfigValues& model, const std::string& path) {
    const std::size_t dot = path.find('.');
    if (dot == std::string::npos) return model.number(path, any_scale);
    const std::string outer = path.substr(0, dot);
    const Json* object = model.object(outer);
    if (object == nullptr) return std::nullopt;
    ConfigValues values(*object, model.path_of(outer), model.file());
    return values.number(path.substr(dot + 1), any_scale);
}

std::optional<double> scale_by_rule(ConfigValues& model, const SoftmaxScale& softmax) {
    if (softmax.rule == SoftmaxScale::Rule::constant) return softmax.value;
    const double number = number_at(model, softmax.key).value_or(softmax.value);
    if (!(number > 0)) return std::nullopt;
    return softmax.rule == SoftmaxScale::Rule::key ? number : 1 / std::sqrt(number);
}

/// Returns the scale given by keys that always mean a scale of the logits.
std::optional<double> scale_by_keys(ConfigValues& model) {
    if (const auto scalar = model.number("query_pre_attn_scalar", any_scale)) return 1 / std::sqrt(*scalar);
    if (const auto multiplier = model.number("attention_multiplier", any_scale)) return multiplier;
    return model.is_object("attn_config") ? number_at(model, "attn_config.softmax_scale") : std::nullopt;
}

std::optional<double> logit_scale_of(ConfigValues& model, const ModelTypeFacts& facts,
                                     std::optional<std::int64_t> heads) {
    if (const auto scale = mup_scale(model, heads)) return scale;
    if (model.plain("scale_attn_weights") == "false") return 1.0;
    if (facts.model_type.empty()) return scale_by_keys(model);
    return facts.softmax.rule == SoftmaxScale::Rule::head_dim ? std::nullopt
                                                              : scale_by_rule(model, facts.softmax);
}

/// Returns the factor by which the type's code multiplies 1/√d.
double multiplier_of(ConfigValues& model, const SoftmaxScale& softmax) {
    if (softmax.rule != SoftmaxScale::Rule::head_dim) return 1;
    if (!softmax.key.empty()) return number_at(model, softmax.key).value_or(1);
    return softmax.value > 0 ? softmax.value : 1;
}

/// Reads llama_4_scaling_beta of rope_parameters, or llama_4_scaling of Mistral's params.json.
QueryScaling floor_log_of(ConfigValues& model, const Json* scaling) {
    const bool own = model.has("llama_4_scaling");
    const Json* object = own ? model.object("llama_4_scaling") : scaling;
    if (object == nullptr || !object->is_object()) return {};
    ConfigValues values(*object, model.path_of(own ? "llama_4_scaling" : "rope_parameters"), model.file());
    const auto beta = values.number(own ? "beta" : "llama_4_scaling_beta", {0, 1e3});
    const auto length = values.integer("original_max_position_embeddings", 1, 1'000'000'000);
    if (!beta || *beta == 0 || !length) return {};
    return {QueryScaling::Rule::floor_log, *beta, static_cast<double>(*length)};
}

/// Reads Llama 4's attn_scale, floor_scale and attn_temperature_tuning (a number in released files), which
/// apply only to layers without a rotary embedding.
QueryScaling llama4_of(ConfigValues& model, const OpenedConfig& opened) {
    const std::string tuned = model.plain("attn_temperature_tuning").value_or("true");
    const double strength =
        model.number("attn_scale", {0, 1e3}).value_or(opened.facts->default_of("attn_scale"));
    const double length =
        model.number("floor_scale", {1, 1e9}).value_or(opened.facts->default_of("floor_scale"));
    if (opened.kinds.empty() || opened.kind.rotates || tuned == "false" || tuned == "0" || strength == 0)
        return {};
    return {QueryScaling::Rule::floor_log, strength, length, 1};
}

QueryScaling query_scaling_of(ConfigValues& model, const OpenedConfig& opened) {
    if (opened.facts->query_scaling == QueryScalingRule::llama4) return llama4_of(model, opened);
    if (opened.facts->query_scaling == QueryScalingRule::llama4_beta || model.has("llama_4_scaling"))
        return floor_log_of(model, opened.scaling());
    if (opened.facts->query_scaling == QueryScalingRule::log_n &&
        model.truth("use_logn_attn").value_or(false))
        if (const auto length = model.number("seq_length", {2, 1e9}))
            return {QueryScaling::Rule::log_n, 0, *length};
    return {};
}

/// Gemma 2's configuration class has 50 if the file has no value.
std::optional<double> softcap_of(ConfigValues& model, const ModelTypeFacts& type) {
    constexpr const char* key = "attn_logit_softcapping";
    if (model.is_null(key)) return std::nullopt;
    if (const auto cap = model.number(key, {0, 1e6})) return *cap > 0 ? cap : std::nullopt;
    const double known = type.default_of(key);
    return known > 0 ? std::optional(known) : std::nullopt;
}

void read_heads(ConfigValues& model, const ModelTypeFacts& type, AttentionFacts& facts) {
    std::string_view key = type.key_of("num_attention_heads");
    if (!model.has(key)) key = model.first_of(heads_keys);
    if (!key.empty() && !model.is_list(key)) facts.heads = model.integer(key, 1, max_heads);
    if (const double known = type.default_of("num_attention_heads"); key.empty() && known > 0)
        facts.heads = static_cast<std::int64_t>(known);
    constexpr std::array<std::string_view, 3> key_heads_keys{"num_key_value_heads", "num_kv_heads",
                                                             "n_kv_heads"};
    if (const std::string_view name = model.first_of(key_heads_keys); !name.empty() && !model.is_list(name))
        if (const auto heads = model.integer(name, 0, max_heads); heads && *heads > 0)
            facts.key_heads = heads;
}

AttentionFacts facts_of_gguf(const std::string& path, std::string_view selector) {
    const OpenFile file(path);
    const GgufHeader header = read_gguf_header(file);
    GgufReading reading(file, header);
    open_gguf_kind(reading, selector);
    return gguf_attention_facts(reading);
}

}  // namespace

double QueryScaling::at(double position) const {
    if (rule == Rule::floor_log) return 1 + strength * std::log1p(std::floor((position + offset) / length));
    if (rule == Rule::log_n) return std::max(1.0, std::log(position + 1) / std::log(length));
    return 1;
}

AttentionFacts parse_attention_facts(std::string_view text, std::string_view name,
                                     std::string_view selector) {
    const OpenedConfig opened = open_config(text, name, selector);
    ConfigValues model = opened.values();
    AttentionFacts facts;
    read_heads(model, *opened.facts, facts);
    facts.logit_scale = logit_scale_of(model, *opened.facts, facts.heads);
    facts.logit_multiplier = multiplier_of(model, opened.facts->softmax);
    facts.query_scaling = query_scaling_of(model, opened);
    facts.softcap = softcap_of(model, *opened.facts);
    facts.direction = opened.facts->direction;
    facts.halves_tables = opened.facts->halves_tables;
    facts.mrope_alternates = opened.facts->section_order == "alternating";
    if (model.is_object("attn_config")) {
        ConfigValues attention(*model.object("attn_config"), "attn_config", name);
        facts.alibi_bias_max = attention.number("alibi_bias_max", {0, 1e3, true});
    }
    facts.t5_buckets = model.integer("relative_attention_num_buckets", 4, max_buckets);
    facts.t5_max_distance = model.integer("relative_attention_max_distance", 2, max_bucket_distance);
    return facts;
}

AttentionFacts read_attention_facts(const std::string& path) {
    const ConfigPath config = split_config_path(path);
    if (is_gguf_file(config.file)) return facts_of_gguf(config.file, config.selector);
    return parse_attention_facts(read_whole_file(config.file, max_config_bytes), config.file,
                                 config.selector);
}

}  // namespace poslab
