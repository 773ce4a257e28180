#include "core/models/config_parts.hpp"
#include "core/models/model_config_reading.hpp"
#include "core/models/model_notes.hpp"
#include "core/models/unread_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace poslab {
namespace {

/// Maximum number of names in a sentence, and of ignored keys; only hostile files exceed the latter.
constexpr std::size_t max_names = 6, max_ignored = 24;

Message names(const std::vector<std::string>& all, std::size_t most = max_names) {
    Message list;
    for (std::size_t i = 0; i < std::min(all.size(), most); ++i) {
        if (i > 0) list += ", "_tr.as("between choices");
        list += verbatim(printable_text(all[i]));
    }
    if (all.size() > most) list += tr(" and {} more", all.size() - most);
    return list;
}

}  // namespace

void warn_about_yarn_factor(ConfigReading& r) {
    if (!r.max_positions || !r.rope.has("factor")) return;
    const double ratio = static_cast<double>(*r.max_positions) / static_cast<double>(*r.original_positions);
    if (std::abs(ratio - r.values.factor) <= 1e-9 * r.values.factor) return;
    const std::string path = r.rope.path_of("factor"), factor = number_text(r.values.factor),
                      other = number_text(ratio),
                      quotient = fmt::format("{}/{}", *r.max_positions, *r.original_positions);
    r.warn_of_scaling(
        tr("{} is {}, but the lengths {} give {}: Transformers 4.51 to 4.55 "
           "computes YaRN with {}, later ones with {}, which is used here.",
           path, factor, quotient, other, other, factor));
}

void warn_about_softmax_scale(ConfigReading& r) {
    if (!r.values.mscale_all_dim || r.values.factor <= 1 || !r.values.mscale_on_logits) return;
    const double m = 0.1 * *r.values.mscale_all_dim * std::log(r.values.factor) + 1;
    const std::string value = number_text(*r.values.mscale_all_dim), scale = fmt::format("{:.3f}", m * m);
    r.warn_of_scaling(
        tr("DeepSeek's attention also multiplies its softmax scale by {}, from mscale_all_dim "
           "{} and factor {}, in addition to the attention factor of cosine and sine.",
           scale, value, number_text(r.values.factor)));
}

void warn_about_longrope_list(ConfigReading& r) {
    const std::int64_t original = r.values.train_length, served = r.values.length;
    r.warn_of_scaling(
        tr("Transformers uses long_factor for texts longer than {} tokens, vLLM "
           "always if it serves more than {} (here {}): short texts differ.",
           original, original, served));
}

void warn_about_dynamic_cache(ConfigReading& r) {
    r.warn_of_scaling(
        tr("Dynamic NTK changes the base once a text is longer than {} "
           "tokens, but cached keys stay rotated with their earlier base.",
           r.values.train_length));
}

void warn_about_max_positions(ConfigReading& r) {
    const std::int64_t train = r.values.train_length;
    if (!r.max_positions || r.values.length == train) return;  // or a factor of 1: both readings are equal
    const std::string used = number_text(static_cast<double>(r.values.length));
    r.warn(
        tr("{} {} is used as the trained length, extended to {}; in other "
           "programs it is the extended length (NVIDIA/Megatron-LM#1418).",
           r.length_key, train, used));
}

void warn_about_original(ConfigReading& r) {
    const bool extends = r.type != "default" && r.type != "mrope" && r.type != "proportional";
    if (!extends || !r.original_positions || !r.max_positions) return;
    if (*r.original_positions == r.values.train_length) return;
    r.warn(tr("{} {} is ignored: the type {} starts from {} {}, as in Transformers.", r.original_key,
              *r.original_positions, r.type, r.length_key, r.values.train_length));
}

void warn_about_assumed(ConfigReading& r) {
    if (r.assumed.empty()) return;
    const Message list = names(r.assumed);
    const std::string type = printable_text(r.model_type);
    if (r.facts.since.empty()) {  // not a type of Transformers
        r.warn(tr("Not in the file, so the usual value is used: {}.", list));
        return;
    }
    r.warn(tr("Not in the file, so Transformers' default for {} is used: {}.", type, list));
}

void warn_about_missing(ConfigReading& r) {
    const auto is_missing = [&](std::string_view id) {
        return std::find(r.missing.begin(), r.missing.end(), id) != r.missing.end();
    };
    if (is_missing("dim")) r.warn("The file has no head dimension; --dim sets it."_tr);
    if (is_missing("train-length")) r.warn("The file has no length; --train-length and --length set it."_tr);
}

namespace {

bool matters(const ModelNote& note, ConfigReading& r) {
    switch (note.matters) {
        case ModelNote::Matters::without_scaling:
            return !r.v5 && r.values.scaling == "none";
        case ModelNote::Matters::without_base:
            return !r.model.has("rope_theta");
        case ModelNote::Matters::with_mscale_on_logits:
            return r.values.mscale_all_dim && r.values.mscale_on_logits;
        case ModelNote::Matters::unless_off:
            return r.model.plain(note.key) != "false";
        case ModelNote::Matters::if_on:
            return r.model.plain(note.key) == "true";
        case ModelNote::Matters::always:
            break;
    }
    return true;
}

}  // namespace

