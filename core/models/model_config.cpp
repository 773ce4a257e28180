#include "core/models/model_config.hpp"

#include "core/files/input_file.hpp"
#include "core/files/strict_json.hpp"
#include "core/models/gguf_config.hpp"
#include "core/models/model_config_reading.hpp"
#include "core/models/rotary_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace poslab {
namespace {

using Json = nlohmann::json;

const Json empty_object = Json::object();

/// The object of the text model: the file itself, or what a multimodal config nests.
struct TextModel {
    const Json* object;
    std::string path;
};

TextModel text_model(const Json& root) {
    TextModel model{&root, ""};
    for (int depth = 0; depth < 3; ++depth) {
        const auto key = std::find_if(nested_models.begin(), nested_models.end(), [&](std::string_view name) {
            const auto found = model.object->find(name);
            return found != model.object->end() && found->is_object();
        });
        if (key == nested_models.end()) break;
        model.path += (model.path.empty() ? "" : ".") + std::string(*key);
        model.object = &(*model.object)[std::string(*key)];
    }
    return model;
}

constexpr std::array<std::string_view, 15> telling_keys{
    "rope_theta",           "rope_scaling",      "rope_parameters",  "partial_rotary_factor",
    "rotary_pct",           "rotary_emb_base",   "rotary_dim",       "qk_rope_head_dim",
    "rope_local_base_freq", "global_rope_theta", "local_rope_theta", "rope_embedding_base",
    "rope_freq_constant",   "head_dim",          "rope_ratio"};

bool tells_of_a_model(const Json& object) {
    const auto any_of = [&](std::span<const std::string_view> keys) {
        return std::any_of(keys.begin(), keys.end(), [&](std::string_view key) { return object.contains(key); });
    };
    return any_of(telling_keys) || any_of(width_keys) || any_of(heads_keys) || any_of(length_keys);
}

std::string type_named_in(const Json& object) {
    const auto found = object.find("model_type");
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// rope_parameters by layer type: objects among the values. What stands beside them (Transformers writes nulls) is nobody's.
std::vector<std::string> layer_types_of(const Json* parameters) {
    std::vector<std::string> types;
    if (parameters == nullptr) return types;
    for (const auto& [key, value] : parameters->items()) {
        if (value.is_object()) types.push_back(key);
    }
    return types;
}

std::string chosen_layer(const std::vector<std::string>& types, std::string_view wanted, const ConfigValues& model) {
    const auto has = [&](std::string_view type) { return std::find(types.begin(), types.end(), type) != types.end(); };
    if (wanted.empty()) {
        if (types.empty()) return {};
        return has("full_attention") ? "full_attention" : types.front();
    }
    if (has(wanted)) return std::string(wanted);
    const std::string asked = printable_text(wanted);
    if (types.empty()) {
        model.fail(tr("has no layer type \"{}\": all layers rotate alike", asked));
    }
    const std::string list = printable_text(fmt::format("{}", fmt::join(types, ", ")));
    model.fail(tr("has no layer type \"{}\"; there are {}", asked, list));
}

/// What tells the kinds of layers apart where rope_parameters does not: the type's own split, or that of a key that is there.
const LayerSplit* split_of(const ConfigValues& model, const ModelTypeFacts& facts) {
    if (facts.split != nullptr) return facts.split;
    const std::span<const LayerSplit> all = layer_splits();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const LayerSplit& s) { return !s.key.empty() && model.has(s.key); });
    return found == all.end() ? nullptr : &*found;
}

