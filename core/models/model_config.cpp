#include "core/models/model_config.hpp"

#include "core/files/input_file.hpp"
#include "core/models/gguf_config.hpp"
#include "core/models/instead_of_rotary.hpp"
#include "core/models/model_config_reading.hpp"
#include "core/models/opened_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace poslab {
namespace {

using Json = nlohmann::json;

const Json empty_object = Json::object();

/// Returns the encoding that position_embedding_type names in place of RoPE, for any type; null if it names
/// none.
const Text* instead_by_key(ConfigValues& model) {
    struct Value {
        std::string_view value, instead;
    };
    constexpr std::array<Value, 5> values{{{"alibi", "alibi"},
                                           {"learned_absolute", "learned"},
                                           {"relative_key", "relative-positions"},
                                           {"relative_key_query", "relative-positions"},
                                           {"nope", "none"}}};
    const std::string is = model.plain("position_embedding_type").value_or("");
    for (const Value& one : values) {
        if (one.value != is) continue;
        return &std::find_if(instead_of_rotary.begin(), instead_of_rotary.end(), [&](const auto& row) {
                    return row.id == one.instead;
                })->text;
    }
    return nullptr;
}

void need_model(const OpenedConfig& opened) {
    // Its "parameters" would be read as a part with a dim.
    if (opened.root->contains("view") && opened.root->contains("parameters"))
        refuse_file(opened.file, "is an answer of PosLab, not a model's config.json"_tr);
    if (opened.root->contains("_class_name") && opened.part.model_type.empty())
        refuse_file(
            opened.file,
            "is a config of diffusers, whose rotary embeddings have several axes; these are not read"_tr);
    if (describes_a_model(*opened.part.object) || !opened.facts->model_type.empty()) return;
    refuse_file(opened.file, "is not a model's config.json: it has neither sizes nor a rotary embedding"_tr);
}

/// Throws InputError with the encoding that the model has instead of a rotary embedding, if it has none.
void need_rotary(ConfigValues& model, const OpenedConfig& opened) {
    const ModelTypeFacts& facts = *opened.facts;
    const std::string type = printable_text(opened.part.model_type);
    const std::optional<RotaryIf>& rotary_if = facts.rotary_if;
    if (const Text* instead = instead_by_key(model);
        instead != nullptr &&
        !(rotary_if && rotary_if->key == "position_embedding_type" && facts.instead == *instead))
        model.fail(tr("model_type \"{}\" has no rotary embedding here; it has {}", type, *instead));
    if (model.plain("alibi") == "true" || (!rotary_if && model.plain("attn_config.alibi") == "true"))
        model.fail(tr("model_type \"{}\" has no rotary embedding here; it has {}", type, Text("ALiBi"_tr)));
    if (facts.instead.empty()) return;
    if (!rotary_if)
        model.fail(tr("model_type \"{}\" has no rotary embedding; it has {}", type, facts.instead));
    const std::string is = model.plain(rotary_if->key).value_or(rotary_if->otherwise);
    if (is == rotary_if->value) return;
    model.fail(tr("model_type \"{}\" has no rotary embedding if {} is {}; it has {}", type, rotary_if->key,
                  printable_text(is), facts.instead));
}

/// Throws InputError if no key is about rotation and the type is not known to rotate.
void need_signs_of_rotation(const ConfigValues& model, const OpenedConfig& opened) {
    if (!opened.facts->model_type.empty()) return;
    for (const auto& [key, value] : opened.part.object->items()) {
        const bool speaks =
            key.find("rope") != std::string::npos || key.find("rotary") != std::string::npos || key == "yarn";
        if (speaks && !value.is_null()) return;
    }
    if (opened.part.model_type.empty())
        model.fail(
            "has neither a model_type nor a key of a rotary "
            "embedding (rope_theta, rope_scaling, rotary_pct …)"_tr);
    model.fail(
        tr("model_type \"{}\" is unknown, and the file has no key of a "
           "rotary embedding (rope_theta, rope_scaling, rotary_pct …)",
           printable_text(opened.part.model_type)));
}

void need_rotating_kind(const ConfigValues& model, const OpenedConfig& opened) {
    if (!opened.kind.rotates) model.fail(unrotated_kind_sentence(opened.kinds, opened.kind));
}

void warn_about_both_objects(ConfigReading& r) {
    const Json *scaling = r.model.object("rope_scaling"), *parameters = r.model.object("rope_parameters");
    if (scaling == nullptr || parameters == nullptr) return;
    if (!r.v5)
        r.warn("rope_parameters is ignored: the file also has rope_scaling, which Transformers uses."_tr);
    else if (!scaling->empty())
        r.warn("rope_scaling is ignored: the file also has rope_parameters."_tr);
}

/// Marks the keys of all kinds of layers as read.
void use_keys_of_kinds(const std::vector<FoundKind>& kinds, ConfigValues& model) {
    for (const FoundKind& kind : kinds) {
        for (const std::string& key :
             {kind.base_key, kind.fraction_key, kind.head_dim_key, kind.rotary_dim_key})
            if (!key.empty()) model.use(key);
        if (kinds.size() > 1 && kind.base_key.empty() && !kind.own_parameters) model.use("rope_theta");
    }
}

/// Returns "rope_parameters.full_attention (yarn, factor 32)".
std::string class_default_text(const ConfigValues& rope) {
    const Json& object = rope.object_read();
    const std::string name = rope.path_of("rope_type"), type = object.value("rope_type", "default");
    const std::string factor =
        object.contains("factor") ? ", factor " + number_text(object["factor"].get<double>()) : "";
    return fmt::format("{} ({}{})", name.substr(0, name.rfind('.')), type, factor);
}

ConfigReading reading_of(const OpenedConfig& opened, const ConfigValues& model) {
    ConfigReading r{
        .model = model, .rope = {empty_object, "rope_scaling", opened.file}, .facts = *opened.facts};
    r.model_type = opened.part.model_type;
    r.v5 = opened.v5;
    r.kind = opened.kind;
    const Json* scaling = opened.scaling();
    const std::string key = opened.scaling_key(),
                      path = key.empty() ? opened.part.path : r.model.path_of(key);
    for (const char* const either : {"rope_parameters", "rope_scaling"})
        static_cast<void>(r.model.object(either));
    if (opened.kind.own_parameters) {
        r.rope = {scaling->at(opened.kind.name), path + "." + printable_text(opened.kind.name), opened.file};
    } else {
        r.rope = {scaling != nullptr && opened.kind.scaled ? *scaling : empty_object, path, opened.file};
    }
    warn_about_both_objects(r);
    use_keys_of_kinds(opened.kinds, r.model);
    if (opened.uses_class_default) r.assumed.push_back(class_default_text(r.rope));
    return r;
}

/// Returns the parts of the file except the selected one and those that contain it.
std::vector<std::string> other_parts(const OpenedConfig& opened) {
    std::vector<std::string> names;
    for (const ConfigPart& part : nested_parts(*opened.root))
        if (part.path != opened.part.path && !opened.part.path.starts_with(part.path + "."))
            names.push_back(part.path);
    return names;
}

void read_all(ConfigReading& r, const OpenedConfig& opened) {
    if (opened.facts->query_scaling == QueryScalingRule::llama4_beta) r.rope.use("llama_4_scaling_beta");
    if (opened.facts->query_scaling == QueryScalingRule::log_n) r.model.use("use_logn_attn");
    r.type = read_rope_type(r);
    read_lengths(r);
    read_shape(r);
    read_grid(r);
    read_scaling(r);
    warn_about_type(r);
    warn_about_kinds(r, opened.kinds, other_parts(opened));
    warn_about_assumed(r);
    warn_about_missing(r);
    warn_about_unused(r);
    warn_about_keys_next_to_kinds(r, opened.scaling());
    warn_about_dual_chunks(r);
    warn_about_positions(r, *opened.root);
}

}  // namespace

