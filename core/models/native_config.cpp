// Files of models' own programs: Mistral's and Meta's params.json, DeepSeek's and GPT-OSS's configs; scaling
// keys of Nomic, InternLM, MPT, Zamba2 and of programs that train models.

#include "core/models/model_config_reading.hpp"

namespace poslab {
namespace {

using Json = nlohmann::json;

constexpr Range any_native_factor{1e-6, 1e6}, any_turns{0, 1e6};

/// Keys that only one program's files have. The first row of which a file has all keys applies.
struct NativeFile {
    std::string_view type;
    std::array<std::string_view, 3> keys;
};
constexpr std::array<NativeFile, 7> native_files{{
    {"deepseek (own config)", {"dim", "n_heads", "inter_dim"}},
    {"gpt-oss (own config)", {"initial_context_length", "rope_ntk_beta", "rope_scaling_factor"}},
    {"llama (params.json)", {"dim", "n_heads", "multiple_of"}},
    {"llama (params.json)", {"dim", "n_heads", "use_scaled_rope"}},
    {"mistral (params.json)", {"dim", "n_heads", "yarn"}},
    {"mistral (params.json)", {"dim", "n_heads", "head_dim"}},
    {"mistral (params.json)", {"dim", "n_heads", "n_layers"}},
}};

/// Copies a value of the file to its name in rope_scaling.
void copy_number(ConfigValues& from, std::string_view key, Range range, Json& to, const char* name) {
    if (const auto value = from.number(key, range)) to[name] = *value;
}

/// The same for a length.
void copy_length(ConfigValues& from, std::string_view key, Json& to) {
    if (const auto value = from.integer(key, 2, most_positions))
        to["original_max_position_embeddings"] = *value;
}

/// Mistral's `yarn`: beta and alpha are the turns of the fast and the slow end; cos and sin are multiplied
/// only if apply_scale is true.
Json mistral_yarn(ConfigValues& model) {
    const Json* object = model.object("yarn");
    if (object == nullptr) return nullptr;
    ConfigValues yarn(*object, model.path_of("yarn"), model.file());
    Json scaling{{"rope_type", "yarn"}};
    copy_number(yarn, "factor", any_native_factor, scaling, "factor");
    copy_length(yarn, "original_max_position_embeddings", scaling);
    copy_number(yarn, "beta", any_turns, scaling, "beta_fast");
    copy_number(yarn, "alpha", any_turns, scaling, "beta_slow");
    if (!yarn.truth("apply_scale").value_or(true)) scaling["attention_factor"] = 1.0;
    for (const std::string& key : yarn.unused()) scaling[key] = object->at(key);
    return scaling;
}

/// Meta's use_scaled_rope: the constants of Llama 3.1's or Llama 4's code, unless the file has a factor.
Json meta_scaling(ConfigValues& model) {
    if (!model.truth("use_scaled_rope").value_or(false)) return nullptr;
    const bool llama4 = model.has("nope_layer_interval");
    Json scaling{{"rope_type", "llama3"},
                 {"factor", llama4 ? 16.0 : 8.0},
                 {"low_freq_factor", 1.0},
                 {"high_freq_factor", llama4 ? 1.0 : 4.0},
                 {"original_max_position_embeddings", 8192}};
    copy_number(model, "rope_scaling_factor", any_native_factor, scaling, "factor");
    copy_number(model, "rope_high_freq_factor", any_turns, scaling, "high_freq_factor");
    return scaling;
}

/// DeepSeek's inference code: YaRN if max_seq_len exceeds original_seq_len; its scale applies only to the
/// logits.
Json deepseek_scaling(ConfigValues& model) {
    Json scaling{{"rope_type", "yarn"}, {"factor", 40.0}, {"beta_fast", 32.0}, {"beta_slow", 1.0}};
    copy_number(model, "rope_factor", any_native_factor, scaling, "factor");
    copy_number(model, "beta_fast", any_turns, scaling, "beta_fast");
    copy_number(model, "beta_slow", any_turns, scaling, "beta_slow");
    scaling["original_max_position_embeddings"] =
        model.integer("original_seq_len", 2, most_positions).value_or(4096);
    const double mscale = model.number("mscale", any_turns).value_or(1);
    scaling["mscale"] = scaling["mscale_all_dim"] = mscale;
    return scaling;
}

/// GPT-OSS's own code: YaRN with a ramp that is not rounded.
Json gpt_oss_scaling(ConfigValues& model) {
    Json scaling{{"rope_type", "yarn"}, {"truncate", false}};
    copy_number(model, "rope_scaling_factor", any_native_factor, scaling, "factor");
    copy_number(model, "rope_ntk_beta", any_turns, scaling, "beta_fast");
    copy_number(model, "rope_ntk_alpha", any_turns, scaling, "beta_slow");
    copy_length(model, "initial_context_length", scaling);
    return scaling;
}

/// Nomic's rotary_scaling_factor: dynamic NTK from max_trained_positions on, by the length of the text.
/// Megatron's key of that name is of another scaling.
Json nomic_scaling(ConfigValues& model) {
    const auto factor = model.number("rotary_scaling_factor", any_native_factor);
    const auto trained = model.integer("max_trained_positions", 2, most_positions);
    if (!factor) return nullptr;
    Json scaling{{"rope_type", "dynamic"}, {"factor", *factor}};
    if (trained) scaling["original_max_position_embeddings"] = *trained;
    return scaling;
}

/// InternLM's `rotary`: plain ("origin") or dynamic NTK, whose factor is 1 unless the file has one.
Json internlm_scaling(ConfigValues& model) {
    const Json* object = model.is_object("rotary") ? model.object("rotary") : nullptr;
    if (object == nullptr) return nullptr;
    ConfigValues rotary(*object, model.path_of("rotary"), model.file());
    const std::string type = rotary.text("type").value_or("origin");
    if (type == "origin") return nullptr;
    if (type != "dynamic") rotary.refuse("type", "origin or dynamic"_tr);
    Json scaling{{"rope_type", type}, {"factor", 1.0}};
    copy_number(rotary, "scaling_factor", any_native_factor, scaling, "factor");
    return scaling;
}

/// The scaling of LLM Foundry's MPT: attn_config.rope_hf_config, if rope_impl is hf.
Json mpt_scaling(ConfigValues& model) {
    const Json* attention = model.is_object("attn_config") ? model.object("attn_config") : nullptr;
    if (attention == nullptr) return nullptr;
    ConfigValues values(*attention, model.path_of("attn_config"), model.file());
    const Json* scaling = values.object("rope_hf_config");
    if (scaling == nullptr || values.plain("rope_impl") != "hf") return nullptr;
    ConfigValues scaled(*scaling, values.path_of("rope_hf_config"), model.file());
    return scaled.text("type").value_or("no_scaling") == "no_scaling" ? Json() : *scaling;
}

/// Zamba2's use_long_context in files of Transformers 4: NTK-aware scaling by 8 (read_alpha).
Json zamba2_scaling(ConfigValues& model) {
    if (model.has("rope_parameters") || !model.truth("use_long_context").value_or(false)) return nullptr;
    return Json{{"rope_type", "dynamic"}, {"alpha", 8.0}};
}

/// The divisor of all positions in Megatron, NeMo, LitGPT and LongChat.
Json condensing(ConfigValues& model) {
    if (model.has("rope_scaling") || model.has("rope_parameters")) return nullptr;
    for (const char* const key :
         {"rotary_seq_len_interpolation_factor", "seq_len_interpolation_factor", "rope_condense_ratio"})
        if (const auto factor = model.number(key, any_native_factor); factor && *factor != 1)
            return Json{{"rope_type", "linear"}, {"factor", *factor}};
    return nullptr;
}

/// Readers of scalings, by the type of the file or by a key that identifies one in any file; the first row
/// that fits applies.
struct NativeScaling {
    std::string_view type, key;
    Json (*read)(ConfigValues&);
};
constexpr std::array<NativeScaling, 11> native_scalings{
    {{"deepseek (own config)", "", deepseek_scaling},
     {"gpt-oss (own config)", "", gpt_oss_scaling},
     {"internlm", "", internlm_scaling},
     {"mpt", "", mpt_scaling},
     {"zamba2", "", zamba2_scaling},
     {"", "yarn", mistral_yarn},
     {"", "use_scaled_rope", meta_scaling},
     {"", "max_trained_positions", nomic_scaling},
     {"", "rotary_seq_len_interpolation_factor", condensing},
     {"", "seq_len_interpolation_factor", condensing},
     {"", "rope_condense_ratio", condensing}}};

}  // namespace

void warn_about_dual_chunks(ConfigReading& r) {
    constexpr const char* key = "dual_chunk_attention_config";
    if (!r.model.has(key) || !r.model.is_object(key)) return;
    ConfigValues chunks(*r.model.object(key), r.model.path_of(key), r.model.file());
    const auto chunk = chunks.integer("chunk_size", 1, std::int64_t{1} << 30U),
               local = chunks.integer("local_size", 0, std::int64_t{1} << 30U);
    if (!chunk || !local)
        return r.warn(tr("{} is ignored, though it may change positions.", r.model.path_of(key)));
    r.warn(
        tr("{}: vLLM and SGLang compute relative positions by dual chunk attention; position-matrix shows "
           "them with --map "
           "dual-chunk --chunk {} "
           "--local {}. Frequencies are as read here.",
           r.model.path_of(key), *chunk, *local));
}

std::string_view native_type(const Json& root) {
    if (root.contains("model_type")) return {};
    for (const NativeFile& file : native_files)
        if (std::all_of(file.keys.begin(), file.keys.end(),
                        [&](std::string_view key) { return root.contains(key); }))
            return file.type;
    return {};
}

Json native_scaling(ConfigValues& model, const ModelTypeFacts& facts) {
    for (const NativeScaling& scaling : native_scalings)
        if (scaling.type.empty() ? model.has(scaling.key) : scaling.type == facts.model_type)
            return scaling.read(model);
    return nullptr;
}

}  // namespace poslab
