#include "core/decoder/decoder_shape.hpp"

#include "core/files/strict_json.hpp"
#include "core/models/config_values.hpp"
#include "core/models/model_config.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace poslab {

namespace {

/// How Transformers' code for a model type reads `sliding_window`: never, always, or only with
/// `use_sliding_window`.
enum class WindowRule { ignored, read, read_if_used };

/// Settings that Transformers' code implies for a model type.
struct Family {
    std::string_view model_type;
    bool query_key_value_bias;  // regardless of the config
    bool query_key_norm;
    WindowRule window_rule;
    std::int64_t key_value_heads;  // default; 0: as many as heads
    std::int64_t window;           // default
};
constexpr std::array<Family, 4> families{{{"llama", false, false, WindowRule::ignored, 0, 0},
                                          {"mistral", false, false, WindowRule::read, 8, 4096},
                                          {"qwen2", true, false, WindowRule::read_if_used, 32, 4096},
                                          {"qwen3", false, true, WindowRule::read_if_used, 32, 4096}}};
constexpr std::int64_t max_size = std::int64_t{1} << 24U, max_layers = 1024;

const Family& family_of(ConfigValues& values) {
    const std::optional<std::string> type = values.text("model_type");
    std::vector<std::string_view> read;
    for (const Family& family : families) {
        if (type == family.model_type) return family;
        read.push_back(family.model_type);
    }
    const std::string list = fmt::format("{}", fmt::join(read, ", "));
    if (!type) values.fail(tr("has no model_type; must be one of {}", list));
    values.fail(tr("model_type \"{}\" is not supported; must be one of {}", printable_text(*type), list));
}

std::int64_t needed(ConfigValues& values, std::string_view key, std::int64_t most) {
    const std::optional<std::int64_t> size = values.integer(key, 1, most);
    if (!size) values.fail(tr("has no {}, which a decoder needs", std::string(key)));
    return *size;
}

void read_heads(ConfigValues& values, const Family& family, DecoderShape& shape) {
    shape.heads = needed(values, "num_attention_heads", max_size);
    const std::int64_t silent =
        family.key_value_heads == 0 ? shape.heads : std::min(family.key_value_heads, shape.heads);
    shape.key_value_heads = values.integer("num_key_value_heads", 1, max_size).value_or(silent);
    if (shape.heads % shape.key_value_heads != 0)
        values.fail(tr("num_key_value_heads {} does not divide num_attention_heads {}", shape.key_value_heads,
                       shape.heads));
    shape.head_dim = shape.rope.dim;
}

/// Reads the layers with a window by their types if the config lists them, else all from max_window_layers
/// on.
void read_windows(ConfigValues& values, const Family& family, const nlohmann::json& object,
                  DecoderShape& shape) {
    shape.windowed.assign(static_cast<std::size_t>(shape.layers), false);
    if (family.window_rule == WindowRule::ignored) {
        if (values.has("sliding_window"))
            shape.warnings.push_back(tr("{} is ignored: Transformers' code for {} does not read it.",
                                        "sliding_window", family.model_type));
        return;
    }
    const bool asks = family.window_rule == WindowRule::read_if_used;
    const bool enabled = !asks || values.truth("use_sliding_window").value_or(false);
    const bool named = object.contains("sliding_window");
    const std::int64_t window =
        values.integer("sliding_window", 1, max_size).value_or(named ? 0 : family.window);
    if (!enabled || window == 0) return;
    shape.window = window;
    const auto types = object.find("layer_types");
    if (types != object.end() && types->is_array()) {
        if (types->size() != shape.windowed.size())
            values.fail(
                tr("layer_types has {} layers, but num_hidden_layers is {}", types->size(), shape.layers));
        for (std::size_t layer = 0; layer < types->size(); ++layer)
            shape.windowed[layer] = types->at(layer) == "sliding_attention";
        return;
    }
    const std::int64_t from = asks ? values.integer("max_window_layers", 0, max_layers).value_or(28) : 0;
    for (std::int64_t layer = from; layer < shape.layers; ++layer)
        shape.windowed[static_cast<std::size_t>(layer)] = true;
}

void read_rest(ConfigValues& values, const Family& family, DecoderShape& shape) {
    shape.intermediate = needed(values, "intermediate_size", max_size);
    shape.norm_epsilon = values.number("rms_norm_eps", {0, 1, true}).value_or(1e-6);
    shape.tied = values.truth("tie_word_embeddings").value_or(false);
    const bool attention_bias = values.truth("attention_bias").value_or(false);
    shape.query_key_value_bias = family.query_key_value_bias || attention_bias;
    shape.output_bias = attention_bias && !family.query_key_value_bias;
    shape.mlp_bias = values.truth("mlp_bias").value_or(false);
    shape.query_key_norm = family.query_key_norm;
    if (values.text("hidden_act").value_or("silu") != "silu")
        values.refuse("hidden_act", verbatim("\"silu\""));
}

struct TrainedScheme {
    std::string_view id;  // as in core/training/schemes
    TrainedAttention attention{};
    bool takes_window = false;
};
constexpr std::array<TrainedScheme, 5> trained_schemes{
    {{.id = "rope"},
     {.id = "window", .takes_window = true},
     {.id = "none", .attention = {.rotates = false}},
     {.id = "alibi", .attention = {.rotates = false, .alibi = true}},
     {.id = "hfwa", .attention = {.full_last = true}, .takes_window = true}}};

const TrainedScheme& trained_with(const std::string& id, const ConfigValues& values) {
    std::vector<std::string_view> read;
    for (const TrainedScheme& scheme : trained_schemes) {
        if (id == scheme.id) return scheme;
        read.push_back(scheme.id);
    }
    values.fail(tr("was trained with the unknown scheme {}; must be one of {}", printable_text(id),
                   fmt::format("{}", fmt::join(read, ", "))));
}

/// Reads the keys that `poslab train` writes for settings without a key in Llama's config.
void read_trained(ConfigValues& values, DecoderShape& shape) {
    const nlohmann::json* const own = values.object("poslab");
    if (own == nullptr) return;
    ConfigValues poslab_values(*own, "poslab", values.file());
    const TrainedScheme& scheme = trained_with(poslab_values.text("scheme").value_or("rope"), values);
    shape.trained = scheme.attention;
    shape.trained.log_n = poslab_values.truth("log_n").value_or(false);
    static_cast<void>(poslab_values.integer("window", 1, max_size));  // refuses it for every scheme
    if (!scheme.takes_window) return;
    shape.window = needed(poslab_values, "window", max_size);
    shape.windowed.assign(static_cast<std::size_t>(shape.layers), true);
    if (shape.trained.full_last) shape.windowed.back() = false;
}

}  // namespace

