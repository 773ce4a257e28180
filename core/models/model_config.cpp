#include "core/models/model_config.hpp"

#include "core/files/input_file.hpp"
#include "core/files/strict_json.hpp"
#include "core/models/model_config_reading.hpp"

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

constexpr std::array<std::string_view, 17> telling_keys{"rope_theta",
                                                        "rope_scaling",
                                                        "rope_parameters",
                                                        "partial_rotary_factor",
                                                        "rotary_pct",
                                                        "rotary_emb_base",
                                                        "rotary_dim",
                                                        "n_positions",
                                                        "qk_rope_head_dim",
                                                        "max_position_embeddings",
                                                        "num_attention_heads",
                                                        "rope_local_base_freq",
                                                        "hidden_size",
                                                        "head_dim",
                                                        "n_embd",
                                                        "n_head",
                                                        "rope_ratio"};

bool tells_of_a_model(const Json& object) {
    return std::any_of(telling_keys.begin(), telling_keys.end(), [&](std::string_view key) { return object.contains(key); });
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

/// Where the scaling stands, by schema and layer type.
ConfigReading opened(const TextModel& model, std::string_view file, const ModelTypeFacts& facts, std::string_view wanted,
                     std::vector<std::string>& layer_types) {
    ConfigReading r{.model = {*model.object, model.path, file}, .rope = {empty_object, "rope_scaling", file}, .facts = facts};
    const Json* parameters = r.model.object("rope_parameters");
    const Json* scaling = r.model.object("rope_scaling");
    r.v5 = parameters != nullptr;
    layer_types = layer_types_of(parameters);
    const bool nested = !layer_types.empty();
    const bool local_base = !r.v5 && (r.model.has("rope_local_base_freq") || facts.local_base > 0);
    if (local_base) layer_types = {"full_attention", "sliding_attention"};
    r.layer_type = chosen_layer(layer_types, wanted, r.model);
    if (nested) {
        r.rope = {parameters->at(r.layer_type), r.model.path_of("rope_parameters") + "." + printable_text(r.layer_type), file};
    } else if (r.v5) {
        r.rope = {*parameters, r.model.path_of("rope_parameters"), file};
    } else {
        const bool scaled = scaling != nullptr && !(local_base && r.sliding());
        r.rope = {scaled ? *scaling : empty_object, r.model.path_of("rope_scaling"), file};
    }
    if (r.v5 && scaling != nullptr) {
        r.warn("rope_scaling is ignored, because there is rope_parameters, too."_tr);
    }
    return r;
}

}  // namespace

ModelConfig parse_model_config(std::string_view text, std::string_view name, std::string_view layer_type) {
    const std::string file(name);
    if (text.size() > most_config_bytes) {
        refuse_file(file, tr("is larger than {} MiB, which no config.json is", most_config_bytes >> 20U));
    }
    const Json root = parse_strict_json(text, name);
    if (!root.is_object()) refuse_file(file, "is JSON, but not an object, as a config.json is"_tr);
    TextModel model = text_model(root);
    if (!tells_of_a_model(*model.object) && tells_of_a_model(root)) model = {&root, ""};
    ModelConfig config;
    config.model_type = type_named_in(*model.object);
    if (config.model_type.empty()) config.model_type = type_named_in(root);
    const ModelTypeFacts facts = facts_of(config.model_type);
    if (!tells_of_a_model(*model.object) && facts.max_positions == 0) {
        refuse_file(file, "is no config.json of a model: it names neither its sizes nor a rotary embedding"_tr);
    }
    if (!facts.rotary) {
        refuse_file(file, tr("model_type \"{}\" has no rotary embedding", config.model_type));
    }
    ConfigReading r = opened(model, name, facts, layer_type, config.layer_types);
    config.layer_type = r.layer_type;
    r.type = read_rope_type(r);
    read_lengths(r);
    read_shape(r);
    read_scaling(r);
    warn_about_assumed(r, config.model_type);
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
    return parse_model_config(read_beginning(file, most_config_bytes + 1), file, layer_type);
}

}  // namespace poslab