/// Where the scaling stands, by schema and layer type.
ConfigReading opened(const TextModel& model, std::string_view file, const ModelTypeFacts& facts, std::string_view wanted,
                     std::vector<std::string>& layer_types) {
    ConfigReading r{.model = {*model.object, model.path, file}, .rope = {empty_object, "rope_scaling", file}, .facts = facts};
    const Json* parameters = r.model.object("rope_parameters");
    const Json* scaling = r.model.object("rope_scaling");
    r.v5 = parameters != nullptr;
    const Json* taken = r.v5 ? parameters : scaling;
    const std::string path = r.model.path_of(r.v5 ? "rope_parameters" : "rope_scaling");
    layer_types = layer_types_of(taken);
    r.nested = !layer_types.empty();
    const LayerSplit* split = r.nested ? nullptr : split_of(r.model, facts);
    if (split != nullptr) layer_types = {std::string(split->kinds[0].name), std::string(split->kinds[1].name)};
    r.layer_type = chosen_layer(layer_types, wanted, r.model);
    if (split != nullptr) r.kind = split->kinds[r.layer_type == split->kinds[1].name ? 1 : 0];
    if (r.nested) {
        r.rope = {taken->at(r.layer_type), path + "." + printable_text(r.layer_type), file};
    } else {
        r.rope = {taken != nullptr && r.kind.scaled ? *taken : empty_object, path, file};
    }
    if (r.v5 && scaling != nullptr) {
        r.warn("rope_scaling is ignored, because there is rope_parameters, too."_tr);
    }
    return r;
}

/// Throws InputError that says what the model has instead of a rotary embedding, if it has none.
void need_rotary(const ConfigValues& model, const ModelTypeFacts& facts, const std::string& model_type) {
    const std::string type = printable_text(model_type);
    if (model.plain("alibi") == "true" || (facts.rotary_if == nullptr && model.plain("attn_config.alibi") == "true"))
        model.fail(tr("model_type \"{}\" has no rotary embedding here; it has {}", type, instead_of_rotary::alibi));
    if (facts.instead.empty()) return;
    if (facts.rotary_if == nullptr) model.fail(tr("model_type \"{}\" has no rotary embedding; it has {}", type, facts.instead));
    const std::string key(facts.rotary_if->key), is = model.plain(key).value_or(std::string(facts.rotary_if->otherwise));
    if (is == facts.rotary_if->value) return;
    model.fail(
        tr("model_type \"{}\" has no rotary embedding where {} is {}; it has {}", type, key, printable_text(is), facts.instead));
}

}  // namespace

ModelConfig parse_model_config(std::string_view text, std::string_view name, std::string_view layer_type) {
    const std::string file(name);
    if (text.size() > most_config_bytes) {
        refuse_file(file, tr("is larger than {} MiB, which no config.json is", most_config_bytes >> 20U));
    }
    const Json root = parse_python_json(text, name);
    if (!root.is_object()) refuse_file(file, "is JSON, but not an object, as a config.json is"_tr);
    TextModel model = text_model(root);
    if (!tells_of_a_model(*model.object) && tells_of_a_model(root) && type_named_in(*model.object).empty()) model = {&root, ""};
    ModelConfig config;
    config.model_type = type_named_in(*model.object);
    if (config.model_type.empty()) config.model_type = type_named_in(root);
    const ModelTypeFacts facts = facts_of(config.model_type);
    if (!tells_of_a_model(*model.object) && facts.model_type.empty()) {
        refuse_file(file, "is no config.json of a model: it names neither its sizes nor a rotary embedding"_tr);
    }
    need_rotary({*model.object, model.path, name}, facts, config.model_type);
    ConfigReading r = opened(model, name, facts, layer_type, config.layer_types);
    config.layer_type = r.layer_type;
    r.type = read_rope_type(r);
    read_lengths(r);
    read_shape(r);
    read_scaling(r);
    warn_about_assumed(r, config.model_type);
    warn_about_unknown_type(r, config.model_type);
    warn_about_unused(r);
    config.parameters = rope_parameters_of(r.values);
    config.warnings = std::move(r.warnings);
    return config;
}

ModelConfig read_model_config(const std::string& path) {
    std::string file = path, layer_type;
    const std::size_t mark = path.rfind('#');
    if (!file_exists(path) && mark != std::string::npos && file_exists(path.substr(0, mark))) {
        file = path.substr(0, mark);
        layer_type = path.substr(mark + 1);
    }
    if (is_gguf_file(file)) return read_gguf_config(file, layer_type);
    return parse_model_config(read_beginning(file, most_config_bytes + 1), file, layer_type);
}

}  // namespace poslab