DecoderShape parse_decoder_shape(std::string_view text, std::string_view name) {
    const nlohmann::json object = parse_strict_json(text, name);
    ConfigValues values(object, "", name);
    if (!object.is_object()) values.fail("is JSON, but a config.json must be an object"_tr);
    const Family& family = family_of(values);
    const ModelConfig config = parse_model_config(text, name);
    DecoderShape shape;
    shape.model_type = family.model_type;
    shape.rope = rope_config_of(config.parameters);
    for (const ConfigWarning& warning : config.warnings)
        if (warning.of_scaling) shape.warnings.push_back(warning);
    shape.vocabulary = needed(values, "vocab_size", max_size);
    shape.width = needed(values, "hidden_size", max_size);
    shape.layers = needed(values, "num_hidden_layers", max_layers);
    read_heads(values, family, shape);
    read_windows(values, family, object, shape);
    read_rest(values, family, shape);
    read_trained(values, shape);
    return shape;
}

std::vector<TensorSpec> outer_tensors(const DecoderShape& shape) {
    std::vector<TensorSpec> tensors{{"model.embed_tokens.weight", {shape.vocabulary, shape.width}},
                                    {"model.norm.weight", {shape.width}}};
    if (!shape.tied) tensors.push_back({"lm_head.weight", {shape.vocabulary, shape.width}});
    return tensors;
}

std::vector<TensorSpec> layer_tensors(const DecoderShape& shape, std::int64_t layer) {
    std::vector<TensorSpec> tensors;
    const auto add = [&](std::string_view name, std::vector<std::int64_t> sizes) {
        tensors.push_back({fmt::format("model.layers.{}.{}", layer, name), std::move(sizes)});
    };
    const auto add_product = [&](std::string_view name, std::int64_t out, std::int64_t in, bool bias) {
        add(fmt::format("{}.weight", name), {out, in});
        if (bias) add(fmt::format("{}.bias", name), {out});
    };
    add("input_layernorm.weight", {shape.width});
    add_product("self_attn.q_proj", shape.query_width(), shape.width, shape.query_key_value_bias);
    add_product("self_attn.k_proj", shape.key_width(), shape.width, shape.query_key_value_bias);
    add_product("self_attn.v_proj", shape.key_width(), shape.width, shape.query_key_value_bias);
    add_product("self_attn.o_proj", shape.width, shape.query_width(), shape.output_bias);
    if (shape.query_key_norm) {
        add("self_attn.q_norm.weight", {shape.head_dim});
        add("self_attn.k_norm.weight", {shape.head_dim});
    }
    add("post_attention_layernorm.weight", {shape.width});
    add_product("mlp.gate_proj", shape.intermediate, shape.width, shape.mlp_bias);
    add_product("mlp.up_proj", shape.intermediate, shape.width, shape.mlp_bias);
    add_product("mlp.down_proj", shape.width, shape.intermediate, shape.mlp_bias);
    return tensors;
}

std::int64_t parameter_count(const DecoderShape& shape) {
    const auto count = [](const std::vector<TensorSpec>& tensors) {
        std::int64_t sum = 0;
        for (const TensorSpec& tensor : tensors) {
            std::int64_t items = 1;
            for (const std::int64_t size : tensor.shape) items *= size;
            sum += items;
        }
        return sum;
    };
    return count(outer_tensors(shape)) + shape.layers * count(layer_tensors(shape, 0));
}

}  // namespace poslab
