#include "core/models/config_parts.hpp"

#include "core/models/model_config_reading.hpp"
#include "core/models/model_types.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace poslab {
namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 17> rotary_keys{"rope_theta",
                                                       "rope_scaling",
                                                       "rope_parameters",
                                                       "partial_rotary_factor",
                                                       "rotary_pct",
                                                       "rotary_emb_base",
                                                       "rotary_dim",
                                                       "qk_rope_head_dim",
                                                       "rope_local_base_freq",
                                                       "global_rope_theta",
                                                       "local_rope_theta",
                                                       "rope_embedding_base",
                                                       "rope_freq_constant",
                                                       "head_dim",
                                                       "rope_ratio",
                                                       "use_scaled_rope",
                                                       "dim"};
/// Objects of a model that are not parts of it.
constexpr std::array<std::string_view, 7> settings{
    "rope_scaling", "rope_parameters",   "quantization_config", "attn_config",
    "ffn_config",   "generation_config", "task_specific_params"};
/// Parts that are the default if the file itself has no sizes, in order, after the text models.
constexpr std::array<std::string_view, 6> main_names{"encoder",        "decoder",      "encoder_config",
                                                     "decoder_config", "audio_config", "vision_config"};
constexpr int max_levels = 3;

bool is_among(std::string_view name, std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

const Json* object_at(const Json& object, std::string_view key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_object() ? &*found : nullptr;
}

std::string type_named_in(const Json& object) {
    const auto found = object.find("model_type");
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Returns the type that the outer model's type gives for a part.
std::string type_of_part(std::string_view around, std::string_view key) {
    for (const auto& [name, type] : facts_of(around).parts)
        if (name == key) return type;
    return {};
}

ConfigPart inside(const ConfigPart& outer, const std::string& key, const Json& object) {
    // Released files often repeat the whole model's type in their vision part.
    std::string type = type_named_in(object);
    if (type.empty() || type == outer.model_type)
        if (std::string known = type_of_part(outer.model_type, key); !known.empty()) type = std::move(known);
    return {&object, outer.path.empty() ? key : outer.path + "." + key, std::move(type)};
}

ConfigPart whole(const Json& root) { return {&root, "", type_named_in(root)}; }

/// Returns the text model inside a part, or the part itself.
ConfigPart text_model_in(ConfigPart part) {
    const std::string outer_type = part.model_type;
    for (int level = 0; level < max_levels; ++level) {
        const auto key = std::find_if(nested_models.begin(), nested_models.end(), [&](std::string_view name) {
            return object_at(*part.object, name) != nullptr;
        });
        if (key == nested_models.end()) break;
        part = inside(part, std::string(*key), part.object->at(std::string(*key)));
    }
    if (part.model_type.empty()) part.model_type = outer_type;
    return part;
}

void collect(const ConfigPart& part, int level, std::vector<ConfigPart>& all) {
    if (level >= max_levels) return;
    for (const auto& [key, value] : part.object->items()) {
        if (!value.is_object() || is_among(key, settings)) continue;
        const ConfigPart nested = inside(part, key, value);
        if (describes_a_model(value)) all.push_back(nested);
        collect(nested, level + 1, all);
    }
}

/// Returns the part of an object with this name; the name may omit "_config".
const Json* part_called(const Json& object, const std::string& name, std::string& key) {
    for (const std::string& spelling : {name, name + "_config"}) {
        key = spelling;
        if (is_among(spelling, settings)) continue;
        if (const Json* found = object_at(object, spelling)) return found;
    }
    return nullptr;
}

}  // namespace

bool describes_a_model(const Json& object) {
    const auto any_of = [&](std::span<const std::string_view> keys) {
        return std::any_of(keys.begin(), keys.end(),
                           [&](std::string_view key) { return object.contains(key); });
    };
    return any_of(rotary_keys) || any_of(width_keys) || any_of(heads_keys) || any_of(length_keys);
}

ConfigPart main_part(const Json& root) {
    ConfigPart file = whole(root), text = text_model_in(file);
    if (describes_a_model(*text.object)) return text;
    if (!type_named_in(*text.object).empty() && !text.path.empty()) return text;
    if (describes_a_model(root)) return file;
    if (!text.path.empty() && !facts_of(text.model_type).model_type.empty()) return text;
    for (const std::string_view name : main_names)
        if (const Json* object = object_at(root, name); object != nullptr && describes_a_model(*object))
            return inside(file, std::string(name), *object);
    const std::vector<ConfigPart> nested = nested_parts(root);
    return nested.empty() || !facts_of(file.model_type).model_type.empty() ? file : nested.front();
}

std::vector<ConfigPart> nested_parts(const Json& root) {
    std::vector<ConfigPart> all;
    collect(whole(root), 0, all);
    return all;
}

ConfigPart selected_part(const Json& root, std::string_view& selector) {
    ConfigPart part = whole(root);
    bool any = false;
    while (!selector.empty()) {
        const std::size_t end = std::min(selector.find_first_of("./"), selector.size());
        std::string key;
        const Json* object = part_called(*part.object, std::string(selector.substr(0, end)), key);
        if (object == nullptr) break;
        part = inside(part, key, *object);
        any = true;
        selector.remove_prefix(std::min(end + 1, selector.size()));
    }
    if (!any) return main_part(root);
    return describes_a_model(*part.object) ? part : text_model_in(part);
}

}  // namespace poslab