std::vector<LayersOfFile> layers_of_file(const std::vector<FoundKind>& kinds, const FoundKind& read,
                                         const std::string& begin) {
    std::vector<LayersOfFile> all;
    all.reserve(kinds.size());
    for (const FoundKind& kind : kinds)
        all.push_back({kind.name, begin + kind.name, kind.rotates, has_queries_and_keys(kind.name),
                       kind.name == read.name});
    return all;
}

ModelConfig parse_model_config(std::string_view text, std::string_view name, std::string_view selector) {
    const OpenedConfig opened = open_config(text, name, selector);
    ConfigValues values = opened.values();
    need_model(opened);
    need_rotary(values, opened);
    need_signs_of_rotation(values, opened);
    need_rotating_kind(values, opened);
    ConfigReading r = reading_of(opened, values);
    read_all(r, opened);
    ModelConfig config;
    config.model_type = opened.part.model_type;
    for (const FoundKind& kind : opened.kinds) config.layer_types.push_back(kind.name);
    config.layer_type = opened.kind.name;
    config.part = opened.part.path;
    config.parameters = rope_parameters_of(r.values);
    for (const std::string& id : r.missing) config.parameters.erase(id);
    config.picture = std::move(r.picture);
    config.warnings = std::move(r.warnings);
    return config;
}

ConfigPath split_config_path(const std::string& path) {
    const std::size_t mark = path.rfind('#');
    if (!file_exists(path) && mark != std::string::npos && file_exists(path.substr(0, mark)))
        return {path.substr(0, mark), path.substr(mark + 1)};
    return {path, {}};
}

std::vector<LayersOfFile> parse_layer_kinds(std::string_view text, std::string_view name,
                                            std::string_view selector) {
    const OpenedConfig opened = open_config(text, name, selector);
    return layers_of_file(opened.kinds, opened.kind,
                          opened.part.path.empty() ? std::string() : opened.part.path + ".");
}

std::vector<LayersOfFile> read_layer_kinds(const std::string& path) {
    const ConfigPath config = split_config_path(path);
    if (is_gguf_file(config.file)) return read_gguf_layer_kinds(config.file, config.selector);
    return parse_layer_kinds(read_beginning(config.file, max_config_bytes + 1), config.file, config.selector);
}

ModelConfig read_model_config(const std::string& path) {
    const ConfigPath config = split_config_path(path);
    if (is_gguf_file(config.file)) return read_gguf_config(config.file, config.selector);
    return parse_model_config(read_beginning(config.file, max_config_bytes + 1), config.file,
                              config.selector);
}

}  // namespace poslab
