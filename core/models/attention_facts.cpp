#include "core/models/attention_facts.hpp"

#include "core/files/gguf_header.hpp"
#include "core/files/input_file.hpp"
#include "core/files/strict_json.hpp"
#include "core/models/config_values.hpp"
#include "core/models/gguf_config.hpp"
#include "core/models/model_config_reading.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace poslab {
namespace {

using Json = nlohmann::json;

constexpr Range any_scale{0, 1e6, true};
constexpr std::int64_t most_heads = 1 << 16U, most_buckets = 254, most_bucket_distance = 1 << 24U;
constexpr std::array<std::string_view, 6> unscaled_types{"gemma3n",     "gemma3n_text",   "gemma4",
                                                         "gemma4_text", "gemma4_unified", "gemma4_unified_text"};

/// What their configuration classes take for query_pre_attn_scalar.
constexpr std::array<std::string_view, 4> gemma_types{"gemma2", "gemma3", "gemma3_text", "vaultgemma"};
constexpr double usual_scalar = 256;

/// The text model inside of a multimodal one, where that has the sizes.
const Json& text_model_of(const Json& root) {
    const Json* model = &root;
    for (int depth = 0; depth < 3; ++depth) {
        const auto key = std::find_if(nested_models.begin(), nested_models.end(), [&](std::string_view name) {
            const auto found = model->find(name);
            return found != model->end() && found->is_object();
        });
        if (key == nested_models.end()) break;
        model = &(*model)[std::string(*key)];
    }
    return *model;
}

/// Of Phi-3-small, whose head dimension is that of the division.
std::optional<double> mup_scale(ConfigValues& model, std::optional<std::int64_t> heads) {
    const auto width = model.integer("hidden_size", 1, std::int64_t{1} << 24U);
    if (model.plain("model_type") != "phi3small" || !width || !heads || model.plain("mup_use_scaling") == "false")
        return std::nullopt;
    return model.number("mup_attn_multiplier", any_scale).value_or(1) * static_cast<double>(*heads) / static_cast<double>(*width);
}

std::optional<double> logit_scale_of(ConfigValues& model, std::optional<ConfigValues>& attention,
                                     std::optional<std::int64_t> heads) {
    if (const auto scalar = model.number("query_pre_attn_scalar", any_scale)) return 1 / std::sqrt(*scalar);
    if (const auto multiplier = model.number("attention_multiplier", any_scale)) return multiplier;
    if (attention)
        if (const auto scale = attention->number("softmax_scale", any_scale)) return scale;
    if (const auto scale = mup_scale(model, heads)) return scale;
    const std::string type = model.plain("model_type").value_or("");
    if (std::find(gemma_types.begin(), gemma_types.end(), type) != gemma_types.end()) return 1 / std::sqrt(usual_scalar);
    const bool in_code = std::find(unscaled_types.begin(), unscaled_types.end(), type) != unscaled_types.end();
    return in_code || model.plain("scale_attn_weights") == "false" ? std::optional(1.0) : std::nullopt;
}

AttentionFacts facts_of_gguf(const std::string& path) {
    const OpenFile file(path);
    const GgufHeader header = read_gguf_header(file);
    ConfigValues values(header.values, "", path);
    const std::string architecture = values.text("general.architecture").value_or("");
    const auto key = [&](const char* name) { return fmt::format("{}.attention.{}", architecture, name); };
    AttentionFacts facts;
    if (!values.is_list(key("head_count"))) facts.heads = values.integer(key("head_count"), 1, most_heads);
    if (const auto scale = values.number(key("scale"), {0, 1e6}); scale && *scale > 0) facts.logit_scale = scale;
    if (const auto most = values.number(key("max_alibi_bias"), {0, 1e3}); most && *most > 0) facts.alibi_bias_max = most;
    return facts;
}

}  // namespace

AttentionFacts parse_attention_facts(std::string_view text, std::string_view name) {
    const Json root = parse_python_json(text, name);
    if (!root.is_object()) refuse_file(std::string(name), "is JSON, but not an object, as a config.json is"_tr);
    ConfigValues model(text_model_of(root), "", name);
    std::optional<ConfigValues> attention;
    if (const Json* object = model.object("attn_config")) attention.emplace(*object, "attn_config", name);
    AttentionFacts facts;
    if (const std::string_view key = model.first_of(heads_keys); !key.empty() && !model.is_list(key))
        facts.heads = model.integer(key, 1, most_heads);
    facts.logit_scale = logit_scale_of(model, attention, facts.heads);
    if (attention) facts.alibi_bias_max = attention->number("alibi_bias_max", {0, 1e3, true});
    facts.mrope_alternates = model.text("model_type").value_or("").starts_with("ernie4_5_vl");
    facts.t5_buckets = model.integer("relative_attention_num_buckets", 4, most_buckets);
    facts.t5_most_distance = model.integer("relative_attention_max_distance", 2, most_bucket_distance);
    return facts;
}

AttentionFacts read_attention_facts(const std::string& path) {
    const std::size_t mark = path.rfind('#');
    const bool layer = !file_exists(path) && mark != std::string::npos;
    const std::string file = layer ? path.substr(0, mark) : path;
    return is_gguf_file(file) ? facts_of_gguf(file) : parse_attention_facts(read_beginning(file, most_config_bytes), file);
}

}  // namespace poslab