void warn_about_type(ConfigReading& r) {
    if (r.facts.note != nullptr && matters(*r.facts.note, r)) r.warn(r.facts.note->text);
    if (!r.facts.model_type.empty()) return;
    const bool interleaved = r.values.pairing == "gpt-j";
    if (r.model_type.empty()) {
        r.warn(interleaved ? "The file has no model_type; it is read like most "
                             "Transformers models, with pairs (2p, 2p + 1)."_tr
                           : "The file has no model_type; it is read like most "
                             "Transformers models, with pairs (p, p + d/2)."_tr);
        return;
    }
    const std::string type = printable_text(r.model_type);
    r.warn(interleaved ? tr("model_type \"{}\" is unknown; it is read like "
                            "most Transformers models, with pairs (2p, 2p + 1).",
                            type)
                       : tr("model_type \"{}\" is unknown; it is read like "
                            "most Transformers models, with pairs (p, p + d/2).",
                            type));
}

void warn_about_kinds(ConfigReading& r, const std::vector<FoundKind>& kinds,
                      const std::vector<std::string>& parts) {
    if (const auto message = other_kinds_sentence(kinds, r.kind.name)) r.warn(*message);
    if (!parts.empty()) r.warn(tr("The file has other parts, which FILE#PART reads: {}.", names(parts)));
}

void warn_about_unused(ConfigReading& r) {
    const std::vector<std::string> keys = r.rope.unused();
    if (keys.empty()) return;
    const std::string object = r.v5 ? "rope_parameters" : "rope_scaling";
    const Message list = names(keys, max_ignored);
    r.warn(tr("Keys of {} that the type {} ignores: {}.", object, r.type, list));
}

/// Transformers v5 reads only the objects if there are any; Gemma 4's files have "rope_type": "default"
/// there.
void warn_about_keys_next_to_kinds(ConfigReading& r, const nlohmann::json* scaling) {
    if (!r.kind.own_parameters || scaling == nullptr) return;
    std::vector<std::string> keys;
    for (const auto& [key, value] : scaling->items())
        if (!value.is_null() && value != "default" && !is_for_kind(key, value) && !key.starts_with('_'))
            keys.push_back(key);
    if (keys.empty()) return;
    r.warn(tr("Keys of {} next to its objects for layer types are ignored: {}.",
              r.v5 ? "rope_parameters" : "rope_scaling", names(keys, max_ignored)));
}

namespace {

/// Objects that are read elsewhere, or are not about the model.
constexpr std::array<std::string_view, 10> not_searched{
    "rope_scaling",      "rope_parameters",      "llama_4_scaling", "quantization_config",
    "generation_config", "task_specific_params", "id2label",        "label2id",
    "auto_map",          "pretrained_config"};
/// Keys of attn_config that are read.
constexpr std::array<std::string_view, 7> read_of_attn_config{
    "rope", "rope_theta", "rope_impl", "rope_hf_config", "alibi", "alibi_bias_max", "rope_dail_config"};

bool is_listed(std::string_view name, std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Appends the keys about positions in objects that are not parts of the model.
void add_nested_keys(const ConfigValues& model, std::vector<std::string>& keys) {
    for (const auto& [name, object] : model.object_read().items()) {
        const bool is_attention = name == "attn_config";
        if (!object.is_object() || is_listed(name, not_searched) || speaks_of_positions(name)) continue;
        if (!is_attention && describes_a_model(object)) continue;
        for (const auto& [key, value] : object.items())
            if (!is_off(value) && speaks_of_positions(key) &&
                !(is_attention && is_listed(key, read_of_attn_config)))
                keys.push_back(model.path_of(name) + "." + key);
    }
}

/// LLM Foundry's own implementation ("dail") can scale queries and keys by position, too (XPOS).
void add_xpos(ConfigReading& r, std::vector<std::string>& keys) {
    const std::string type = r.model.plain("attn_config.rope_dail_config.type").value_or("original");
    if (type != "original" && r.model.plain("attn_config.rope_impl").value_or("dail") == "dail")
        keys.push_back(r.model.path_of("attn_config.rope_dail_config.type"));
}

}  // namespace

void warn_about_positions(ConfigReading& r, const nlohmann::json& root) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : r.model.object_read().items())
        if (!is_off(value) && !r.model.is_used(key) && speaks_of_positions(key))
            keys.push_back(r.model.path_of(key));
    add_nested_keys(r.model, keys);
    if (r.facts.model_type == "mpt") add_xpos(r, keys);
    // A key of the file around a nested part is reported unless the part has the same one, or it is of
    // another part, the main one: the base of a text model around a vision encoder.
    const bool is_main = main_part(root).object == &r.model.object_read();
    if (&root != &r.model.object_read())
        for (const auto& [key, value] : root.items()) {
            const auto same = r.model.object_read().find(key);
            const bool repeated = same != r.model.object_read().end() && *same == value;
            const bool is_part = value.is_object() && key.ends_with("_config");
            const bool of_main = !is_main && describes_a_model({{key, value}});
            if (!is_off(value) && !repeated && !is_part && !of_main && speaks_of_positions(key))
                keys.push_back(key);
        }
    for (const Message& message : unread_key_sentences(keys)) r.warn(message);
}

}  // namespace poslab
