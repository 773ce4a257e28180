#include "core/models/model_presets.hpp"

#include "core/base/embedded_assets.hpp"

#include <nlohmann/json.hpp>

#include <vector>

namespace poslab {
namespace {

using OrderedJson = nlohmann::ordered_json;

ModelPreset preset_from(const OrderedJson& entry) {
    ModelPreset preset{.id = entry.at("id"),
                       .title = entry.at("title"),
                       .source = entry.at("source"),
                       .date = entry.at("date"),
                       .text = entry.at("config").dump(2),
                       .config = {}};
    preset.config = parse_model_config(preset.text, preset.id, entry.value("layer_type", std::string()));
    return preset;
}

std::vector<ModelPreset> parsed() {
    std::vector<ModelPreset> presets;
    const OrderedJson all = OrderedJson::parse(embedded_model_presets);
    for (const OrderedJson& entry : all.at("presets")) presets.push_back(preset_from(entry));
    return presets;
}

}  // namespace

std::span<const ModelPreset> model_presets() {
    static const std::vector<ModelPreset> presets = parsed();
    return presets;
}

}  // namespace poslab
